/** Child rows of a record at an earlier version, in the form that a call sends. */
import { isReadable, isWritable } from '@matricola/schema/access.ts'
import { isEncrypted } from '@matricola/schema/field.ts'
import { related } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { type ChildRowsField, childRowEntries, fieldOf } from '@matricola/schema/resource-fields.ts'
import { derivePermit, type Permit } from '../../policy/permit.ts'
import type { Values } from '../../sql/storage.ts'
import { valuesAt } from '../reading/history.ts'
import type { RecordSource } from '../source.ts'
import { findExistingRows } from './child-rows.ts'
import type { RowChanges } from './row-history.ts'

interface RecordVersion {
  readonly id: string
  readonly version: number
}

/**
 * Returns the earlier child rows of each field whose rows have changed since then, if the caller
 * may read and write the field.
 */
export async function childRowsAtVersion(
  source: RecordSource,
  permit: Permit,
  at: RecordVersion,
): Promise<{ readonly [field: string]: readonly Values[] }> {
  const { resource, role } = permit
  const found: Record<string, readonly Values[]> = {}
  for (const field of childRowEntries(resource)) {
    const rows = related(resource, field.of)
    const writePermit = derivePermit(permit, rows, 'update') ?? derivePermit(permit, rows, 'create')
    if (
      !writePermit ||
      !derivePermit(permit, rows, 'read') ||
      !isReadable(resource, role, field.name)
    )
      continue
    const rowChanges = await rowChangesSince(source, resource, field, at)
    if (rowChanges.length > 0)
      found[field.name] = await restoreRowsBefore(source, writePermit, {
        field,
        parentId: at.id,
        rowChanges,
      })
  }
  return found
}

/** Returns the later changes of the field's rows, newest first. */
async function rowChangesSince(
  source: RecordSource,
  resource: AnyResource,
  { name }: ChildRowsField,
  { id, version }: RecordVersion,
): Promise<readonly RowChanges[]> {
  const rows = await source.database.query<{ note: RowChanges }>(
    `SELECT after -> $4 AS note FROM change
     WHERE resource = $1 AND record_id = $2::uuid AND version > $3 AND after ->> $4 IS NOT NULL ORDER BY version DESC`,
    [resource.name, id, version, name],
  )
  return rows.map(({ note }) => note)
}

interface RowsBeforeRequest {
  readonly field: ChildRowsField
  readonly parentId: string
  readonly rowChanges: readonly RowChanges[]
}

async function restoreRowsBefore(
  source: RecordSource,
  permit: Permit,
  { field, parentId, rowChanges }: RowsBeforeRequest,
): Promise<Values[]> {
  const existing = await findExistingRows(source.database, permit, { field, parentId })
  // The version to restore each row to; null: unchanged.
  const versions = new Map<string, number | null>(
    [...existing].filter(([, { isActive }]) => isActive).map(([id]) => [id, null]),
  )
  for (const { added, changed, removed } of rowChanges) {
    for (const { id } of added) versions.delete(id)
    for (const { id, version } of [...changed, ...removed]) versions.set(id, version)
  }
  const rows: { readonly row: Values; readonly order: number }[] = []
  for (const [id, version] of versions) {
    const formerValues =
      version === null ? {} : await valuesAt(source, permit.resource, { id, version })
    const now = existing.get(id)
    const values = writable(permit, formerValues, {
      parentField: field.by,
      mode: now ? 'update' : 'create',
    })
    const order = field.order === undefined ? undefined : (formerValues[field.order] ?? now?.order)
    rows.push({
      row: now ? { id, ...values } : values,
      order: typeof order === 'number' ? order : rows.length,
    })
  }
  return rows.sort((a, b) => a.order - b.order).map(({ row }) => row)
}

const writable = (
  { resource, role }: Permit,
  values: Values,
  { parentField, mode }: { readonly parentField: string; readonly mode: 'create' | 'update' },
): Values =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) =>
        name !== parentField &&
        Object.hasOwn(resource.fields, name) &&
        isWritable(resource, role, name, mode) &&
        !isEncrypted(fieldOf(resource, name)) &&
        (mode === 'update' || value !== null),
    ),
  )
