/** Account of a migration that rows do not take: its name, the rows and the way out. */
import type { Queries } from './database.ts'
import { DatabaseRefusal } from './refusal.ts'

interface Failed {
  readonly pack: string
  readonly tag: string
  readonly statement: string
  readonly error: unknown
}
interface Fault {
  readonly code?: unknown
  readonly message?: unknown
}

/** Rows that stand against a statement: of which table, and what is wrong with them. */
interface Against {
  readonly table: string
  readonly where: string
  readonly why: string
}

const mostNamed = 5

/** The refusal that a failed statement means, or null where its rows are not what is wrong. */
export async function migrationRefusal(queries: Queries, { pack, tag, statement, error }: Failed): Promise<DatabaseRefusal | null> {
  const { code, message } = (error ?? {}) as Fault
  if (typeof code !== 'string' || !/^(23|22001|22003)/.test(code)) return null
  const against = rowsAgainst(statement, code)
  const rows = against ? await namedRows(queries, against) : ''
  return new DatabaseRefusal(
    `The migration ${tag} of the pack ${pack} does not fit the records that are there: ${against?.why ?? String(message)}.${rows} ` +
      `Nothing was changed. Start the version of the program that was used last, and mend these records there; or say in the declaration what becomes of them, and have the migration written anew (docs/change-an-entity.md).`,
  )
}

/** Rows that a statement of the generator stumbles over; null where that cannot be told from it. */
function rowsAgainst(statement: string, code: string): Against | null {
  const table = /^(?:ALTER TABLE|CREATE UNIQUE INDEX "\w+" ON) "(\w+)"/.exec(statement)?.[1]
  if (table === undefined) return null
  const column = /(?:ALTER|ADD) COLUMN "(\w+)"/.exec(statement)?.[1]
  if (code === '23502' && column !== undefined) {
    const isNew = statement.includes('ADD COLUMN')
    return { table, where: isNew ? 'true' : `"${column}" IS NULL`, why: `${table} has records without a value for ${column}` }
  }
  const check = /ADD CONSTRAINT "(\w+)" CHECK \((.*)\);?$/s.exec(statement)
  if (code === '23514' && check)
    return { table, where: `NOT (${check[2]})`, why: `${table} has records for which ${check[2]} does not hold` }
  const unique = /USING btree \((.*)\)/s.exec(statement)?.[1]
  if (code === '23505' && unique !== undefined)
    return {
      table,
      where: `(${unique}) IN (SELECT ${unique} FROM "${table}" GROUP BY ${unique} HAVING count(*) > 1)`,
      why: `${table} has records that are alike in ${unique}`,
    }
  const key = /FOREIGN KEY \("(\w+)"\) REFERENCES "public"\."(\w+)"/.exec(statement)
  if (code === '23503' && key)
    return {
      table,
      where: `"${key[1]}" IS NOT NULL AND NOT EXISTS (SELECT FROM "${key[2]}" o WHERE o.id = "${table}"."${key[1]}")`,
      why: `${table} has records whose ${key[1]} is no record of ${key[2]}`,
    }
  return null
}

async function namedRows(queries: Queries, { table, where }: Against): Promise<string> {
  const rows = await queries.query<{ id: string; total: number }>(
    `select id::text as id, (count(*) over ())::int as total from "${table}" where ${where} order by id limit ${mostNamed}`,
  )
  const [{ total } = { total: 0 }] = rows
  if (total === 0) return ''
  const ids = rows.map(({ id }) => id).join(', ')
  return total === 1 ? ` It is the record ${ids}.` : ` They are ${total}${total > mostNamed ? `, among them ${ids}` : `: ${ids}`}.`
}
