import { Link } from 'react-router'
import { pagesOf } from '#model/paths.ts'
import { resourceNamed } from '#resources/index.ts'
import { usePerson } from '#src/console/person.ts'
import { ListPage } from '#src/pages/list/list-page.tsx'
import type { PageProps } from '../page-props.ts'
import { useStudyText } from '../use-study-text.ts'
import { OwnPage } from './own-page.tsx'
import { StudyRecord } from './study-record.tsx'

/** Grades: for students their study record, for other roles the list. */
export function GradesList({ resource }: PageProps) {
  const { role } = usePerson()
  return role === 'student' ? <OwnRecordPage /> : <ListPage resource={resource} />
}

function OwnRecordPage() {
  const { t } = useStudyText()
  const transcript = `${pagesOf(resourceNamed('certificates'), 'student').create}?${new URLSearchParams({ kind: 'transcript' })}`
  return (
    <OwnPage>
      {({ id }) => (
        <>
          <div className="button-row">
            <Link className="button" to={transcript}>
              {t('study:record.transcript')}
            </Link>
          </div>
          <StudyRecord studentId={id} />
        </>
      )}
    </OwnPage>
  )
}
