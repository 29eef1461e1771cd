import { useRecordPath } from '@matricola/console/app/use-record-path.ts'
import { Link } from 'react-router'

/** Links to an exam by the name of its course. */
export function ExamLink({ id, course }: { readonly id: string; readonly course: string }) {
  const recordPath = useRecordPath()
  const path = recordPath('exams', id)
  return path ? (
    <Link className="row-link" to={path}>
      {course}
    </Link>
  ) : (
    <span>{course}</span>
  )
}
