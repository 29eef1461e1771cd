import type { WireUnread } from '#model/wire.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import { recordsOf } from '#server/engine/records/store.ts'

/** How many notifications and received messages the caller has not read. */
export async function countUnread({ database }: Context, caller: Caller): Promise<WireUnread> {
  const [counts] = await database.query<WireUnread>(
    `select (select count(*) from notifications where user_id = $1::uuid and read_at is null) as notifications,
       (select count(*) from messages where recipient_id = $1::uuid and read_at is null) as messages`,
    [caller.id],
  )
  return counts ?? { notifications: 0, messages: 0 }
}

/** Marks the caller's notifications as read: those named, or all. Those of others stay as they are. */
export async function readNotifications(context: Context, caller: Caller, ids: readonly string[] | null): Promise<WireUnread> {
  await context.database.query(
    `update notifications set read_at = $2::timestamptz, updated_at = $2::timestamptz, version = version + 1
     where user_id = $1::uuid and read_at is null and ($3::uuid[] is null or id = any($3::uuid[]))`,
    [caller.id, context.clock.now().toISOString(), ids],
  )
  recordsOf(context).forgetTotals('notifications')
  return countUnread(context, caller)
}

/** Marks messages that the caller received as read, and the notifications that tell of them. */
export async function readMessages(context: Context, caller: Caller, ids: readonly string[] | null): Promise<WireUnread> {
  await context.database.query(
    `with done as (
       update messages set read_at = $2::timestamptz, updated_at = $2::timestamptz, version = version + 1
       where recipient_id = $1::uuid and read_at is null and ($3::uuid[] is null or id = any($3::uuid[])) returning id)
     update notifications set read_at = $2::timestamptz, updated_at = $2::timestamptz, version = version + 1
     where user_id = $1::uuid and read_at is null and link in (select 'messages/' || id from done)`,
    [caller.id, context.clock.now().toISOString(), ids],
  )
  for (const name of ['messages', 'notifications']) recordsOf(context).forgetTotals(name)
  return countUnread(context, caller)
}
