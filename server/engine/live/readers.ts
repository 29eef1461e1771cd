import { grouped } from '#model/grouped.ts'
import type { AnyResource } from '#model/resource.ts'
import type { Role } from '#model/vocabulary.ts'
import { tableNameOf } from '#server/engine/database/names.ts'
import type { Environment } from '#server/engine/environment.ts'
import { rowsReadBy } from '#server/engine/policy/permit.ts'
import { Parameters } from '#server/engine/sql/parameters.ts'
import type { LiveStream } from './stream.ts'

/** Whether a client may read a record of the resource that `readersOf` was called for. */
export type MayRead = (stream: LiveStream, id: string) => boolean

/**
 * Finds out which clients may read which records. It needs one query per role whose access depends on the record or user,
 * regardless of the number of clients.
 */
export async function readersOf(
  { database }: Environment,
  resource: AnyResource,
  ids: readonly string[],
  streams: readonly LiveStream[],
): Promise<MayRead> {
  const everything = new Set<Role>()
  const some = new Set<string>()
  const people = grouped(streams, ({ caller }) => caller.role)
  for (const [role, listeners] of people) {
    const parameters = new Parameters()
    const asking = parameters.add([...new Set(listeners.map(({ caller }) => caller.id))])
    const asked = parameters.add([...new Set(ids)])
    const rows = rowsReadBy(role, resource, { row: 'r', me: 'l.id' }, parameters)
    if (rows === 'TRUE') everything.add(role)
    else if (rows !== null) {
      const found = await database.query<{ person: string; id: string }>(
        `SELECT l.id AS person, r.id FROM unnest(${asking}::uuid[]) l(id) JOIN ${tableNameOf(resource)} r ON ${rows} WHERE r.id = ANY(${asked}::uuid[])`,
        parameters.values,
      )
      for (const { person, id } of found) some.add(`${person} ${id}`)
    }
  }
  return ({ caller }, id) => everything.has(caller.role) || some.has(`${caller.id} ${id}`)
}
