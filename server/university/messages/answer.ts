import { messages } from '#resources/messages.ts'
import { users } from '#resources/users.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { expr, pick, run, sql, table } from '#server/engine/sql/typed.ts'
import { type Addressee, isReachable } from './recipients.ts'

const m = table(messages, 'm')
const u = table(users, 'u')

interface Answer {
  readonly messageId: string
  readonly threadId: string
  readonly subject: string
  readonly recipient: Addressee
}

/** Condition for the user `u` to be whom an answer of the caller to the message `m` goes to. */
function isAnswered(caller: Caller) {
  const me = expr<string>`${caller.id}::uuid`
  return expr<boolean>`${u.id} = CASE WHEN ${m.recipientId} = ${me} THEN ${m.senderId} ELSE ${m.recipientId} END AND ${u.isActive}
    AND (${m.recipientId} = ${me} OR (${m.senderId} = ${me} AND ${m.audience} IS NULL AND ${isReachable(u, caller)}))`
}

/** The name of whom an answer to the message `m` goes to; null where the caller may not answer it. */
export const answeredName = (caller: Caller) => expr<string | null>`(SELECT ${u.name} FROM ${u} WHERE ${isAnswered(caller)})`

/**
 * Target of an answer to a message; null where the caller may not answer it. What was received may be answered whoever
 * wrote it; what one wrote oneself may be followed by more as long as one may write to its recipient.
 */
export async function answerOf(queries: Queries, caller: Caller, messageId: string): Promise<Answer | null> {
  const [found] = await run(
    queries,
    sql`SELECT ${pick({
      threadId: expr<string>`coalesce(${m.threadId}, ${m.id})`,
      subject: m.subject,
      recipientId: u.id,
      recipientName: u.name,
    })}
     FROM ${m} JOIN ${u} ON ${isAnswered(caller)} WHERE ${m.id} = ${messageId}::uuid`,
  )
  if (!found) return null
  return {
    messageId,
    threadId: found.threadId,
    subject: found.subject,
    recipient: { id: found.recipientId, name: found.recipientName },
  }
}
