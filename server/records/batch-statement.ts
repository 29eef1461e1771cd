/** One statement that stores many records with their history. */
import { type AnyResource, fieldOf, storedEntries } from '#model/resource.ts'
import type { Queries } from '#server/database/database.ts'
import { columnNameOf, tableNameOf } from '#server/database/names.ts'
import { uuidv7 } from '#server/database/uuid.ts'
import { toParameter } from '#server/database/values.ts'
import type { Permit } from '#server/policy/permit.ts'
import { type Family, familyOf } from './families.ts'
import { Parameters } from './parameters.ts'
import type { Source } from './source.ts'
import { storedColumns, type Values } from './storage.ts'
import { historyColumns, historyOf } from './write.ts'

/** One of the records of a statement. All of them store the same columns. */
export interface Stored {
  readonly id: string
  /** The version that it must still have; null for a new one. */
  readonly from: number | null
  /** What is stored, and what the history tells of. */
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
export async function storeMany(source: Source, queries: Queries, { permit, action, at, rows }: ManyWrites): Promise<number> {
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
  // What was given comes back from a change with the row, so that the two need not be joined anew.
  const done = await queries.query(
    `WITH g AS (${given.sql()}), r AS (${stored}),
     noted AS (INSERT INTO change (${historyColumns}) SELECT ${history.join(', ')} FROM ${isNew ? 'g' : 'r g'})
     SELECT 1 FROM r`,
    given.parameters.values,
  )
  return done.length
}

/** What differs from row to row travels as an array for each column, what is the same in all as one value. */
class Given {
  readonly parameters = new Parameters()
  readonly #arrays: string[] = []

  value(values: readonly unknown[], type: string): string {
    const texts = values.map(toParameter)
    return texts.every((text) => text === texts[0]) ? this.parameters.add(texts[0] ?? null, type) : this.#array(texts, type)
  }

  column(values: readonly unknown[], type: string): string {
    return this.#array(values.map(toParameter), type)
  }

  #array(texts: readonly (string | null)[], type: string): string {
    // An array of arrays would have to be even: each travels as the text of one value.
    const isPlain = type === 'uuid' || type === 'integer' || type === 'text'
    this.#arrays.push(this.parameters.add(texts, isPlain ? `${type}[]` : 'text[]'))
    return `g.c${this.#arrays.length}${isPlain ? '' : `::${type}`}`
  }

  sql(): string {
    return `SELECT * FROM unnest(${this.#arrays.join(', ')}) AS g(${this.#arrays.map((_, i) => `c${i + 1}`).join(', ')})`
  }
}

/** Name and values of each column that the rows store. */
function columnsOf({ keys }: Source, resource: AnyResource, rows: readonly Stored[]): [name: string, values: unknown[]][] {
  const columns = new Map<string, unknown[]>()
  for (const { id, values, record } of rows)
    for (const [name, value] of storedColumns(resource, values, record, { keys, id })) {
      const known = columns.get(name)
      if (known) known.push(value)
      else columns.set(name, [value])
    }
  return [...columns]
}

const sqlTypes: { readonly [F in Family]: string } = {
  text: 'text',
  ascii: 'text',
  word: 'text',
  secret: 'text',
  number: 'numeric',
  boolean: 'boolean',
  date: 'date',
  instant: 'timestamptz',
  words: 'text[]',
  id: 'uuid',
  file: 'uuid',
  none: 'jsonb',
}

/** Type of a column; those beside a field's own hold text. */
function typeOf(resource: AnyResource, column: string): string {
  const [name] = storedEntries(resource).find(([field]) => columnNameOf(field) === column) ?? []
  if (name === undefined) return 'text'
  const spec = fieldOf(resource, name)
  return spec.kind === 'integer' ? 'integer' : sqlTypes[familyOf(spec)]
}
