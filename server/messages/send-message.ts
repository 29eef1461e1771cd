/** Sends a message to one recipient, either a new message or a reply. */
import { invalidInput } from '@matricola/schema/wire/errors.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { uuidv7 } from '@matricola/server/database/uuid.ts'
import { authorize } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { consume } from '@matricola/server/session/rate-limits.ts'
import { messages } from '#resources/messages.ts'
import { universityRateLimits } from '#server/limits.ts'
import { type Addressee, findAddressee } from './recipients.ts'
import { findReply } from './reply.ts'
import { type MessageToSend, sendToAll } from './send-to-all.ts'

export interface NewMessage {
  /** Exactly one of the two: the recipient, or the message to reply to. */
  readonly recipientId?: string | null | undefined
  readonly inReplyToId?: string | null | undefined
  /** Absent in a reply, which has the subject of the original message. */
  readonly subject?: string | undefined
  readonly body: string
}

/**
 * Sends the message and returns it as the sender sees it. Throws `requests.tooMany`, and
 * `input.invalid`, which is the same for an unknown recipient and for one that the caller may not
 * write to.
 */
export async function sendSingleMessage(
  context: Context,
  sender: Caller,
  message: NewMessage,
): Promise<WireRecord> {
  const { database, clock } = context
  const readPermit = authorize(sender, messages, 'read')
  await consume(database, universityRateLimits.messages, sender.id, clock.now())
  const found = message.inReplyToId ? await findReply(database, sender, message.inReplyToId) : null
  const recipient = found?.recipient ?? (await recipientOf(database, sender, message))
  const subject = message.subject ?? found?.subject
  if (subject === undefined) throw fieldError('subject', 'required')
  const now = clock.now()
  const sending: MessageToSend = {
    id: uuidv7(now),
    sender,
    subject,
    body: message.body,
    recipients: [recipient],
    audience: null,
    ...(found && { replyTo: found }),
  }
  const records = recordsOf(context)
  const [id] = await records.inTransaction((transactionRecords, queries) =>
    sendToAll({ records: transactionRecords, queries, now }, sending),
  )
  for (const name of ['messages', 'notifications']) records.invalidateTotals(name)
  return records.get(readPermit, id ?? '')
}

const fieldError = (field: string, code: string) => invalidInput({ [field]: [{ code }] })

async function recipientOf(
  queries: Queries,
  caller: Caller,
  { recipientId, inReplyToId }: NewMessage,
): Promise<Addressee> {
  if (inReplyToId) throw fieldError('inReplyToId', 'reference.unknown')
  if (!recipientId) throw fieldError('recipientId', 'required')
  const found = await findAddressee(queries, caller, recipientId)
  if (!found) throw fieldError('recipientId', 'reference.unknown')
  return found
}
