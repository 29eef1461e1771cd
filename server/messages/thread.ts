import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { Hooks } from '@matricola/server/records/hooks.ts'
import { columns, expr, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import type { WireMessage, WireThread } from '#resources/academic/wire-messages.ts'
import { messages } from '#resources/messages.ts'
import { replyRecipientName } from './reply.ts'

const message = table(messages)
const copy = table(messages, 'copy')

/** Shows a message with its thread. Messages are sent by `server/messages`. */
export const messageHooks = ({ database }: Context): Hooks<typeof messages> => ({
  detail: async ({ caller }, record) =>
    caller ? { thread: await readThread(database, caller, record) } : {},
})

const messageColumns = {
  ...columns(
    message,
    'id',
    'senderId',
    'senderName',
    'recipientId',
    'recipientName',
    'audience',
    'subject',
    'body',
    'sentAt',
    'readAt',
  ),
  recipients: expr<number>`s.recipients`,
  read: expr<number>`s.read`,
}

type ThreadMessage = {
  readonly [N in keyof typeof messageColumns]: (typeof messageColumns)[N]['~value']
}

/**
 * Returns the messages of a thread that the caller sent or received, oldest first, and the
 * recipient of a reply. For messages that the caller sent to many recipients, includes how many
 * have read them.
 */
async function readThread(
  queries: Queries,
  caller: Caller,
  { id, threadId }: WireRecord,
): Promise<WireThread> {
  const rows = await runStatement(
    queries,
    sql`SELECT ${pick({ ...messageColumns, replyRecipient: replyRecipientName(caller) })}
     FROM ${message} CROSS JOIN LATERAL (
       SELECT count(*)::int AS recipients, count(${copy.readAt})::int AS read FROM ${copy} WHERE lower(${copy.sendingId}) = lower(${message.sendingId})) s
     WHERE (${message.id} = ${threadId ?? id}::uuid OR ${message.threadId} = ${threadId ?? id}::uuid)
     AND (${message.senderId} = ${caller.id}::uuid OR ${message.recipientId} = ${caller.id}::uuid)
     ORDER BY ${message.sentAt}, ${message.id}`,
  )
  const last = rows.findLast((row) => row.recipientId === caller.id) ?? rows.at(-1)
  const answer =
    last && last.replyRecipient !== null ? { id: last.id, to: last.replyRecipient } : null
  return { messages: rows.map((row) => toWire(row, caller)), answer }
}

function toWire(row: ThreadMessage, caller: Caller): WireMessage {
  const isOwn = row.senderId === caller.id
  return {
    id: row.id,
    from: row.senderName,
    to: row.recipientName,
    isOwn,
    isToMany: row.audience !== null,
    subject: row.subject,
    body: row.body,
    sentAt: row.sentAt,
    readAt: isOwn && row.audience !== null ? null : row.readAt,
    readBy: isOwn ? { read: row.read, recipients: row.recipients } : null,
    isUnread: row.recipientId === caller.id && row.readAt === null,
  }
}
