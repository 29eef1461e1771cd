import type { AnyResource } from '#model/resource.ts'
import type { WireRecord } from '#model/wire/wire.ts'
import { useUser } from '#src/console/user-context.ts'
import { usePageText } from '#src/fields/page-text.ts'
import { SideBySide } from '#src/pages/history/side-by-side.tsx'
import { differingFields } from '#src/pages/history/versions.ts'

interface StaleChangesProps {
  readonly resource: AnyResource
  /** The record as the user saw it. */
  readonly seenRecord: WireRecord
  readonly currentRecord: WireRecord
}

/** The changes that other users have made since the user loaded the record, field by field. */
export function StaleChanges({ resource, seenRecord, currentRecord }: StaleChangesProps) {
  const { t } = usePageText()
  const { role } = useUser()
  const names = differingFields(resource, role, seenRecord, currentRecord)
  if (names.length === 0) return null
  return (
    <SideBySide
      resource={resource}
      names={names}
      field={t('form.conflict.field')}
      before={{ label: t('form.conflict.base'), record: seenRecord }}
      after={{ label: t('form.conflict.theirs'), record: currentRecord }}
    />
  )
}
