import { useUser } from '@matricola/console/app/user-context.ts'
import { ListPage } from '@matricola/console/pages/list/list-page.tsx'
import { pagePaths } from '@matricola/schema/paths.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { Link } from 'react-router'
import { getResource } from '#resources/index.ts'
import { useExamText } from './use-exam-text.ts'

/**
 * Requests for resits. Students create them on the page of their exams, which shows fee and
 * deadline.
 */
export function ResitsList({ resource }: { readonly resource: AnyResource }) {
  const { t } = useExamText()
  const { role } = useUser()
  if (role !== 'student') return <ListPage resource={resource} />
  return (
    <ListPage resource={resource} isCreatedElsewhere>
      <Link className="button" to={pagePaths(getResource('exams'), role).list}>
        {t('exams:requests.toExams')}
      </Link>
    </ListPage>
  )
}
