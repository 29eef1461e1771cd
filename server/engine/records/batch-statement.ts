/** One statement that stores many records with their history. */
import type { Queries } from '#server/engine/database/database.ts'
import { tableNameOf } from '#server/engine/database/names.ts'
import { uuidv7 } from '#server/engine/database/uuid.ts'
import type { Permit } from '#server/engine/policy/permit.ts'
import type { Values } from '../sql/storage.ts'
import { columnsOf, Given, typeOf } from './batch-given.ts'
import type { Source } from './source.ts'
import { historyColumns, historyOf } from './write.ts'

/** One of the records of a statement. All of them store the same columns. */
export interface Stored {
  readonly id: string
  /** The version that it must still have; null for a new one. */
  readonly from: number | null
  /** Values that are stored, and those that the history tells of. */
  readonly values: Values
  readonly noted: Values
  readonly before: Values | null
  readonly record: Values
}

export interface ManyWrites {
  readonly permit: Permit
  readonly action: string
  readonly at: Date
  readonly rows: readonly Stored[]
}

/** Stores the rows and answers how many there were; a record that has another version is not touched. */
export async function storeMany(
  source: Pick<Source, 'keys' | 'jobId'>,
  queries: Queries,
  { permit, action, at, rows }: ManyWrites,
): Promise<number> {
  const { resource, actor } = permit
  const given = new Given()
  const id = given.column(
    rows.map((row) => row.id),
    'uuid',
  )
  const columns = columnsOf(source, resource, rows).map(([name, values]) => ({ name, value: given.value(values, typeOf(resource, name)) }))
  const time = given.parameters.add(at.toISOString(), 'timestamptz')
  const isNew = rows[0]?.from === null
  const history = [
    given.column(
      rows.map(() => uuidv7(at)),
      'uuid',
    ),
    given.parameters.add(resource.name, 'text'),
    id,
    isNew ? '1' : 'g.version',
    given.parameters.add(action, 'text'),
    given.parameters.add(actor.id, 'uuid'),
    given.parameters.add(actor.name, 'text'),
    given.parameters.add(actor.role, 'text'),
    time,
    'NULL::text',
    given.value(
      rows.map(({ noted, before }) => before && JSON.stringify(historyOf(resource, noted, before))),
      'jsonb',
    ),
    given.value(
      rows.map(({ noted }) => JSON.stringify(historyOf(resource, noted, noted))),
      'jsonb',
    ),
    given.parameters.add(source.jobId ?? null, 'uuid'),
  ]
  const table = tableNameOf(resource)
  const sets = [...columns.map(({ name, value }) => `${name} = ${value}`), 'version = w.version + 1', `updated_at = ${time}`]
  const from = given.column(
    rows.map((row) => row.from),
    'integer',
  )
  const stored = isNew
    ? `INSERT INTO ${table} (id, version, created_at, updated_at, ${columns.map(({ name }) => name).join(', ')})
       SELECT ${[id, '1', time, time, ...columns.map(({ value }) => value)].join(', ')} FROM g RETURNING id`
    : `UPDATE ${table} w SET ${sets.join(', ')} FROM g WHERE w.id = ${id} AND w.version = ${from} RETURNING g.*, w.version`
  // The given values come back from a change with the row, so that the two need not be joined anew.
  const done = await queries.query(
    `WITH g AS (${given.sql()}), r AS (${stored}),
     noted AS (INSERT INTO change (${historyColumns}) SELECT ${history.join(', ')} FROM ${isNew ? 'g' : 'r g'})
     SELECT 1 FROM r`,
    given.parameters.values,
  )
  return done.length
}
