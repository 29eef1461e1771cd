import { groupBy } from '@matricola/schema/group-by.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { tableNameOf } from '../database/names.ts'
import type { Environment } from '../environment.ts'
import { readableRowsSql } from '../policy/permit.ts'
import { Parameters } from '../sql/parameters.ts'
import type { LiveStream } from './stream.ts'

/** Whether a client may read a record of the resource that `createReadCheck` was called for. */
export type CanRead = (stream: LiveStream, id: string) => boolean

/**
 * Determines which clients may read which records. It needs one query per role whose access depends
 * on the record or user, regardless of the number of clients.
 */
export async function createReadCheck(
  { database }: Environment,
  resource: AnyResource,
  ids: readonly string[],
  streams: readonly LiveStream[],
): Promise<CanRead> {
  const fullAccessRoles = new Set<Role>()
  const readableRows = new Set<string>()
  const streamsByRole = groupBy(streams, ({ caller }) => caller.role)
  for (const [role, listeners] of streamsByRole) {
    const parameters = new Parameters()
    const callerIds = parameters.add([...new Set(listeners.map(({ caller }) => caller.id))])
    const recordIds = parameters.add([...new Set(ids)])
    const rows = readableRowsSql(role, resource, { row: 'r', userIdSql: 'l.id' }, parameters)
    if (rows === 'TRUE') fullAccessRoles.add(role)
    else if (rows !== null) {
      const found = await database.query<{ person: string; id: string }>(
        `SELECT l.id AS person, r.id FROM unnest(${callerIds}::uuid[]) l(id) JOIN ${tableNameOf(resource)} r ON ${rows} WHERE r.id = ANY(${recordIds}::uuid[])`,
        parameters.values,
      )
      for (const { person, id } of found) readableRows.add(`${person} ${id}`)
    }
  }
  return ({ caller }, id) =>
    fullAccessRoles.has(caller.role) || readableRows.has(`${caller.id} ${id}`)
}
