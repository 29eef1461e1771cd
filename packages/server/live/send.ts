/**
 * Decides which client receives which update. Updates contain no field values, and nothing about
 * records that the user may not read.
 */
import { isGranted } from '@matricola/schema/access.ts'
import { groupBy } from '@matricola/schema/group-by.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { Caller } from '../caller.ts'
import type { Environment } from '../environment.ts'
import type { Change } from './change-log.ts'
import type { PresenceEntry } from './presence.ts'
import { createReadCheck } from './read-check.ts'
import type { LiveStream } from './stream.ts'
import type { JobProgress } from './user-state.ts'

/**
 * Maximum number of changed records per resource in one update. Above this number, the update says
 * only that there were many.
 */
const maxNamed = 100
const finished = new Set(['done', 'failed', 'cancelled'])

/** Sends changes, one per record with its newest version. */
export async function sendChanges(
  context: Environment,
  changes: readonly Change[],
  streams: readonly LiveStream[],
): Promise<void> {
  for (const [name, all] of groupBy(changes, ({ resource }) => resource)) {
    const resource = context.registry.find(name)
    const listening = resource ? streamsOfReaders(resource, streams) : []
    if (!resource || listening.length === 0) continue
    const records = [...new Map(all.map((change) => [change.record_id, change])).values()]
    const canRead = await createReadCheck(
      context,
      resource,
      records.map(({ record_id }) => record_id),
      listening,
    )
    for (const stream of listening) {
      const readable = records.filter(({ record_id }) => canRead(stream, record_id))
      if (readable.length > maxNamed)
        stream.send({ type: 'many', resource: name }, readable.at(-1)?.id)
      else
        for (const change of readable)
          stream.send(
            changeEvent(
              change,
              stream.caller,
              context.registry.roleFacts(stream.caller.role).isStaff,
            ),
            change.id,
          )
    }
  }
}

const streamsOfReaders = (resource: AnyResource, streams: readonly LiveStream[]) =>
  streams.filter(({ caller }) => isGranted(resource, caller.role, 'read'))

/** Staff see the action and the actor of a change. Others see only that the record changed. */
function changeEvent(
  { resource, record_id: id, version, action, actor_id, actor_name }: Change,
  { id: listener }: Caller,
  isStaff: boolean,
) {
  const visibleAction = isStaff || action === 'create' ? action : 'update'
  return {
    type: 'change',
    resource,
    id,
    version,
    action: visibleAction,
    by: isStaff ? actor_name : null,
    ...(actor_id === listener && { isOwn: true }),
  } as const
}

/**
 * Sends presence to users who may read the record and update records of the resource, if their role
 * sees presence.
 */
export async function sendPresence(
  context: Environment,
  presence: readonly PresenceEntry[],
  streams: readonly LiveStream[],
): Promise<void> {
  for (const [name, entries] of groupBy(presence, ({ resource }) => resource)) {
    const resource = context.registry.find(name)
    const recipients = resource
      ? streams.filter(
          ({ caller }) =>
            context.registry.roleFacts(caller.role).seesPresence &&
            isGranted(resource, caller.role, 'update'),
        )
      : []
    if (!resource || recipients.length === 0) continue
    const canRead = await createReadCheck(
      context,
      resource,
      entries.map(({ record_id }) => record_id),
      recipients,
    )
    for (const stream of recipients)
      for (const { record_id: id, people } of entries) {
        const key = `presence ${name} ${id}`
        // Closing a record is reported only to clients that were notified of its opening.
        if (!canRead(stream, id) || (people.length === 0 && !stream.sent.has(key))) continue
        stream.sendState(key, { type: 'presence', resource: name, id, people })
        if (people.length === 0) stream.sent.delete(key)
      }
  }
}

/** Sends users the progress of their jobs. Returns the ids of unfinished jobs. */
export function sendJobs(jobs: readonly JobProgress[], streams: readonly LiveStream[]): string[] {
  for (const { id, actor_id, state, done, total } of jobs)
    for (const stream of streams)
      if (stream.caller.id === actor_id)
        stream.sendState(`job ${id}`, { type: 'job', id, state, done, total })
  return jobs.filter(({ state }) => !finished.has(state)).map(({ id }) => id)
}
