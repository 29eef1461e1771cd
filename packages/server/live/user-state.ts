/**
 * Reads the live state of individual users: whether the session is valid, the progress of jobs, and
 * unread counts.
 */

import { messagesResource } from '@matricola/schema/system/messages.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import type { JobState } from '@matricola/schema/wire/jobs.ts'
import type { WireUnread } from '@matricola/schema/wire/wire.ts'
import type { Environment } from '../environment.ts'
import { sessionLifetime } from '../session/lifetimes.ts'

/**
 * Returns the ids of the valid sessions. These are not revoked, expired or idle for too long, and
 * belong to active accounts.
 */
export async function validSessionIds(
  { database, registry, clock }: Environment,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const now = clock.now()
  const rows = await database.query<{ id: string; last_used_at: string; role: Role }>(
    `select s.id, s.last_used_at, u.role from session s join users u on u.id = s.user_id
     where s.id = any($1::uuid[]) and s.revoked_at is null and u.is_active and s.absolute_expires_at > $2::timestamptz`,
    [ids, now.toISOString()],
  )
  const isUsed = (at: string, role: Role) =>
    Date.parse(at) + sessionLifetime(registry, role).idleMs > now.getTime()
  return new Set(
    rows.filter(({ last_used_at, role }) => isUsed(last_used_at, role)).map(({ id }) => id),
  )
}

export interface JobProgress {
  readonly id: string
  readonly actor_id: string
  readonly state: JobState
  readonly done: number
  readonly total: number
}

const newJobMs = 10_000

/**
 * Returns the progress of the users' jobs that are running, were just created, or are in `jobIds`.
 */
export const jobProgressOf = (
  { database, clock }: Environment,
  userIds: readonly string[],
  jobIds: readonly string[],
): Promise<JobProgress[]> =>
  database.query<JobProgress>(
    `select id, actor_id, state, done, total from job
     where actor_id = any($1::uuid[]) and (state in ('checking', 'running') or created_at >= $2::timestamptz or id = any($3::uuid[]))`,
    [userIds, new Date(clock.now().getTime() - newJobMs).toISOString(), jobIds],
  )

/** Returns SQL for the numbers of unread notifications and received messages of a user. */
function unreadColumns({ registry }: Environment, userIdSql: string): string {
  const messages = registry.find(messagesResource)
    ? `(select count(*) from messages where recipient_id = ${userIdSql} and read_at is null)`
    : '0'
  return `(select count(*) from notifications where user_id = ${userIdSql} and read_at is null) as notifications, ${messages} as messages`
}

/** Returns the numbers of unread notifications and received messages of each user. */
export async function unreadCountsOf(
  environment: Environment,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, WireUnread>> {
  const rows = await environment.database.query<WireUnread & { id: string }>(
    `select p.id, ${unreadColumns(environment, 'p.id')} from unnest($1::uuid[]) p(id)`,
    [userIds],
  )
  return new Map(rows.map(({ id, notifications, messages }) => [id, { notifications, messages }]))
}

/**
 * The same for one user. It passes no array, whose unknown length would make PostgreSQL plan the
 * statement on every call.
 */
export async function unreadCountOf(environment: Environment, userId: string): Promise<WireUnread> {
  const [counts] = await environment.database.query<WireUnread>(
    `select ${unreadColumns(environment, '$1::uuid')}`,
    [userId],
  )
  return counts ?? { notifications: 0, messages: 0 }
}
