/**
 * Chooses between the database and its replica for a list. The replica is used if it has all writes
 * of the caller, and if access does not depend on rows that may be out of date there.
 */
import { grantOf, isReadable, isRecordOnlyGrant } from '@matricola/schema/access.ts'
import { isFieldType } from '@matricola/schema/field.ts'
import { memoize } from '@matricola/schema/memoize.ts'
import { related } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { valueEntries } from '@matricola/schema/resource-fields.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import type { Database } from '../../database/database.ts'
import { invalidationsOf, type Topic } from '../../database/invalidations.ts'
import type { Replica, WalPosition } from '../../database/replica.ts'
import { coversEveryRow, type Permit } from '../../policy/permit.ts'
import type { RecordSource } from '../source.ts'
import { Totals } from './totals.ts'

/**
 * Totals counted on a replica. They are separate because they can be older than those of the
 * database.
 */
const replicaTotals = new WeakMap<Replica, Totals>()

/**
 * Returns the database for a list that needs all of `permits`: the replica if it has replayed
 * everything up to `after`, otherwise `database`. A statement that fails on the replica is retried
 * on the database.
 */
export function databaseForRead(
  database: Database,
  permits: readonly Permit[],
  after: WalPosition | null,
): Database {
  const { replica } = database
  const accessTopics = replica ? accessTopicsOf(permits) : null
  const queries = accessTopics && replica?.queriesFor({ after, accessTopics: accessTopics })
  return queries ? { ...database, query: (text, values) => queries.query(text, values) } : database
}

/**
 * Returns `source` with the database chosen by `databaseForRead`, and the totals that belong to it.
 */
export function sourceForRead(
  source: RecordSource,
  permit: Permit,
  after: WalPosition | null,
): RecordSource {
  const { replica } = source.database
  const database = databaseForRead(source.database, [permit], after)
  if (!replica || database === source.database) return source
  return { ...source, database, after, totals: totalsFor(replica, source) }
}

function totalsFor(replica: Replica, { database, clock }: RecordSource): Totals {
  const cachedTotals = replicaTotals.get(replica) ?? new Totals(clock, invalidationsOf(database))
  replicaTotals.set(replica, cachedTotals)
  return cachedTotals
}

/**
 * Returns the invalidation topics of writes that can change what the permits' holder may see. Null:
 * they cannot be determined.
 */
function accessTopicsOf(permits: readonly Permit[]): readonly Topic[] | null {
  if (!permits.every(coversEveryRow)) return null
  const all = permits.map(({ resource, role }) => accessTopicsOfTitles(resource, role))
  return all.some((topics) => topics === null) ? null : all.flatMap((judges) => judges ?? [])
}

const cachedTopics = memoize((_: AnyResource) => new Map<Role, readonly Topic[] | null>())

/**
 * Returns the topics for the titles of referenced records. Null if a title's visibility depends on
 * rows other than the record itself.
 */
function accessTopicsOfTitles(resource: AnyResource, role: Role): readonly Topic[] | null {
  const topicsByRole = cachedTopics(resource)
  const found = topicsByRole.get(role)
  if (found !== undefined) return found
  const targets = valueEntries(resource).flatMap(([name, spec]) =>
    (isFieldType(spec, 'reference') || isFieldType(spec, 'links')) &&
    isReadable(resource, role, name)
      ? [related(resource, spec.to)]
      : [],
  )
  const restricted = targets.flatMap((target) => {
    const rows = grantOf(target, role, 'name')
    return rows === undefined || rows === true ? [] : [{ target, rows }]
  })
  const topics = restricted.every(({ rows }) => isRecordOnlyGrant(rows))
    ? [...new Set(restricted.flatMap(({ target }): Topic[] => ['callers', `wrote ${target.name}`]))]
    : null
  topicsByRole.set(role, topics)
  return topics
}
