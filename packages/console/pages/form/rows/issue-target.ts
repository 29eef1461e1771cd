import { fieldKey } from '@matricola/schema/message-keys.ts'
import { related } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { childRowEntries } from '@matricola/schema/resource-fields.ts'
import { controlId } from '../../../fields/form-field.tsx'

/**
 * Returns the id of the element that an issue is about. The path is `amount`, `lines`, `lines.2` or
 * `lines.2.amount`.
 */
export function issueElementId(scope: string, path: string): string {
  const [name = '', index, field] = path.split('.')
  if (index === undefined) return controlId(scope, name)
  const row = controlId(scope, `${name}.${index}`)
  return field === undefined ? row : controlId(row, field)
}

/**
 * Returns the label and the field that an issue is about; null if the form does not contain them.
 */
export function findIssueTarget(resource: AnyResource, path: string, t: (key: string) => string) {
  const [name = '', index, field] = path.split('.')
  if (!Object.hasOwn(resource.fields, name)) return null
  const label = t(`resources:${fieldKey(resource, name)}`)
  if (index === undefined) return { label, spec: resource.fields[name] }
  const rows = childRowEntries(resource).find((entry) => entry.name === name)
  if (!rows) return null
  const target = related(resource, rows.of)
  const row = `${t(`resources:${target.name}.one`)} ${Number(index) + 1}`
  if (field === undefined || !Object.hasOwn(target.fields, field))
    return { label: row, spec: undefined }
  return {
    label: `${row}, ${t(`resources:${fieldKey(target, field)}`)}`,
    spec: target.fields[field],
  }
}
