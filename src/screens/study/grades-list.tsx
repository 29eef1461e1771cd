import { useUser } from '@matricola/console/app/user-context.ts'
import { ListPage } from '@matricola/console/pages/list/list-page.tsx'
import type { PageProps } from '@matricola/console/screens/page-props.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import { Link } from 'react-router'
import { getResource } from '#resources/index.ts'
import { useStudyText } from '../use-study-text.ts'
import { OwnStudentPage } from './own-student-page.tsx'
import { StudyRecordView } from './study-record-view.tsx'

/** Grades: for students their study record, for other roles the list. */
export function GradesList({ resource }: PageProps) {
  const { role } = useUser()
  return role === 'student' ? <OwnRecordPage /> : <ListPage resource={resource} />
}

function OwnRecordPage() {
  const { t } = useStudyText()
  const transcript = `${pagePaths(getResource('certificates'), 'student').create}?${new URLSearchParams({ kind: 'transcript' })}`
  return (
    <OwnStudentPage>
      {({ id }) => (
        <>
          <div className="button-row">
            <Link className="button" to={transcript}>
              {t('study:record.transcript')}
            </Link>
          </div>
          <StudyRecordView studentId={id} />
        </>
      )}
    </OwnStudentPage>
  )
}
