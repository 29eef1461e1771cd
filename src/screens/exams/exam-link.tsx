import { Link } from 'react-router'
import { recordPath } from '#packages/console/app/area.ts'
import { useUser } from '#packages/console/app/user-context.ts'

/** Links to an exam by the name of its course. */
export function ExamLink({ id, course }: { readonly id: string; readonly course: string }) {
  const { role } = useUser()
  const path = recordPath('exams', id, role)
  return path ? (
    <Link className="row-link" to={path}>
      {course}
    </Link>
  ) : (
    <span>{course}</span>
  )
}
