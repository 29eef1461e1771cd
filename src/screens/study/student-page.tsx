import { useUser } from '@matricola/console/app/user-context.ts'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { titleText } from '@matricola/console/fields/title-text.ts'
import { ShowPage } from '@matricola/console/pages/show/show-page.tsx'
import type { PageProps } from '@matricola/console/screens/page-props.ts'
import { useParams } from 'react-router'
import { Ledger } from '../ledger.tsx'
import { useStudyText } from '../use-study-text.ts'
import { RecordPayment } from './record-payment.tsx'
import { StudyRecordView } from './study-record-view.tsx'

/** The page of a student. Staff also see the study record and the ledger. */
export function StudentPage({ resource }: PageProps) {
  const { id = '' } = useParams()
  const { t } = useStudyText()
  const pageText = usePageText()
  const { role } = useUser()
  const tabs =
    role === 'professor'
      ? []
      : [
          {
            name: 'study',
            label: t('study:record.title'),
            content: <StudyRecordView key="study" studentId={id} />,
          },
          {
            name: 'finances',
            label: t('resources:students.fields.finances'),
            content: <Ledger key="finances" studentId={id} />,
          },
        ]
  return (
    <ShowPage
      resource={resource}
      tabs={tabs}
      more={(record) => (
        <RecordPayment studentId={id} name={titleText(resource, record, pageText.t)} />
      )}
    />
  )
}
