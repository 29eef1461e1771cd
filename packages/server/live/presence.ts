import { groupBy } from '@matricola/schema/group-by.ts'
import type { Environment } from '../environment.ts'

/** Lifetime of an entry in milliseconds. Open pages renew their entry before it expires. */
const presenceTtlMs = 60_000

export interface PresenceEntry {
  readonly resource: string
  readonly record_id: string
  readonly people: readonly { readonly id: string; readonly name: string }[]
}

interface OpenRecord {
  readonly resource: string
  readonly id: string
  readonly userId: string
}

export async function recordPresence(
  { database, clock }: Environment,
  { resource, id, userId }: OpenRecord,
  isOpen: boolean,
): Promise<void> {
  const params = [resource, id, userId]
  if (!isOpen) {
    await database.query(
      'delete from presence where resource = $1 and record_id = $2::uuid and user_id = $3::uuid',
      params,
    )
    return
  }
  await database.query(
    `insert into presence (resource, record_id, user_id, seen_at) values ($1, $2::uuid, $3::uuid, $4::timestamptz)
     on conflict (resource, record_id, user_id) do update set seen_at = excluded.seen_at`,
    [...params, clock.now().toISOString()],
  )
}

export async function readPresence({ database, clock }: Environment): Promise<PresenceEntry[]> {
  const cutoff = new Date(clock.now().getTime() - presenceTtlMs).toISOString()
  const rows = await database.query<{
    resource: string
    record_id: string
    user_id: string
    name: string
  }>(
    `select p.resource, p.record_id, p.user_id, u.name from presence p join users u on u.id = p.user_id
     where p.seen_at > $1::timestamptz and u.is_active order by p.resource, p.record_id, u.name, u.id`,
    [cutoff],
  )
  const byRecord = groupBy(rows, ({ resource, record_id }) => `${resource} ${record_id}`)
  return [...byRecord.values()].flatMap((found) => {
    const [first] = found
    if (!first) return []
    const viewers = found.map(({ user_id, name }) => ({ id: user_id, name }))
    return [{ resource: first.resource, record_id: first.record_id, people: viewers }]
  })
}
