import { isReadable, readableFields } from '@matricola/schema/access.ts'
import { isFieldType } from '@matricola/schema/field.ts'
import { currentValues } from '@matricola/schema/former-names.ts'
import { related } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import type { FieldChange, Page, WireChange } from '@matricola/schema/wire/wire.ts'
import { tableNameOf } from '../../database/names.ts'
import {
  coversEveryRow,
  derivePermit,
  deriveReadPermit,
  type Permit,
  permittedRowsSql,
} from '../../policy/permit.ts'
import { Parameters } from '../../sql/parameters.ts'
import type { Values } from '../../sql/storage.ts'
import type { RecordedChange } from '../records.ts'
import type { RecordSource } from '../source.ts'
import { createRowChangesReader } from '../writing/row-history.ts'
import { getRecord } from './get-record.ts'
import { type Row, readableTitleFields, titleSql } from './reading.ts'

interface ChangeRow {
  readonly id: string
  readonly version: number
  readonly at: string
  readonly action: string
  readonly actor_id: string | null
  readonly actor_name: string
  readonly reason: string | null
  readonly before: Values | null
  readonly after: Values | null
}

/**
 * Returns the changes to a record, newest first, limited to fields that the caller may read today.
 * Throws `record.missing`.
 */
export async function readHistory(
  source: RecordSource,
  permit: Permit,
  id: string | null,
  page: { pageNumber: number; pageSize: number },
): Promise<Page<WireChange>> {
  const { resource } = permit
  // The caller must also be able to read the record, because a history grant can cover more rows
  // than the read grant.
  if (!coversEveryRow(permit)) await getRecord(source, deriveReadPermit(permit), id)
  const record = await getRecord(source, permit, id)
  const values = [resource.name, record.id]
  const [rows, [countRow]] = await Promise.all([
    source.database.query<ChangeRow & Row>(
      `SELECT id, version, at, action, actor_id, actor_name, reason, before, after FROM change
       WHERE resource = $1 AND record_id = $2::uuid ORDER BY version DESC LIMIT $3::bigint OFFSET $4::bigint`,
      [...values, page.pageSize, (page.pageNumber - 1) * page.pageSize],
    ),
    source.database.query<{ total: number }>(
      'SELECT count(*) AS total FROM change WHERE resource = $1 AND record_id = $2::uuid',
      values,
    ),
  ])
  const changes = await visibleChanges(source, permit, rows)
  return {
    totalCount: countRow?.total ?? 0,
    page: page.pageNumber,
    pageSize: page.pageSize,
    list: rows.map((row, i) => ({
      id: row.id,
      version: row.version,
      at: row.at,
      action: row.action,
      actor: { id: row.actor_id, name: row.actor_name },
      reason: row.reason,
      changes: changes[i] ?? [],
    })),
  }
}

/**
 * Returns changes as the permit's role may see them: only the fields that the role reads today,
 * with the titles of referenced records.
 */
export async function visibleChanges(
  source: RecordSource,
  permit: Permit,
  changes: readonly RecordedChange[],
): Promise<WireChange['changes'][]> {
  const now = changes.map(({ before, after }) => ({
    before: currentValues(permit.resource, before),
    after: currentValues(permit.resource, after),
  }))
  const titles = await titlesOf(source, permit, now)
  const rowChanges = await createRowChangesReader(permit, now, (resource, ids) =>
    titlesIn(source, permit, resource, ids),
  )
  const readable = readableFields(permit.resource, permit.role)
  return now.map((one) => {
    const changedNames = new Set(fieldsOf(one))
    const values = readable
      .filter((name) => changedNames.has(name))
      .map((field) => {
        const before = one.before?.[field] ?? null
        const after = one.after?.[field] ?? null
        const [beforeTitle, afterTitle] = [titles.get(String(before)), titles.get(String(after))]
        return {
          field,
          before,
          after,
          ...(beforeTitle && { beforeTitle }),
          ...(afterTitle && { afterTitle }),
        }
      })
      .flatMap((change) =>
        isFieldType(fieldOf(permit.resource, change.field), 'links')
          ? visibleLinkChanges(change, titles)
          : [change],
      )
    return [...values, ...rowChanges(one)]
  })
}

