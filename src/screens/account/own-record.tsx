import { usePageText } from '@matricola/console/fields/page-text.ts'
import { loadNamespaces } from '@matricola/console/i18n.ts'
import { FieldsSkeleton, LoadFailed } from '@matricola/console/pages/form/load-state.tsx'
import { RecordDetails } from '@matricola/console/pages/show/record-details.tsx'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { lazy, Suspense } from 'react'
import { getResource, type ResourceName } from '#resources/index.ts'
import { useOwnRecord } from '../use-own-record.ts'

// Loaded together with its texts.
const StudentRecord = lazy(async () => {
  const [screen] = await Promise.all([import('./student-record.tsx'), loadNamespaces('study')])
  return { default: screen.StudentRecord }
})

/** The resource that holds the university's record of a user, by role. */
export const recordOfRole: { readonly [R in Role]: ResourceName | null } = {
  admin: null,
  secretary: null,
  professor: 'professors',
  student: 'students',
}

/** The university's record of the user. Staff maintain the fields that the user cannot change. */
export function OwnRecord({ role }: { readonly role: Role }) {
  const name = recordOfRole[role]
  return name ? <PersonalData name={name} /> : null
}

function PersonalData({ name }: { readonly name: ResourceName }) {
  const { t } = usePageText()
  const { query, isMissing } = useOwnRecord()
  if (query.data)
    return name === 'students' ? (
      <Suspense fallback={<FieldsSkeleton />}>
        <StudentRecord record={query.data} />
      </Suspense>
    ) : (
      <RecordDetails resource={getResource(name)} record={query.data} />
    )
  if (!query.isError) return <FieldsSkeleton />
  if (isMissing) return <p className="caption">{t('account.noRecord')}</p>
  return <LoadFailed message={query.error.message} onRetry={() => void query.refetch()} />
}
