/** Child rows of a record at an earlier version, in the form in which a call would send them. */
import { isReadable, isWritable } from '#model/access.ts'
import { isEncrypted } from '#model/field.ts'
import { type AnyResource, fieldOf, type RowField, rowEntries } from '#model/resource.ts'
import { resourceNamed } from '#resources/index.ts'
import { alsoPermitted, type Permit } from '#server/engine/policy/permit.ts'
import type { Values } from '../../sql/storage.ts'
import { valuesAt } from '../reading/history.ts'
import type { Source } from '../source.ts'
import { rowsThere } from './rows.ts'
import type { RowsNote } from './rows-noted.ts'

interface At {
  readonly id: string
  readonly version: number
}

/** Returns the earlier child rows, for each field whose rows changed since and that the caller may read and write. */
export async function rowsAt(source: Source, permit: Permit, at: At): Promise<{ readonly [field: string]: readonly Values[] }> {
  const { resource, role } = permit
  const found: Record<string, readonly Values[]> = {}
  for (const field of rowEntries(resource)) {
    const rows = resourceNamed(field.of)
    const held = alsoPermitted(permit, rows, 'update') ?? alsoPermitted(permit, rows, 'create')
    if (!held || !alsoPermitted(permit, rows, 'read') || !isReadable(resource, role, field.name)) continue
    const notes = await notesSince(source, resource, field, at)
    if (notes.length > 0) found[field.name] = await rowsBefore(source, held, { field, parentId: at.id, notes })
  }
  return found
}

/** Returns the later changes of the field's rows, newest first. */
async function notesSince(source: Source, resource: AnyResource, { name }: RowField, { id, version }: At): Promise<readonly RowsNote[]> {
  const rows = await source.database.query<{ note: RowsNote }>(
    `SELECT after -> $4 AS note FROM change
     WHERE resource = $1 AND record_id = $2::uuid AND version > $3 AND after ->> $4 IS NOT NULL ORDER BY version DESC`,
    [resource.name, id, version, name],
  )
  return rows.map(({ note }) => note)
}

interface Led {
  readonly field: RowField
  readonly parentId: string
  readonly notes: readonly RowsNote[]
}

async function rowsBefore(source: Source, permit: Permit, { field, parentId, notes }: Led): Promise<Values[]> {
  const there = await rowsThere(source.database, permit, { field, parentId })
  // The version to restore each row to; null: unchanged.
  const versions = new Map<string, number | null>([...there].filter(([, { isActive }]) => isActive).map(([id]) => [id, null]))
  for (const { added, changed, removed } of notes) {
    for (const { id } of added) versions.delete(id)
    for (const { id, version } of [...changed, ...removed]) versions.set(id, version)
  }
  const rows: { readonly row: Values; readonly order: number }[] = []
  for (const [id, version] of versions) {
    const was = version === null ? {} : await valuesAt(source, permit.resource, { id, version })
    const now = there.get(id)
    const values = writable(permit, was, { by: field.by, mode: now ? 'update' : 'create' })
    const order = field.order === undefined ? undefined : (was[field.order] ?? now?.order)
    rows.push({ row: now ? { id, ...values } : values, order: typeof order === 'number' ? order : rows.length })
  }
  return rows.sort((a, b) => a.order - b.order).map(({ row }) => row)
}

const writable = (
  { resource, role }: Permit,
  values: Values,
  { by, mode }: { readonly by: string; readonly mode: 'create' | 'update' },
): Values =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) =>
        name !== by &&
        Object.hasOwn(resource.fields, name) &&
        isWritable(resource, role, name, mode) &&
        !isEncrypted(fieldOf(resource, name)) &&
        (mode === 'update' || value !== null),
    ),
  )