/**
 * Limits a change to a links field to the records that the caller may name. Returns nothing if no
 * visible link changed.
 */
function visibleLinkChanges(
  { field, before, after }: FieldChange,
  titles: ReadonlyMap<string, string>,
): FieldChange[] {
  const visibleIds = (value: unknown) => idsIn(value).filter((id) => titles.has(id))
  const [idsBefore, idsAfter] = [visibleIds(before), visibleIds(after)]
  if (idsBefore.join() === idsAfter.join()) return []
  const titlesById = Object.fromEntries(
    [...idsBefore, ...idsAfter].map((id) => [id, titles.get(id) ?? '']),
  )
  return [
    {
      field,
      before: idsBefore.length > 0 ? idsBefore : null,
      after: idsAfter.length > 0 ? idsAfter : null,
      titles: titlesById,
    },
  ]
}

/** The record ids in a value that holds one or several of them. */
const idsIn = (value: unknown): string[] => [value].flat().filter((id) => typeof id === 'string')

const fieldsOf = (row: RecordedChange) => [
  ...new Set([...Object.keys(row.before ?? {}), ...Object.keys(row.after ?? {})]),
]

/**
 * Titles of the records that the changes refer to, limited to records whose titles the caller may
 * see.
 */
async function titlesOf(
  source: RecordSource,
  permit: Permit,
  rows: readonly RecordedChange[],
): Promise<ReadonlyMap<string, string>> {
  const idsByTarget = new Map<string, Set<string>>()
  for (const row of rows)
    for (const name of fieldsOf(row)) {
      const spec = Object.hasOwn(permit.resource.fields, name)
        ? fieldOf(permit.resource, name)
        : undefined
      if (
        !spec ||
        !(isFieldType(spec, 'reference') || isFieldType(spec, 'links')) ||
        !isReadable(permit.resource, permit.role, name)
      )
        continue
      const ids = idsByTarget.get(spec.to) ?? new Set()
      for (const id of [row.before?.[name], row.after?.[name]].flatMap(idsIn)) ids.add(id)
      idsByTarget.set(spec.to, ids)
    }
  const found = await Promise.all(
    [...idsByTarget].map(([target, ids]) =>
      titlesIn(source, permit, related(permit.resource, target), [...ids]),
    ),
  )
  return new Map(found.flat())
}

async function titlesIn(
  source: RecordSource,
  permit: Permit,
  target: AnyResource,
  ids: readonly string[],
): Promise<[string, string][]> {
  const targetPermit = derivePermit(permit, target, 'name')
  const names = readableTitleFields(target, permit.role)
  if (!targetPermit || ids.length === 0 || names.length === 0) return []
  const parameters = new Parameters()
  const idList = ids.map((id) => parameters.add(id, 'uuid')).join(', ')
  const rows = permittedRowsSql(targetPermit, 'r', parameters)
  const found = await source.database.query<{ id: string; title: string }>(
    `SELECT r.id, ${titleSql(target, names, { ...permit, alias: 'r' })} AS title FROM ${tableNameOf(target)} r WHERE r.id IN (${idList}) AND ${rows}`,
    parameters.values,
  )
  return found.map((row) => [row.id, row.title])
}

/** Returns the values at a version for the fields that have changed since then. */
export async function valuesAt(
  { database }: RecordSource,
  { name }: AnyResource,
  recordVersion: { id: string; version: number },
): Promise<Values> {
  const rows = await database.query<{ before: Values | null }>(
    `SELECT before FROM change WHERE resource = $1 AND record_id = $2::uuid AND version > $3 ORDER BY version DESC`,
    [name, recordVersion.id, recordVersion.version],
  )
  return Object.assign({}, ...rows.map(({ before }) => before ?? {}))
}
