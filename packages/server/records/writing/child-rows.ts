/** Stores child rows together with their record, in one transaction. */
import { isWritable } from '@matricola/schema/access.ts'
import { isId, nilId } from '@matricola/schema/paths.ts'
import { related } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { type ChildRowsField, childRowEntries } from '@matricola/schema/resource-fields.ts'
import { createSchema, updateSchema, validateInput } from '@matricola/schema/validation.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { FieldIssues, Issue, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Queries } from '../../database/database.ts'
import { columnNameOf, tableNameOf } from '../../database/names.ts'
import {
  derivePermit,
  deriveReadPermit,
  type Permit,
  permittedRowsSql,
} from '../../policy/permit.ts'
import { Parameters } from '../../sql/parameters.ts'
import type { Values } from '../../sql/storage.ts'
import type { BatchResult, BatchRow } from '../batch/types.ts'
import { cachedSchema } from '../cached-schema.ts'
import { findStoredRecords } from '../reading/get-record.ts'
import type { TransactionStore } from '../records.ts'
import { issuesForRole } from './prepare.ts'
import { logRowChanges, type RowChanges } from './row-history.ts'

/** A request body split into the record's own values and its rows by field. */
export interface BodyWithRows {
  readonly body: Values
  readonly rows: readonly (readonly [field: ChildRowsField, rows: unknown])[]
}

/** Splits the body; null if it has no rows. */
export function splitChildRows(resource: AnyResource, body: unknown): BodyWithRows | null {
  if (typeof body !== 'object' || body === null) return null
  const values: Values = { ...body }
  const rows = childRowEntries(resource).flatMap((field) =>
    Object.hasOwn(values, field.name) ? [[field, values[field.name]] as const] : [],
  )
  if (rows.length === 0) return null
  const names = rows.map(([{ name }]) => name)
  return {
    body: Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name))),
    rows,
  }
}

/** A row of the request, validated as far as the declaration allows. */
interface RequestedRow {
  readonly id: string | null
  readonly version: number | null
  readonly values: Values
  readonly issues: FieldIssues
}

/** The rows of one field, and the caller's permit to write them; null if there is none. */
interface RowsPlan {
  readonly field: ChildRowsField
  readonly resource: AnyResource
  readonly permit: Permit | null
  readonly rows: readonly RequestedRow[]
  readonly issues: FieldIssues
}

/**
 * Stores a record with `write`, then its rows, each under the rules and permissions of its own
 * resource. Returns the record. Throws all issues by path (`lines.2.amount`), `record.stale` if a
 * row has changed, and `record.incomplete`.
 */
export async function storeWithChildRows(
  transaction: TransactionStore,
  permit: Permit,
  { body, rows }: BodyWithRows,
  {
    action,
    write,
  }: { readonly action: string; readonly write: (body: Values) => Promise<WireRecord> },
): Promise<WireRecord> {
  const { source, queries } = transaction
  const id = typeof body.id === 'string' ? body.id : null
  // The lock prevents two simultaneous calls from together exceeding the maximum number of rows.
  const storedBefore =
    id === null
      ? undefined
      : await findStoredRecords(source, deriveReadPermit(permit), { ids: [id], isLocked: true })
  const plans = rows.map(([field, input]) => planRows(permit, field, { input, id }))
  const earlyIssues = Object.assign({}, ...plans.map(({ issues }) => issues)) as FieldIssues
  const isValid = Object.keys(earlyIssues).length === 0
  let record: WireRecord
  try {
    record = await write(body)
  } catch (error) {
    if (isValid || !(error instanceof AppError) || error.code !== 'input.invalid') throw error
    throw invalidInput({ ...error.details.fields, ...earlyIssues })
  }
  if (!isValid) throw invalidInput(earlyIssues)
  const found: Record<string, readonly Issue[]> = {}
  let isStale = false
  const rowChanges: Record<string, RowChanges> = {}
  for (const plan of plans) {
    const { issues, isStale: stale, note } = await storeChildRows(transaction, plan, record.id)
    Object.assign(found, issues)
    isStale ||= stale
    if (note) rowChanges[plan.field.name] = note
  }
  if (Object.keys(found).length > 0) throw rowsError(found, isStale)
  if (Object.keys(rowChanges).length === 0) return record
  await logRowChanges(source, queries, permit, {
    id: record.id,
    rowChanges,
    isWritten: record.version !== storedBefore?.get(record.id)?.version,
    action,
  })
  return reloadRecord(transaction, permit, record)
}

