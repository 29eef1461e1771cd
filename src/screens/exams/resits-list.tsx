import { Link } from 'react-router'
import { pagesOf } from '#model/paths.ts'
import type { AnyResource } from '#model/resource.ts'
import { resourceNamed } from '#resources/index.ts'
import { usePerson } from '#src/console/person.ts'
import { ListPage } from '#src/pages/list/list-page.tsx'
import { useExamText } from './use-exam-text.ts'

/** Requests for resits. Students create them on the page of their exams, which shows fee and deadline. */
export function ResitsList({ resource }: { readonly resource: AnyResource }) {
  const { t } = useExamText()
  const { role } = usePerson()
  if (role !== 'student') return <ListPage resource={resource} />
  return (
    <ListPage resource={resource} isMadeElsewhere>
      <Link className="button" to={pagesOf(resourceNamed('exams'), role).list}>
        {t('exams:requests.toExams')}
      </Link>
    </ListPage>
  )
}
