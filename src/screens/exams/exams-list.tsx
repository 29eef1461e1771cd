import { useUser } from '@matricola/console/app/user-context.ts'
import { ListPage } from '@matricola/console/pages/list/list-page.tsx'
import { pagePaths } from '@matricola/schema/paths.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { Link, useSearchParams } from 'react-router'
import { ExamPlanning } from './exam-planning.tsx'
import { OwnExams } from './own-exams.tsx'
import { useExamText } from './use-exam-text.ts'

/**
 * The exams page. Students see their own exams and possible requests, other roles see the list, and
 * staff also see the plan of a session.
 */
export function ExamsList({ resource }: { readonly resource: AnyResource }) {
  const { t } = useExamText()
  const { role } = useUser()
  const [params] = useSearchParams()
  const isStaff = role === 'admin' || role === 'secretary'
  if (role === 'student') return <OwnExams />
  if (isStaff && params.has('plan')) return <ExamPlanning />
  return (
    <ListPage resource={resource}>
      {isStaff && (
        <Link className="button" to={`${pagePaths(resource, role).list}?plan=winter`}>
          {t('exams:planning.open')}
        </Link>
      )}
    </ListPage>
  )
}
