/** Computes earlier versions of a record from its history. */
import { isReadable, isWritable } from '@matricola/schema/access.ts'
import { hasTrait, isEncrypted } from '@matricola/schema/field.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf, storedEntries } from '@matricola/schema/resource-fields.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import type { WireChange, WireRecord } from '@matricola/schema/wire/wire.ts'
import { isSameValue } from '../form/form-values.ts'

/**
 * Returns the record as of a version by reverting all later changes. `changes` are newest first.
 */
export function recordAt(
  record: WireRecord,
  changes: readonly WireChange[],
  version: number,
): WireRecord {
  const values: Record<string, unknown> = {}
  const titles: Record<string, string> = { ...record._titles }
  for (const change of changes) {
    if (change.version <= version || change.version > record.version) continue
    for (const { field, before, beforeTitle } of change.changes) {
      values[field] = before
      if (beforeTitle === undefined) delete titles[field]
      else titles[field] = beforeTitle
    }
  }
  return { ...record, ...values, _titles: titles, version }
}

/** Stored fields in which two states of a record differ. */
export const differingFields = (
  resource: AnyResource,
  role: Role,
  a: WireRecord,
  b: WireRecord,
): string[] =>
  storedEntries(resource)
    .map(([name]) => name)
    .filter((name) => isReadable(resource, role, name) && !isSameValue(a[name], b[name]))

/**
 * Whether the user can restore a field, which has to be writable and recorded in plain text in the
 * history.
 */
export function isRestorable(resource: AnyResource, role: Role, name: string): boolean {
  const spec = fieldOf(resource, name)
  return (
    isWritable(resource, role, name, 'update') && !isEncrypted(spec) && hasTrait(spec, 'restorable')
  )
}

/** Returns the last change of a field after a version. */
export const lastChangeOf = (
  changes: readonly WireChange[],
  field: string,
  after: number,
): WireChange | undefined =>
  changes.find(
    (change) =>
      change.version > after && change.changes.some((fieldChange) => fieldChange.field === field),
  )
