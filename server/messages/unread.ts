import type { WireUnread } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { expr, pick, runStatement, setValues, sql, table } from '@matricola/server/sql/typed.ts'
import { messages } from '#resources/messages.ts'
import { notifications } from '#resources/notifications.ts'

const n = table(notifications, 'n')
const l = table(messages, 'l')

/** Returns the numbers of unread notifications and received messages. */
export async function countUnread({ database }: Context, caller: Caller): Promise<WireUnread> {
  const [counts] = await runStatement(
    database,
    sql`select ${pick({
      notifications: expr<number>`(select count(*) from ${n} where ${n.userId} = ${caller.id}::uuid and ${n.readAt} is null)`,
      messages: expr<number>`(select count(*) from ${l} where ${l.recipientId} = ${caller.id}::uuid and ${l.readAt} is null)`,
    })}`,
  )
  return counts ?? { notifications: 0, messages: 0 }
}

/** Marks the caller's notifications as read: the given ones, or all of them. Notifications of other users are not affected. */
export async function storeNotificationsRead(context: Context, caller: Caller, ids: readonly string[] | null): Promise<WireUnread> {
  const now = context.clock.now().toISOString()
  await runStatement(
    context.database,
    sql`update ${n} ${setValues(n, { readAt: now, updatedAt: now, version: expr`${n.version} + 1` })}
     where ${n.userId} = ${caller.id}::uuid and ${n.readAt} is null and (${ids}::uuid[] is null or ${n.id} = any(${ids}::uuid[]))`,
  )
  recordsOf(context).invalidateTotals('notifications')
  return countUnread(context, caller)
}

/** Marks messages that the caller received as read, with the notifications about them. */
export async function storeMessagesRead(context: Context, caller: Caller, ids: readonly string[] | null): Promise<WireUnread> {
  const now = context.clock.now().toISOString()
  await runStatement(
    context.database,
    sql`with done as (
       update ${l} ${setValues(l, { readAt: now, updatedAt: now, version: expr`${l.version} + 1` })}
       where ${l.recipientId} = ${caller.id}::uuid and ${l.readAt} is null and (${ids}::uuid[] is null
       or ${l.id} = any(${ids}::uuid[])) returning ${l.id})
     update ${n} ${setValues(n, { readAt: now, updatedAt: now, version: expr`${n.version} + 1` })}
     where ${n.userId} = ${caller.id}::uuid and ${n.readAt} is null and ${n.link} in (select 'messages/' || id from done)`,
  )
  for (const name of ['messages', 'notifications']) recordsOf(context).invalidateTotals(name)
  return countUnread(context, caller)
}
