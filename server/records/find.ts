import { AppError } from '#model/errors.ts'
import { isId } from '#model/paths.ts'
import type { WireRecord } from '#model/wire.ts'
import type { Queries } from '#server/database/database.ts'
import { tableNameOf } from '#server/database/names.ts'
import { type Permit, permittedRows } from '#server/policy/permit.ts'
import { valueSql } from './families.ts'
import { Parameters } from './parameters.ts'
import { type Row, readingOf, titleJoins } from './reading.ts'
import type { Source } from './source.ts'
import { clearValues, storedNames, type Values } from './storage.ts'

/** The record of that id, as the permit's role sees it; without an id, the only record of a single resource. Throws `record.missing`. */
export async function find(source: Source, permit: Permit, id: string | null): Promise<WireRecord> {
  if (id !== null && !isId(id)) throw new AppError('record.missing')
  const reading = readingOf(permit.resource, permit.role, source.keys)
  const parameters = new Parameters()
  const where = rowCondition(permit, id, parameters)
  const joins = titleJoins(reading.references, permit, parameters)
  const text = `SELECT ${reading.columns} FROM ${tableNameOf(permit.resource)} r${joins} WHERE ${where}`
  const [row] = await source.database.query<Row>(text, parameters.values)
  if (!row) throw new AppError('record.missing')
  return reading.record(row, permit.asker)
}

function rowCondition(permit: Permit, id: string | null, parameters: Parameters): string {
  const parts = id === null ? [] : [`r.id = ${parameters.add(id, 'uuid')}`]
  const rows = permittedRows(permit, 'r', parameters)
  if (rows !== 'TRUE') parts.push(rows)
  return parts.length === 0 ? 'TRUE' : parts.join(' AND ')
}

/** A record with every stored value in clear, whoever may read it. For the program's own eyes. */
export interface StoredRecord {
  readonly id: string
  readonly version: number
  readonly values: Values
}

/** The stored record of that id among the permit's rows. Throws `record.missing`. */
export async function findStored(
  source: Source,
  permit: Permit,
  id: string | null,
  queries: Queries = source.database,
): Promise<StoredRecord> {
  const { resource } = permit
  if (id !== null && !isId(id)) throw new AppError('record.missing')
  const parameters = new Parameters()
  const where = rowCondition(permit, id, parameters)
  const columns = ['id', 'version', ...storedNames(resource)].map((name) => `${valueSql(resource, name, 'r')} AS "${name}"`)
  const [row] = await queries.query<Row>(`SELECT ${columns.join(', ')} FROM ${tableNameOf(resource)} r WHERE ${where}`, parameters.values)
  if (!row) throw new AppError('record.missing')
  // The select list names both, and both engines answer them in these types.
  const { id: found, version, ...values } = row as { id: string; version: number; [field: string]: unknown }
  return { id: found, version, values: { ...values, ...clearValues(resource, values, { keys: source.keys, id: found }) } }
}
