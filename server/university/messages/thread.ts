import type { WireLetter, WireRecord, WireThread } from '#model/wire.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { answerOf } from './answer.ts'

interface LetterRow {
  readonly [column: string]: unknown
  readonly id: string
  readonly sender_id: string
  readonly sender_name: string
  readonly recipient_name: string
  readonly recipient_id: string
  readonly audience: string | null
  readonly subject: string
  readonly body: string
  readonly sent_at: string
  readonly read_at: string | null
  readonly recipients: number
  readonly read: number
}

/**
 * The thread that a message belongs to, oldest first, as far as the person wrote or received it, and whom an answer goes
 * to. Of what the person sent to many it says how many have read it, and of what others sent to many nothing.
 */
export async function threadOf(queries: Queries, caller: Caller, { id, threadId }: WireRecord): Promise<WireThread> {
  const rows = await queries.query<LetterRow>(
    `SELECT m.id, m.sender_id, m.sender_name, m.recipient_id, m.recipient_name, m.audience, m.subject, m.body, m.sent_at, m.read_at,
       s.recipients, s.read
     FROM messages m CROSS JOIN LATERAL (
       SELECT count(*)::int AS recipients, count(c.read_at)::int AS read FROM messages c WHERE lower(c.sending_id) = lower(m.sending_id)) s
     WHERE (m.id = $1::uuid OR m.thread_id = $1::uuid) AND (m.sender_id = $2::uuid OR m.recipient_id = $2::uuid)
     ORDER BY m.sent_at, m.id`,
    [threadId ?? id, caller.id],
  )
  const last = rows.findLast((row) => row.recipient_id === caller.id) ?? rows.at(-1)
  const answer = last ? await answerOf(queries, caller, last.id) : null
  return { letters: rows.map((row) => toWire(row, caller)), answer: answer && last ? { id: last.id, to: answer.recipient.name } : null }
}

function toWire(row: LetterRow, caller: Caller): WireLetter {
  const isOwn = row.sender_id === caller.id
  return {
    id: row.id,
    from: row.sender_name,
    to: row.recipient_name,
    isOwn,
    isToMany: row.audience !== null,
    subject: row.subject,
    body: row.body,
    sentAt: row.sent_at,
    readAt: isOwn && row.audience !== null ? null : row.read_at,
    readBy: isOwn ? { read: row.read, recipients: row.recipients } : null,
    isUnread: row.recipient_id === caller.id && row.read_at === null,
  }
}
