/** The statement of every write: the record, its history and the checks of what it refers to go to the database together. */
import { invalidInput } from '#model/errors.ts'
import type { WireRecord } from '#model/wire.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { tableNameOf } from '#server/engine/database/names.ts'
import { uuidv7 } from '#server/engine/database/uuid.ts'
import type { Permit } from '#server/engine/policy/permit.ts'
import { Parameters } from '../sql/parameters.ts'
import { historyValue, storedColumns, type Values } from '../sql/storage.ts'
import type { WriteEvent } from './hooks.ts'
import { type Row, readingOf, titleJoins } from './reading.ts'
import { referenceChecks } from './references.ts'
import type { Source } from './source.ts'

export interface Write {
  /** A change is made only where the record still has the version that it had before. */
  readonly event: WriteEvent
  readonly reason: string | null
}

/**
 * Writes and answers the record as the permit's role sees it; null when the record no longer has the version. Throws
 * `input.invalid` for a reference that is unknown or not allowed.
 */
export async function write(source: Source, queries: Queries, planned: Write): Promise<WireRecord | null> {
  const { permit, before, changed, record } = planned.event
  const reading = readingOf(permit.resource, permit.role, source.keys)
  const parameters = new Parameters()
  const checks = referenceChecks(permit, changed, record, parameters)
  const ctes = [
    ...(checks.cte ? [checks.cte] : []),
    `r AS (${before === null ? insertSql(source, planned, checks, parameters) : updateSql(source, planned, checks, parameters)})`,
    `noted AS (${historySql(source, planned, parameters)})`,
  ]
  const joins = titleJoins(reading.references, permit, parameters)
  const columns = [reading.columns, checks.columns].filter(Boolean).join(', ')
  const from = checks.cte ? 'refs LEFT JOIN r ON TRUE' : 'r'
  const [row] = await queries.query<Row>(`WITH ${ctes.join(', ')} SELECT ${columns} FROM ${from}${joins}`, parameters.values)
  if (row) {
    const issues = checks.issues(row)
    if (Object.keys(issues).length > 0) throw invalidInput(issues)
  }
  return row && row.id !== null ? reading.record(row, permit.asker) : null
}

interface Checks {
  readonly cte: string | null
  readonly holds: string
}

function insertSql(
  { keys }: Source,
  { event: { permit, id, changed, record, at: time } }: Write,
  checks: Checks,
  parameters: Parameters,
): string {
  const columns = [
    ['id', id],
    ['version', 1],
    ['created_at', time],
    ['updated_at', time],
    ...storedColumns(permit.resource, changed, record, { keys, id }),
  ]
  const names = columns.map(([name]) => name).join(', ')
  const values = columns.map(([, value]) => parameters.add(value)).join(', ')
  const rows = checks.cte ? `SELECT ${values} FROM refs WHERE ${checks.holds}` : `VALUES (${values})`
  return `INSERT INTO ${tableNameOf(permit.resource)} (${names}) ${rows} RETURNING *`
}

function updateSql(
  { keys }: Source,
  { event: { permit, before, id, changed, record, at } }: Write,
  checks: Checks,
  parameters: Parameters,
): string {
  const columns = storedColumns(permit.resource, changed, record, { keys, id })
  const sets = columns.map(([name, value]) => `${name} = ${parameters.add(value)}`)
  const where = [
    `w.id = ${parameters.add(id, 'uuid')}`,
    `w.version = ${parameters.add(before?.version ?? null, 'integer')}`,
    ...(checks.cte ? [checks.holds] : []),
  ]
  return `UPDATE ${tableNameOf(permit.resource)} w SET ${[...sets, 'version = w.version + 1', `updated_at = ${parameters.add(at)}`].join(', ')}${checks.cte ? ' FROM refs' : ''} WHERE ${where.join(' AND ')} RETURNING w.*`
}

/** Columns of the history, in the order in which every write fills them. */
export const historyColumns =
  'id, resource, record_id, version, action, actor_id, actor_name, actor_role, at, reason, before, after, job_id'

/** One row of history, written when and only when the record is. */
function historySql({ jobId }: Source, { event: { permit, action, changed, before, at }, reason }: Write, parameters: Parameters): string {
  const { resource, actor } = permit
  const old = before && historyOf(resource, changed, before.values)
  const values = [
    parameters.add(uuidv7(new Date(at)), 'uuid'),
    parameters.add(resource.name, 'text'),
    'r.id',
    'r.version',
    parameters.add(action, 'text'),
    parameters.add(actor.id, 'uuid'),
    parameters.add(actor.name, 'text'),
    parameters.add(actor.role, 'text'),
    parameters.add(at, 'timestamptz'),
    parameters.add(reason, 'text'),
    parameters.add(old && JSON.stringify(old), 'jsonb'),
    parameters.add(JSON.stringify(historyOf(resource, changed, changed)), 'jsonb'),
    parameters.add(jobId ?? null, 'uuid'),
  ]
  return `INSERT INTO change (${historyColumns}) SELECT ${values.join(', ')} FROM r`
}

/** The named fields of a record as the history keeps them; what a new record leaves empty is no change. */
export const historyOf = (resource: Permit['resource'], names: Values, values: Values) =>
  Object.fromEntries(Object.keys(names).map((name) => [name, historyValue(resource, name, values[name])]))