function rowsError(fields: FieldIssues, isStale: boolean): AppError {
  // A value that the server has not set is not the caller's mistake.
  const isIncomplete = Object.values(fields).some((issues) =>
    issues.some(({ code }) => code === 'value.notSet'),
  )
  if (isIncomplete) return new AppError('record.incomplete', { fields })
  return isStale ? new AppError('record.stale', { fields }) : invalidInput(fields)
}

/**
 * Reads the record again, because the hooks of its rows may have changed it. Returns the earlier
 * response if the caller cannot read it.
 */
async function reloadRecord(
  { records }: TransactionStore,
  permit: Permit,
  record: WireRecord,
): Promise<WireRecord> {
  const reading = derivePermit(permit, permit.resource, 'read')
  try {
    return reading ? await records.get(reading, record.id) : record
  } catch (error) {
    if (error instanceof AppError && error.code === 'record.missing') return record
    throw error
  }
}

function planRows(
  permit: Permit,
  field: ChildRowsField,
  { input, id }: { readonly input: unknown; readonly id: string | null },
): RowsPlan {
  const resource = related(permit.resource, field.of)
  const writePermit =
    derivePermit(permit, resource, 'update') ?? derivePermit(permit, resource, 'create')
  const plan = { field, resource, permit: writePermit }
  const withIssue = (code: string, params?: Issue['params']) => ({
    ...plan,
    rows: [],
    issues: { [field.name]: [{ code, ...(params && { params }) }] },
  })
  if (!Array.isArray(input)) return withIssue('type.wrong')
  if (input.length > field.max) return withIssue('rows.tooMany', { max: field.max })
  if (!writePermit)
    return input.length > 0 ? withIssue('field.notWritable') : { ...plan, rows: [], issues: {} }
  const rows = input.map((row, index) => parseRow(writePermit, field, { row, index, parentId: id }))
  const ids = rows.map((row) => row.id)
  const issues = rows.flatMap((row, index) => {
    const isRepeated = row.id !== null && ids.indexOf(row.id) < index
    return issuesByPath(field, index, isRepeated ? { _: [{ code: 'row.twice' }] } : row.issues)
  })
  return { ...plan, rows, issues: Object.fromEntries(issues) }
}

/** Returns the issues of the row at an index by path. */
const issuesByPath = ({ name }: ChildRowsField, index: number, issues: FieldIssues) =>
  Object.entries(issues).map(
    ([field, found]) =>
      [field === '_' ? `${name}.${index}` : `${name}.${index}.${field}`, found] as const,
  )

interface RowRequest {
  readonly row: unknown
  readonly index: number
  readonly parentId: string | null
}

