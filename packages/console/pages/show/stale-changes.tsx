import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useUser } from '../../app/user-context.ts'
import { usePageText } from '../../fields/page-text.ts'
import { SideBySide } from '../history/side-by-side.tsx'
import { differingFields } from '../history/versions.ts'

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
