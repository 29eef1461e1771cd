/** Stores sent messages: a copy for each recipient, and a notification of each. */
import { asAnyResource, registryOf } from '@matricola/schema/registry.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { notifyAll } from '@matricola/server/mail/notify.ts'
import { authorize, permitForAllRows } from '@matricola/server/policy/permit.ts'
import type { Records } from '@matricola/server/records/store.ts'
import { expr, pick, runStatement, setValues, sql, table } from '@matricola/server/sql/typed.ts'
import { messages } from '#resources/messages.ts'
import type { Addressee } from './recipients.ts'

const message = table(messages)

export interface MessageToSend {
  /** Id of the message. All parts of a message to many recipients have the same id. */
  readonly id: string
  readonly sender: Caller
  readonly subject: string
  readonly body: string
  readonly recipients: readonly Recipient[]
  /** Description of the recipients on the sender's copy; null: the name of the single recipient. */
  readonly audience: string | null
  readonly replyTo?: { readonly messageId: string; readonly threadId: string }
  readonly jobId?: string | null
}

export interface Recipient extends Addressee {
  /** Description of the recipients on this copy; absent: the same as on the sender's copy. */
  readonly audience?: string
}

export interface SendingContext {
  readonly records: Records
  readonly queries: Queries
  readonly now: Date
}

/**
 * Sends a message to recipients that the caller was allowed to write to, and returns the ids of the
 * copies. Skips recipients who have a copy from an earlier part. Throws `input.invalid` for an
 * invalid subject or text.
 */
export async function sendToAll(
  { records, queries, now }: SendingContext,
  sending: MessageToSend,
): Promise<string[]> {
  const { sender, subject, replyTo, jobId = null } = sending
  const { recipients, hasBegun } = await findRemainingRecipients(queries, sending)
  if (recipients.length === 0) return []
  const copies = await records.batch({
    permit: permitForAllRows(authorize(sender, messages, 'create')),
    action: 'create',
    jobId,
    commit: true,
    rows: recipients.map((recipient, at) => ({
      position: at,
      id: null,
      version: null,
      valuesFor: () => ({
        recipientId: recipient.id,
        subject,
        body: sending.body,
        inReplyToId: replyTo?.messageId ?? null,
      }),
      serverValues: {
        ...copyValues(sending, recipient, at === 0 && !hasBegun),
        ...(at === 0 && !hasBegun && { recipientCount: recipients.length }),
        sentAt: now.toISOString(),
      },
    })),
  })
  const failed = copies.find(({ outcome }) => outcome !== 'done')
  if (failed?.outcome === 'invalid') throw invalidInput(failed.issues)
  if (failed) throw new AppError('access.denied')
  if (hasBegun) await increaseRecipientCount(queries, sending.id, recipients.length)
  const notifications = copies.flatMap(({ id, position }) => {
    const recipient = recipients[position]
    return id && recipient
      ? [{ type: 'message' as const, userId: recipient.id, subject, link: `messages/${id}` }]
      : []
  })
  await notifyAll(queries, { registry: registryOf(asAnyResource(messages)), now }, notifications)
  return copies.flatMap(({ id }) => id ?? [])
}

function copyValues(
  { id, sender, audience, replyTo }: MessageToSend,
  recipient: Recipient,
  isFirstCopy: boolean,
) {
  const to = audience === null || isFirstCopy ? audience : (recipient.audience ?? audience)
  return {
    senderId: sender.id,
    senderName: sender.name,
    recipientName: to ?? recipient.name,
    audience: to,
    sendingId: id,
    threadId: replyTo?.threadId ?? null,
  }
}

/** Returns the recipients without a copy, each once, and whether earlier parts were sent. */
async function findRemainingRecipients(queries: Queries, { id, recipients }: MessageToSend) {
  const sent = await runStatement(
    queries,
    sql`SELECT ${pick({ recipientId: message.recipientId })} FROM ${message} WHERE lower(${message.sendingId}) = ${id}`,
  )
  const sentIds = new Set(sent.map(({ recipientId }) => recipientId))
  const remaining = new Map(
    recipients
      .filter((recipient) => !sentIds.has(recipient.id))
      .map((recipient) => [recipient.id, recipient]),
  )
  return { recipients: [...remaining.values()], hasBegun: sent.length > 0 }
}

const increaseRecipientCount = (queries: Queries, id: string, count: number) =>
  runStatement(
    queries,
    sql`UPDATE ${message} ${setValues(message, { recipientCount: expr`${message.recipientCount} + ${count}`, version: expr`${message.version} + 1` })}
     WHERE lower(${message.sendingId}) = ${id} AND ${message.recipientCount} IS NOT NULL`,
  )
