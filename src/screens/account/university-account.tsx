import { usePageText } from '@matricola/console/fields/page-text.ts'
import { loadNamespaces } from '@matricola/console/i18n.ts'
import { FieldsSkeleton, LoadFailed } from '@matricola/console/pages/form/load-state.tsx'
import { RecordDetails } from '@matricola/console/pages/show/record-details.tsx'
import { AccountScreen } from '@matricola/console/screens/account/account-screen.tsx'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import { getResource } from '#resources/index.ts'
import { useOwnRecord } from '../use-own-record.ts'

/**
 * The university's record of a professor. Staff maintain the fields that the user cannot change.
 */
const OwnProfessorRecord = () => (
  <OwnRecord>
    {(record) => <RecordDetails resource={getResource('professors')} record={record} />}
  </OwnRecord>
)

/** The university's record of a student. */
const OwnStudentRecord = () => (
  <OwnRecord>
    {(record) => (
      <Suspense fallback={<FieldsSkeleton />}>
        <StudentRecord record={record} />
      </Suspense>
    )}
  </OwnRecord>
)

function OwnRecord({ children }: { readonly children: (record: WireRecord) => ReactNode }) {
  const { t } = usePageText()
  const { query, isMissing } = useOwnRecord()
  if (query.data) return children(query.data)
  if (!query.isError) return <FieldsSkeleton />
  if (isMissing) return <p className="caption">{t('account:noRecord')}</p>
  return <LoadFailed message={query.error.message} onRetry={() => void query.refetch()} />
}

const records = { professor: OwnProfessorRecord, student: OwnStudentRecord }

/** The account page with the university's record of the user. */
export const UniversityAccount = () => <AccountScreen records={records} />

// Loaded together with its texts.
const StudentRecord = lazy(async () => {
  const [screen] = await Promise.all([import('./student-record.tsx'), loadNamespaces('study')])
  return { default: screen.StudentRecord }
})
