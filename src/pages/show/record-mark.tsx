import { isReadable } from '#model/access.ts'
import type { AnyResource } from '#model/resource.ts'
import type { WireRecord } from '#model/wire.ts'
import { usePerson } from '#src/console/person.ts'
import { FieldValue } from '#src/fields/values.tsx'

/** How the record stands, beside its title: the state of its workflow, or whether it is active. */
export function RecordMark({ resource, record }: { readonly resource: AnyResource; readonly record: WireRecord }) {
  const { role } = usePerson()
  const name = resource.workflow?.field ?? ['status', 'isActive'].find((candidate) => Object.hasOwn(resource.fields, candidate))
  return name && isReadable(resource, role, name) ? <FieldValue resource={resource} name={name} record={record} /> : null
}
