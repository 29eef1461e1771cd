import type { AnyResource } from '#model/resource.ts'
import type { WireRecord } from '#model/wire/wire.ts'
import { useUser } from '#src/console/user-context.ts'
import { usePageText } from '#src/fields/page-text.ts'
import { SideBySide } from '#src/pages/history/side-by-side.tsx'
import { differingFields } from '#src/pages/history/versions.ts'

interface StaleChangesProps {
  readonly resource: AnyResource
  /** The record as the user saw it. */
  readonly seen: WireRecord
  readonly now: WireRecord
}

/** The changes that other users have made since the user loaded the record, field by field. */
export function StaleChanges({ resource, seen, now }: StaleChangesProps) {
  const { t } = usePageText()
  const { role } = useUser()
  const names = differingFields(resource, role, seen, now)
  if (names.length === 0) return null
  return (
    <SideBySide
      resource={resource}
      names={names}
      field={t('form.conflict.field')}
      before={{ label: t('form.conflict.base'), record: seen }}
      after={{ label: t('form.conflict.theirs'), record: now }}
    />
  )
}
