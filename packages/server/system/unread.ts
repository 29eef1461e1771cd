/** Unread notifications and messages of the caller. */
import { messagesResource } from '@matricola/schema/system/messages.ts'
import type { WireUnread } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import { unreadCountOf } from '../live/user-state.ts'
import { recordsOf } from '../records/store.ts'
import { notifications } from '../sql/system-tables.ts'
import { expr, runStatement, setValues, sql, table } from '../sql/typed.ts'

const notification = table(notifications)

/** Returns the numbers of unread notifications and received messages. */
export const countUnread = (context: Context, caller: Caller): Promise<WireUnread> =>
  unreadCountOf(context, caller.id)

/**
 * Marks the caller's notifications as read: the given ones, or all of them. Notifications of other
 * users are not affected.
 */
export async function storeNotificationsRead(
  context: Context,
  caller: Caller,
  ids: readonly string[] | null,
): Promise<WireUnread> {
  const now = context.clock.now().toISOString()
  await runStatement(
    context.database,
    sql`update ${notification} ${setValues(notification, { readAt: now, updatedAt: now, version: expr`${notification.version} + 1` })}
     where ${notification.userId} = ${caller.id}::uuid and ${notification.readAt} is null and (${ids}::uuid[] is null or ${notification.id} = any(${ids}::uuid[]))`,
  )
  recordsOf(context).invalidateTotals('notifications')
  return countUnread(context, caller)
}

/** Marks messages that the caller received as read, with the notifications about them. */
export async function storeMessagesRead(
  context: Context,
  caller: Caller,
  ids: readonly string[] | null,
): Promise<WireUnread> {
  const now = context.clock.now().toISOString()
  await runStatement(
    context.database,
    sql`with done as (
       update messages set read_at = ${now}, updated_at = ${now}, version = version + 1
       where recipient_id = ${caller.id}::uuid and read_at is null and (${ids}::uuid[] is null or id = any(${ids}::uuid[])) returning id)
     update ${notification} ${setValues(notification, { readAt: now, updatedAt: now, version: expr`${notification.version} + 1` })}
     where ${notification.userId} = ${caller.id}::uuid and ${notification.readAt} is null and ${notification.link} in (select 'messages/' || id from done)`,
  )
  for (const name of [messagesResource, 'notifications']) recordsOf(context).invalidateTotals(name)
  return countUnread(context, caller)
}
