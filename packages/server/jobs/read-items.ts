import { readableFields } from '@matricola/schema/access.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import type { JobKind, JobOutcome, WireJobItem, WireJobItems } from '@matricola/schema/wire/jobs.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/database.ts'
import { cellText } from '../exchange/import/cells.ts'
import { authorize, type Permit } from '../policy/permit.ts'
import type { RawCell } from '../ports/file-reader.ts'
import type { RecordedChange } from '../records/records.ts'
import { recordsOf } from '../records/store.ts'
import type { SecretKeys } from '../secret-keys.ts'
import { Parameters } from '../sql/parameters.ts'
import { titleOfNew, titleWordIn } from './item-titles.ts'
import { decryptCells } from './items.ts'
import { getJobWithUndo, type JobWithUndo } from './wire-job.ts'

/** Number of rows per statement when all are read. */
const chunkRows = 500

interface ItemRecord {
  readonly position: number
  readonly record_id: string | null
  readonly outcome: JobOutcome
  readonly is_new: boolean
  readonly title: string
  readonly input: string | null
  readonly changes: { readonly [field: string]: readonly [before: unknown, after: unknown] } | null
  readonly issues: FieldIssues | null
}

interface ItemsQuery {
  readonly pageNumber: number
  readonly pageSize: number
  /** Empty: all outcomes. */
  readonly outcomes: readonly JobOutcome[]
  /** Only the item at this position. */
  readonly position?: number
}

/**
 * Returns a page of a job's items in order. Changes are limited to fields that the caller may read
 * today. Throws `job.missing` and `access.denied`.
 */
export async function readItemPage(
  context: Context,
  caller: Caller,
  { id, query }: { id: string; query: ItemsQuery },
): Promise<WireJobItems> {
  const { database } = context
  const job = await getJobWithUndo(context, caller, id)
  const permit = authorize(caller, context.registry.get(job.resource), 'read')
  const { pageNumber: page, pageSize, outcomes, position } = query
  const parameters = new Parameters()
  const where = [`job_id = ${parameters.add(id, 'uuid')}`]
  if (outcomes.length > 0) where.push(`outcome = any(${parameters.add(outcomes, 'text[]')})`)
  if (position !== undefined) where.push(`position = ${parameters.add(position, 'integer')}`)
  const [countRow] = await database.query<{ total: number }>(
    `select count(*) as total from job_item where ${where.join(' and ')}`,
    parameters.values,
  )
  const rows = await database.query<ItemRecord>(
    `select position, record_id, outcome, is_new, title, input, changes, issues from job_item where ${where.join(' and ')}
     order by position limit ${parameters.add(pageSize, 'bigint')} offset ${parameters.add((page - 1) * pageSize, 'bigint')}`,
    parameters.values,
  )
  const list = await toWireItems(context, { caller, job, permit }, rows)
  return { totalCount: countRow?.total ?? 0, page, pageSize, list }
}

interface ItemsReader {
  readonly caller: Caller
  readonly job: JobWithUndo
  readonly permit: Permit
}

async function toWireItems(
  context: Context,
  { caller, job, permit }: ItemsReader,
  rows: readonly ItemRecord[],
): Promise<WireJobItem[]> {
  const { keys, texts } = context
  const { resource, language } = permit
  const records = recordsOf(context)
  const word = titleWordIn(resource, { texts, language: language ?? job.language })
  const ids = rows.flatMap((row) => row.record_id ?? [])
  const [changes, titles] = await Promise.all([
    records.visibleChanges(
      permit,
      rows.map((row) => toRecordedChange(row, job.kind)),
    ),
    records.titles(permit, ids, word),
  ])
  return rows.map((row, i): WireJobItem => {
    const cells = findOriginalCells(keys, { caller, job }, row)
    const now =
      row.record_id === null
        ? titleOfNew(permit, changes[i] ?? [], word)
        : titles.get(row.record_id)
    return {
      position: row.position,
      recordId: row.record_id,
      // The stored title is used for records that no longer exist or that the caller may not read.
      title: now || row.title,
      outcome: row.outcome,
      isNew: row.is_new && job.kind !== 'undo',
      isRemoved: row.is_new && job.kind === 'undo',
      changes: changes[i] ?? [],
      issues: readableIssues(permit.resource, permit.role, row.issues ?? {}),
      cells: cells?.map((cell) => cellText(cell, { texts, language: job.language })) ?? null,
    }
  })
}

/**
 * Returns the original cells of a row; null unless the caller made the job, since only that user
 * knows the file.
 */
function findOriginalCells(
  keys: SecretKeys,
  { caller, job }: Pick<ItemsReader, 'caller' | 'job'>,
  row: ItemRecord,
): readonly RawCell[] | null {
  const cells = job.actor_id === caller.id ? decryptCells(keys, job.id, row) : null
  // `encryptCells` is only called with arrays.
  return Array.isArray(cells) ? (cells as RawCell[]) : null
}

/** An item and, if it comes from the caller's file, its original cells. */
export interface ItemWithCells {
  readonly item: WireJobItem
  readonly cells: readonly RawCell[] | null
}

/**
 * Yields all items with the given outcomes in order, in batches. No transaction or cursor stays
 * open in between.
 */
export async function* streamItems(
  context: Context,
  reader: ItemsReader,
  outcomes: readonly JobOutcome[],
): AsyncGenerator<readonly ItemWithCells[]> {
  for (let after = -1; ; ) {
    const rows = await context.database.query<ItemRecord>(
      `select position, record_id, outcome, is_new, title, input, changes, issues from job_item
       where job_id = $1 and position > $2 and (outcome = any($3::text[]) or cardinality($3::text[]) = 0) order by position limit ${chunkRows}`,
      [reader.job.id, after, outcomes],
    )
    if (rows.length === 0) return
    const items = await toWireItems(context, reader, rows)
    yield items.map((item, i): ItemWithCells => {
      const row = rows[i]
      return { item, cells: row ? findOriginalCells(context.keys, reader, row) : null }
    })
    after = rows.at(-1)?.position ?? after
  }
}

const toRecordedChange = ({ changes, is_new }: ItemRecord, kind: JobKind): RecordedChange => {
  const entries = Object.entries(changes ?? {})
  return {
    before:
      is_new && kind !== 'undo'
        ? null
        : Object.fromEntries(entries.map(([name, [before]]) => [name, before])),
    after: Object.fromEntries(entries.map(([name, [, after]]) => [name, after])),
  }
}

/**
 * Issues of fields that the role may read, of rows as a whole, and of columns that belong to no
 * field.
 */
function readableIssues(resource: AnyResource, role: Role, issues: FieldIssues): FieldIssues {
  const readable = readableFields(resource, role)
  return Object.fromEntries(
    Object.entries(issues).filter(
      ([name]) => !Object.hasOwn(resource.fields, name) || readable.includes(name),
    ),
  )
}

/**
 * Returns the fields that any item of a job changes and the role may read, in order of declaration.
 */
export async function readChangedFields(
  queries: Queries,
  {
    id,
    resource,
    role,
  }: { readonly id: string; readonly resource: AnyResource; readonly role: Role },
): Promise<string[]> {
  const rows = await queries.query<{ name: string }>(
    `select distinct k.name from job_item i, jsonb_object_keys(i.changes) as k(name) where i.job_id = $1 and jsonb_typeof(i.changes) = 'object'`,
    [id],
  )
  const changed = new Set(rows.map(({ name }) => name))
  return readableFields(resource, role).filter((name) => changed.has(name))
}
