import type { Caller } from '#server/engine/caller.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { Parameters } from '#server/engine/sql/parameters.ts'
import { type Addressee, reachableSql } from './recipients.ts'

interface Answer {
  readonly messageId: string
  readonly threadId: string
  readonly subject: string
  readonly recipient: Addressee
}

/**
 * What an answer to a message goes to; null where the caller may not answer it. What was received may be answered whoever
 * wrote it; what one wrote oneself may be followed by more as long as one may write to its recipient.
 */
export async function answerOf(queries: Queries, caller: Caller, messageId: string): Promise<Answer | null> {
  const parameters = new Parameters()
  const id = parameters.add(messageId, 'uuid')
  const me = parameters.add(caller.id, 'uuid')
  const [found] = await queries.query<{ thread_id: string; subject: string; recipient_id: string; recipient_name: string }>(
    `SELECT coalesce(m.thread_id, m.id) AS thread_id, m.subject, u.id AS recipient_id, u.name AS recipient_name
     FROM messages m JOIN users u ON u.id = CASE WHEN m.recipient_id = ${me} THEN m.sender_id ELSE m.recipient_id END
     WHERE m.id = ${id} AND u.is_active
       AND (m.recipient_id = ${me} OR (m.sender_id = ${me} AND m.audience IS NULL AND ${reachableSql(caller, parameters)}))`,
    parameters.values,
  )
  if (!found) return null
  return {
    messageId,
    threadId: found.thread_id,
    subject: found.subject,
    recipient: { id: found.recipient_id, name: found.recipient_name },
  }
}