function parseRow(
  permit: Permit,
  field: ChildRowsField,
  { row, index, parentId }: RowRequest,
): RequestedRow {
  const { resource, role } = permit
  const rejected = (issues: FieldIssues, rowId: string | null = null): RequestedRow => ({
    id: rowId,
    version: null,
    values: {},
    issues,
  })
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    return rejected({ _: [{ code: 'type.wrong' }] })
  const { id = null, version = null, [field.by]: parent, ...enteredValues }: Values = { ...row }
  if (parent !== undefined && parent !== parentId)
    return rejected({ [field.by]: [{ code: 'field.notWritable' }] })
  if (id !== null && !(typeof id === 'string' && isId(id)))
    return rejected({ id: [{ code: 'type.wrong' }] })
  const order = field.order === undefined ? {} : { [field.order]: index + 1 }
  if (id === null) {
    const values = { ...enteredValues, ...order, [field.by]: parentId ?? nilId }
    const schema = cachedSchema(resource, `row/${role}`, () => createSchema(resource, role))
    const result = validateInput(schema, writableValues(permit, values))
    return {
      id,
      version: null,
      values,
      issues: result.ok ? {} : issuesForRole(resource, permit, result.fields, 'create'),
    }
  }
  const schema = cachedSchema(resource, `update/${role}`, () => updateSchema(resource, role))
  const unordered = Object.fromEntries(
    Object.entries(enteredValues).filter(([name]) => name !== field.order),
  )
  const result = validateInput(schema, { id, ...(version !== null && { version }), ...unordered })
  if (!result.ok) return rejected(issuesForRole(resource, permit, result.fields, 'update'), id)
  const { id: _, version: expected, ...values } = result.value as { id: string; version?: number }
  return { id, version: expected ?? null, values: { ...values, ...order }, issues: {} }
}

/**
 * Selects the values of a new row that its form may set, or with `isOwn` those that only the server
 * sets.
 */
const writableValues = ({ resource, role }: Permit, values: Values, isOwn = false): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const isProgram =
        Object.hasOwn(resource.fields, name) && !isWritable(resource, role, name, 'create')
      return isProgram === isOwn
    }),
  )

interface StoredRows {
  readonly issues: FieldIssues
  readonly isStale: boolean
  /** The change, for the history; absent: nothing changed. */
  readonly note?: RowChanges
}

async function storeChildRows(
  { records, queries }: TransactionStore,
  plan: RowsPlan,
  parentId: string,
): Promise<StoredRows> {
  const { field, permit, rows } = plan
  if (!permit) return { issues: {}, isStale: false }
  const existing = await findExistingRows(queries, permit, { field, parentId })
  const unknownRows = rows.flatMap(({ id }, index) =>
    id !== null && !existing.has(id)
      ? issuesByPath(field, index, { _: [{ code: 'row.notOfRecord' }] })
      : [],
  )
  if (unknownRows.length > 0) return { issues: Object.fromEntries(unknownRows), isStale: false }
  const submittedIds = new Set(rows.map(({ id }) => id))
  const absent = [...existing].filter(([id, { isActive }]) => isActive && !submittedIds.has(id))
  const missing = field.missing === undefined ? [] : absent.map(([id]) => id)
  if (
    field.missing === 'deactivate' &&
    missing.length > 0 &&
    !isWritable(permit.resource, permit.role, 'isActive', 'update')
  )
    return { issues: { [field.name]: [{ code: 'rows.notRemovable' }] }, isStale: false }
  const batchRows = [
    ...rows.map((row, position) => toBatchRow(permit, field, { row, position, parentId })),
    ...missing.map((id, i) => toRemovedRow(field, id, rows.length + i)),
  ]
  if (batchRows.length === 0) return { issues: {}, isStale: false }
  const results = await records.batch({
    permit,
    action: 'update',
    jobId: null,
    commit: true,
    rows: batchRows,
  })
  const rejected = results.filter(({ outcome }) => outcome !== 'done' && outcome !== 'same')
  const keptIds = rejected
    .filter(({ position }) => position >= rows.length)
    .flatMap(({ id }) => id ?? [])
  const titles = await records.titles(deriveReadPermit(permit), keptIds)
  const issues = rejected.flatMap((result) =>
    issuesOf(field, { result, rowCount: rows.length, titles }),
  )
  const note = rowChangesOf(results, rows.length)
  return {
    issues: grouped(issues),
    isStale: rejected.some(({ outcome }) => outcome === 'stale'),
    ...(note && { note }),
  }
}

interface ExistingRow {
  /** Whether the row is active. Rows of fields that do not deactivate are always active. */
  readonly isActive: boolean
  readonly order: number | null
}

