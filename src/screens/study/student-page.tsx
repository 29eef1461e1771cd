import { useParams } from 'react-router'
import { usePerson } from '#src/console/person.ts'
import { ShowPage } from '#src/pages/show/show-page.tsx'
import { Ledger } from '../ledger.tsx'
import type { PageProps } from '../page-props.ts'
import { useStudyText } from '../use-study-text.ts'
import { StudyRecord } from './study-record.tsx'

/** The page of a student. Staff also see the study record and the ledger. */
export function StudentPage({ resource }: PageProps) {
  const { id = '' } = useParams()
  const { t } = useStudyText()
  const { role } = usePerson()
  const tabs =
    role === 'professor'
      ? []
      : [
          { name: 'study', label: t('study:record.title'), content: <StudyRecord key="study" studentId={id} /> },
          { name: 'finances', label: t('resources:students.fields.finances'), content: <Ledger key="finances" studentId={id} /> },
        ]
  return <ShowPage resource={resource} tabs={tabs} />
}
