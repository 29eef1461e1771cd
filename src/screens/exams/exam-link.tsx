import { recordPath } from '@matricola/console/app/area.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import { Link } from 'react-router'

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
