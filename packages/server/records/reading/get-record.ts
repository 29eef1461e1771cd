import { nonStoredFieldsRead } from '@matricola/schema/access.ts'
import { isId } from '@matricola/schema/paths.ts'
import type { AnyResource, HasFields, ValuesOf } from '@matricola/schema/resource.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Queries } from '../../database/database.ts'
import { tableNameOf } from '../../database/names.ts'
import { type Permit, permittedRowsSql } from '../../policy/permit.ts'
import { Parameters } from '../../sql/parameters.ts'
import { clearValues, storedFieldNames, type Values } from '../../sql/storage.ts'
import { valueSql } from '../../sql/value-sql.ts'
import type { RecordSource } from '../source.ts'
import { type HiddenLinks, hiddenLinkColumns, splitHiddenLinks } from '../writing/hidden-links.ts'
import { type Row, readingFor, titleJoins } from './reading.ts'
import { type SelectedDetail, selectDetail } from './selected-detail.ts'

/**
 * Returns a record as the permit's role may see it. `id` is null for a resource with a single
 * record. Throws `record.missing`.
 */
export async function getRecord(
  source: RecordSource,
  permit: Permit,
  id: string | null,
  detail?: SelectedDetail,
): Promise<WireRecord> {
  if (id !== null && !isId(id)) throw new AppError('record.missing')
  const reading = readingFor(permit, source.keys)
  const parameters = new Parameters()
  const where = rowCondition(permit, id, parameters)
  const joins = titleJoins(reading.references, permit, parameters)
  const { column, attach } = selectDetail(detail, permit, parameters)
  const text = `SELECT ${reading.columns}${column} FROM ${tableNameOf(permit.resource)} r${joins} WHERE ${where}`
  const [row] = await source.database.query<Row>(text, parameters.values)
  if (!row) throw new AppError('record.missing')
  return attach(reading.toRecord(row, permit.callerIdentity), row)
}

function rowCondition(permit: Permit, id: string | null, parameters: Parameters): string {
  const parts = id === null ? [] : [`r.id = ${parameters.add(id, 'uuid')}`]
  const rows = permittedRowsSql(permit, 'r', parameters)
  if (rows !== 'TRUE') parts.push(rows)
  return parts.length === 0 ? 'TRUE' : parts.join(' AND ')
}

/**
 * A record with every stored value decrypted, regardless of who may read it. For use by the server
 * only.
 */
export interface StoredRecord<R extends HasFields = AnyResource> {
  readonly id: string
  readonly version: number
  readonly values: ValuesOf<R>
  /** Values of other records that conditions on this record read: see `nonStoredFieldsRead`. */
  readonly referencedValues: Values
  /**
   * For each field that refers to several records, the ids that the permit's holder may not name.
   */
  readonly hidden: HiddenLinks
}

/** Returns a stored record among the permit's rows. Throws `record.missing`. */
export async function getStoredRecord(
  source: RecordSource,
  permit: Permit,
  id: string | null,
  queries: Queries = source.database,
): Promise<StoredRecord> {
  const { resource } = permit
  if (id !== null && !isId(id)) throw new AppError('record.missing')
  const parameters = new Parameters()
  const where = rowCondition(permit, id, parameters)
  const [row] = await queries.query<StoredRow>(
    `${storedSelectSql(permit, parameters)} WHERE ${where}`,
    parameters.values,
  )
  if (!row) throw new AppError('record.missing')
  return toStoredRecord(source, resource, row)
}

/**
 * Returns stored records among the permit's rows, by id. Ids that do not exist or are outside the
 * permit are left out. With `isLocked`, the rows stay locked until the transaction ends.
 */
export async function findStoredRecords(
  source: RecordSource,
  permit: Permit,
  { ids, isLocked }: { readonly ids: readonly string[]; readonly isLocked: boolean },
): Promise<ReadonlyMap<string, StoredRecord>> {
  const { resource } = permit
  const parameters = new Parameters()
  const rows = permittedRowsSql(permit, 'r', parameters)
  const where = `r.id = ANY(${parameters.add(ids.filter(isId), 'uuid[]')})${rows === 'TRUE' ? '' : ` AND ${rows}`}`
  // Locking in id order prevents deadlocks between transactions that lock several records.
  const lock = isLocked ? ' ORDER BY r.id FOR NO KEY UPDATE OF r' : ''
  const found = await source.database.query<StoredRow>(
    `${storedSelectSql(permit, parameters)} WHERE ${where}${lock}`,
    parameters.values,
  )
  return new Map(found.map((row) => [row.id, toStoredRecord(source, resource, row)]))
}

/**
 * Every select of stored records has these two columns, and both engines return them in these
 * types.
 */
type StoredRow = {
  readonly id: string
  readonly version: number
  readonly [field: string]: unknown
}

function storedSelectSql(permit: Permit, parameters: Parameters): string {
  const { resource } = permit
  const columns = [
    ...['id', 'version', ...storedFieldNames(resource), ...nonStoredFieldsRead(resource)].map(
      (name) => `${valueSql(resource, name, 'r')} AS "${name}"`,
    ),
    ...hiddenLinkColumns(permit, parameters),
  ]
  return `SELECT ${columns.join(', ')} FROM ${tableNameOf(resource)} r`
}

function toStoredRecord(
  { keys }: RecordSource,
  resource: AnyResource,
  row: StoredRow,
): StoredRecord {
  const { id, version, ...all } = row
  const { visible, hidden } = splitHiddenLinks(all)
  const paths = nonStoredFieldsRead(resource)
  const referencedValues = Object.fromEntries(paths.map((path) => [path, visible[path]]))
  const values =
    paths.length === 0
      ? visible
      : Object.fromEntries(Object.entries(visible).filter(([name]) => !paths.includes(name)))
  return {
    id,
    version,
    values: { ...values, ...clearValues(resource, values, { keys, id }) },
    referencedValues,
    hidden,
  }
}
