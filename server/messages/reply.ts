import type { Caller } from '@matricola/server/caller.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { expr, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { messages } from '#resources/messages.ts'
import { users } from '#resources/users.ts'
import { type Addressee, isReachable } from './recipients.ts'

const message = table(messages)
const user = table(users)

interface MessageReply {
  readonly messageId: string
  readonly threadId: string
  readonly subject: string
  readonly recipient: Addressee
}

/** SQL condition: whether user `u` would receive a reply by the caller to message `m`. */
function receivesAnswer(caller: Caller) {
  const me = expr<string>`${caller.id}::uuid`
  return expr<boolean>`${user.id} = CASE WHEN ${message.recipientId} = ${me} THEN ${message.senderId} ELSE ${message.recipientId} END AND ${user.isActive}
    AND (${message.recipientId} = ${me} OR (${message.senderId} = ${me} AND ${message.audience} IS NULL AND ${isReachable(user, caller)}))`
}

/**
 * SQL for the name of the recipient of a reply to message `m`; null if the caller may not reply to
 * it.
 */
export const replyRecipientName = (caller: Caller) =>
  expr<string | null>`(SELECT ${user.name} FROM ${user} WHERE ${receivesAnswer(caller)})`

/**
 * Returns the recipient of a reply to a message; null if the caller may not reply to it. A received
 * message can always be replied to. The sender of a message can add to it while still allowed to
 * write to its recipient.
 */
export async function findReply(
  queries: Queries,
  caller: Caller,
  messageId: string,
): Promise<MessageReply | null> {
  const [found] = await runStatement(
    queries,
    sql`SELECT ${pick({
      threadId: expr<string>`coalesce(${message.threadId}, ${message.id})`,
      subject: message.subject,
      recipientId: user.id,
      recipientName: user.name,
    })}
     FROM ${message} JOIN ${user} ON ${receivesAnswer(caller)} WHERE ${message.id} = ${messageId}::uuid`,
  )
  if (!found) return null
  return {
    messageId,
    threadId: found.threadId,
    subject: found.subject,
    recipient: { id: found.recipientId, name: found.recipientName },
  }
}
