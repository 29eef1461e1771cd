/** Readings that a replica may answer: for who has written nothing that it lacks, and where nobody's rights are judged by rows that it may not know yet. */
import { grantOf, isOfRecord, isReadable } from '#model/access.ts'
import { type AnyResource, isKind, valueEntries } from '#model/resource.ts'
import type { Role } from '#model/vocabulary.ts'
import { resourceNamed } from '#resources/index.ts'
import type { Database } from '#server/engine/database/database.ts'
import { newsOf, type Topic } from '#server/engine/database/news.ts'
import type { Position, Replica } from '#server/engine/database/replica.ts'
import { coversEveryRow, type Permit } from '#server/engine/policy/permit.ts'
import type { Source } from '../source.ts'
import { Totals } from './totals.ts'

/** Totals that a replica has counted: the database's own must not be as old. */
const totalsOf = new WeakMap<Replica, Totals>()

/**
 * The database for a list that all of `permits` are for: the replica of `database` where it has what was written until `after`, else
 * `database`. Statements that fail on the replica are asked of the database.
 */
export function agedDatabase(database: Database, permits: readonly Permit[], after: Position | null): Database {
  const { replica } = database
  const judgedBy = replica ? judgesOf(permits) : null
  const queries = judgedBy && replica?.reading({ after, judgedBy })
  return queries ? { ...database, query: (text, values) => queries.query(text, values) } : database
}

/** The same of a source, with the totals that the replica has counted. */
export function agedSource(source: Source, permit: Permit, after: Position | null): Source {
  const { replica } = source.database
  const database = agedDatabase(source.database, [permit], after)
  if (!replica || database === source.database) return source
  return { ...source, database, after, totals: totalsFor(replica, source) }
}

function totalsFor(replica: Replica, { database, clock }: Source): Totals {
  const known = totalsOf.get(replica) ?? new Totals(clock, newsOf(database))
  totalsOf.set(replica, known)
  return known
}

/** News of the writes that decide what the permits' holder may see of a list; null where too much does. */
function judgesOf(permits: readonly Permit[]): readonly Topic[] | null {
  if (!permits.every(coversEveryRow)) return null
  const all = permits.map(({ resource, role }) => judgesOfTitles(resource, role))
  return all.some((judges) => judges === null) ? null : all.flatMap((judges) => judges ?? [])
}

const known = new Map<string, readonly Topic[] | null>()

/** The same for the titles of what the records refer to: whether they are shown depends on their own records, where it depends on rows. */
function judgesOfTitles(resource: AnyResource, role: Role): readonly Topic[] | null {
  const key = `${resource.name}/${role}`
  const found = known.get(key)
  if (found !== undefined) return found
  const targets = valueEntries(resource).flatMap(([name, spec]) =>
    (isKind(spec, 'reference') || isKind(spec, 'links')) && isReadable(resource, role, name) ? [resourceNamed(spec.to)] : [],
  )
  const judged = targets.flatMap((target) => {
    const rows = grantOf(target, role, 'name')
    return rows === undefined || rows === true ? [] : [{ target, rows }]
  })
  const judges = judged.every(({ rows }) => isOfRecord(rows))
    ? [...new Set(judged.flatMap(({ target }): Topic[] => ['callers', `wrote ${target.name}`]))]
    : null
  known.set(key, judges)
  return judges
}
