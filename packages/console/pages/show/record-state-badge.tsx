import { isReadable } from '@matricola/schema/access.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useUser } from '../../app/user-context.ts'
import { FieldValue } from '../../fields/field-value.tsx'
import { usePageText } from '../../fields/page-text.ts'

/**
 * Returns the field shown next to the title of a record: the state of its workflow, or whether it
 * is active.
 */
export function findStateField(resource: AnyResource, role: Role): string | undefined {
  const name =
    resource.workflow?.field ??
    ['status', 'isActive'].find((candidate) => Object.hasOwn(resource.fields, candidate))
  return name && isReadable(resource, role, name) ? name : undefined
}

export function RecordStateBadge({
  resource,
  record,
}: {
  readonly resource: AnyResource
  readonly record: WireRecord
}) {
  const { t } = usePageText()
  const { role } = useUser()
  const name = findStateField(resource, role)
  if (!name) return null
  if (fieldOf(resource, name).type !== 'boolean')
    return <FieldValue resource={resource} name={name} record={record} />
  return (
    <span className={record[name] === true ? 'dot dot-active' : 'dot'}>
      {t(record[name] === true ? 'show.active' : 'show.inactive')}
    </span>
  )
}