/** Returns the rows of a record that the caller may read, by id and in order. */
export async function findExistingRows(
  queries: Queries,
  permit: Permit,
  { field, parentId }: { readonly field: ChildRowsField; readonly parentId: string },
): Promise<ReadonlyMap<string, ExistingRow>> {
  const parameters = new Parameters()
  const reading = deriveReadPermit(permit)
  const where = [
    `r.${columnNameOf(field.by)} = ${parameters.add(parentId, 'uuid')}`,
    permittedRowsSql(reading, 'r', parameters),
  ].join(' AND ')
  const active = field.missing === 'deactivate' ? `r.${columnNameOf('isActive')}` : 'TRUE'
  const order = field.order === undefined ? 'NULL::integer' : `r.${columnNameOf(field.order)}`
  const found = await queries.query<ExistingRow & { id: string }>(
    `SELECT r.id, ${active} AS "isActive", ${order} AS "order" FROM ${tableNameOf(permit.resource)} r WHERE ${where} ORDER BY ${order}, r.id`,
    parameters.values,
  )
  return new Map(found.map((row) => [row.id, row]))
}

interface RowAtPosition {
  readonly row: RequestedRow
  readonly position: number
  readonly parentId: string
}

function toBatchRow(
  permit: Permit,
  { by }: ChildRowsField,
  { row: { id, version, values }, position, parentId }: RowAtPosition,
): BatchRow {
  if (id !== null) return { position, id, version, valuesFor: () => values }
  const withParent = { ...values, [by]: parentId }
  return {
    position,
    id,
    version,
    valuesFor: () => writableValues(permit, withParent),
    serverValues: writableValues(permit, withParent, true),
  }
}

const toRemovedRow = ({ missing }: ChildRowsField, id: string, position: number): BatchRow => ({
  ...{ position, id, version: null },
  ...(missing === 'remove'
    ? { valuesFor: () => ({}), removes: true }
    : { valuesFor: () => ({ isActive: false }) }),
})

interface RejectedRow {
  readonly result: BatchResult
  /** Number of rows in the form. */
  readonly rowCount: number
  readonly titles: ReadonlyMap<string, string>
}

/**
 * Returns the issues of a rejected row by path. A row that could not be removed is not in the form,
 * so its title identifies it.
 */
function issuesOf(
  field: ChildRowsField,
  { result, rowCount, titles }: RejectedRow,
): readonly (readonly [string, readonly Issue[]])[] {
  const { position, id, outcome, issues } = result
  if (position >= rowCount)
    return [[field.name, [{ code: 'row.notRemoved', params: { row: titles.get(id ?? '') ?? '' } }]]]
  if (outcome === 'stale') return [[`${field.name}.${position}`, [{ code: 'row.stale' }]]]
  if (outcome === 'denied') return [[`${field.name}.${position}`, [{ code: 'row.denied' }]]]
  return issuesByPath(field, position, issues)
}

/** Groups issues by path. Several rows can share one. */
function grouped(issues: readonly (readonly [string, readonly Issue[]])[]): FieldIssues {
  const byPath: Record<string, readonly Issue[]> = {}
  for (const [path, found] of issues) byPath[path] = [...(byPath[path] ?? []), ...found]
  return byPath
}

function rowChangesOf(results: readonly BatchResult[], rowCount: number): RowChanges | null {
  const done = results.filter(({ outcome }) => outcome === 'done')
  if (done.length === 0) return null
  const toRowVersion = ({ id, baseVersion }: BatchResult) => ({
    id: id ?? '',
    version: baseVersion ?? 0,
  })
  return {
    added: done.filter(({ isNew }) => isNew).map(toRowVersion),
    changed: done.filter(({ isNew, position }) => !isNew && position < rowCount).map(toRowVersion),
    removed: done.filter(({ position }) => position >= rowCount).map(toRowVersion),
  }
}
