/** Sending, undoing and closing messages. Each function is one transaction. */

import { registryOf } from '@matricola/schema/registry.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import { lockAll } from '@matricola/server/database/advisory-locks.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { notify } from '@matricola/server/mail/notify.ts'
import { type QueuedMail, queueMail } from '@matricola/server/mail/outbox.ts'
import {
  authorize,
  type Permit,
  permitForSubtask,
  systemPermit,
} from '@matricola/server/policy/permit.ts'
import { type Records, recordsOf } from '@matricola/server/records/store.ts'
import { releaseFiles } from '@matricola/server/session/file-records.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { outboxMailTable } from '@matricola/server/sql/tables.ts'
import {
  columns,
  equalsLiteral,
  pick,
  runStatement,
  setValues,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { admissionErrors } from '#resources/admission/errors.ts'
import { messageLimits } from '#resources/admission/message-limits.ts'
import { applicationMessages } from '#resources/application-messages.ts'
import { registrations } from '#resources/registrations.ts'
import { getStoredApplication } from '#server/admission/applicant/read-application.ts'
import { assertUsableDocuments } from '#server/admission/drafts/draft-lifetime.ts'
import { isUnanswered } from '#server/computed.ts'
import { findMessageRefusal, readMessageFacts } from './conversation.ts'
import { assertFilledIn } from './templates.ts'

const message = table(applicationMessages)
const registration = table(registrations)
const outboxMail = table(outboxMailTable)

interface NewMessage {
  readonly body: string
  /** Ids of uploaded files. */
  readonly attachments: readonly string[]
}

const attachmentFields = [
  'firstAttachmentUrl',
  'secondAttachmentUrl',
  'thirdAttachmentUrl',
] as const satisfies readonly (keyof typeof applicationMessages.fields)[]

const attachmentValues = (ids: readonly string[]): Values =>
  Object.fromEntries(ids.map((id, index) => [attachmentFields[index], id]))

/** Messages of an application are written one after another, so that its limits hold. */
const lockConversation = (queries: Queries, registrationId: string) =>
  lockAll(queries, [`${applicationMessages.name}:${registrationId}`])

/**
 * Sends a message of the applicant and notifies the reviewer, if there is one. Throws
 * `message.<reason>` and `input.invalid`.
 */
export async function sendByApplicant(
  context: Context,
  registrationId: string,
  { body, attachments }: NewMessage,
): Promise<void> {
  const { values } = await getStoredApplication(context, registrationId)
  const permit = systemPermit('applicant', applicationMessages, 'create')
  await recordsOf(context).inTransaction(async (records, queries) => {
    await lockConversation(queries, registrationId)
    const now = context.clock.now()
    const facts = await readMessageFacts(queries, registrationId, now)
    const refusal = findMessageRefusal(facts, values, now)
    if (refusal) throw new AppError(admissionErrors[`message.${refusal}`])
    const documents = attachmentValues(attachments)
    await assertUsableDocuments(queries, { documents, ownerId: null, now })
    const sentAt = now.toISOString()
    const written = { registrationId, author: 'applicant', body, sentAt, ...documents }
    await records.insert(permit, {}, written)
    records.invalidateTotals(registrations.name)
    if (typeof values.assignedToId === 'string')
      await notify(
        queries,
        { registry: registryOf(permit.resource), now },
        {
          type: 'applicationMessage',
          userId: values.assignedToId,
          subject: String(values.referenceCode),
          link: `registrations/${registrationId}`,
        },
      )
  })
}

/** Key of the email about a message, by which an undo finds it. */
const mailKeyOf = (messageId: string) => `applicationMessage:${messageId}`

/** The email about a message of the office, which is sent at `runAt`. */
export const mailOfMessage = (
  messageId: string,
  {
    id,
    language,
    runAt,
  }: { readonly id: string; readonly language: Language; readonly runAt: Date },
): QueuedMail => ({
  kind: 'applicationMessage',
  recordId: id,
  language,
  params: { message: messageId },
  onceKey: mailKeyOf(messageId),
  runAt,
})

/** Drops the emails about messages, and returns the ids of those that were not sent. */
export async function dropMails(
  queries: Queries,
  messageIds: readonly string[],
  now: string,
): Promise<ReadonlySet<string>> {
  const rows = await runStatement(
    queries,
    sql`update ${outboxMail} ${setValues(outboxMail, { state: 'dropped' })} where ${outboxMail.once_key} = any(${messageIds.map(mailKeyOf)})
     and ${outboxMail.state} = 'waiting' and ${outboxMail.attempts} = 0 and ${outboxMail.run_at} > ${now}::timestamptz returning ${pick({ key: outboxMail.once_key })}`,
  )
  const dropped = new Set(rows.map(({ key }) => key))
  return new Set(messageIds.filter((id) => dropped.has(mailKeyOf(id))))
}

/**
 * Writes a message of the office, which answers all messages of the applicant. The applicant sees it
 * and gets it by email once it can no longer be undone. Throws `record.missing` and `input.invalid`.
 */
export async function sendByOffice(
  context: Context,
  caller: Caller,
  registrationId: string,
  { body, attachments, templateId = null }: NewMessage & { readonly templateId?: string | null },
): Promise<void> {
  assertFilledIn(body)
  await changeAsOffice(context, caller, registrationId, async ({ records, queries, language }) => {
    const now = context.clock.now()
    const documents = attachmentValues(attachments)
    await assertUsableDocuments(queries, { documents, ownerId: caller.id, now })
    const runAt = new Date(now.getTime() + messageLimits.undoSeconds * 1000)
    const sentAt = runAt.toISOString()
    const { id } = await records.insert(
      permitForSubtask(caller, applicationMessages, 'create'),
      {},
      {
        ...{ registrationId, author: 'office', authorId: caller.id, body, templateId, sentAt },
        ...documents,
      },
    )
    await markAnswered(records, queries, caller, { registrationId, answeredAt: sentAt })
    await queueMail(queries, now, mailOfMessage(id, { id: registrationId, language, runAt }))
  })
}

/** Marks the messages of the applicant as not needing an answer. Throws `record.missing`. */
export const resolveMessages = (
  context: Context,
  caller: Caller,
  registrationId: string,
): Promise<void> =>
  changeAsOffice(context, caller, registrationId, ({ records, queries }) =>
    markAnswered(records, queries, caller, {
      registrationId,
      answeredAt: context.clock.now().toISOString(),
    }),
  )

/**
 * Undoes a message of the office before it is sent. The messages that it answered wait again, and
 * its attachments can be sent once more. Throws `record.missing`, `access.denied` unless the caller
 * wrote it or is an administrator, and `transition.notified` if it was sent.
 */
export async function undoOfficeMessage(
  context: Context,
  caller: Caller,
  { registrationId, messageId }: { readonly registrationId: string; readonly messageId: string },
): Promise<void> {
  await changeAsOffice(context, caller, registrationId, async ({ records, queries }) => {
    const now = context.clock.now().toISOString()
    const [row] = await runStatement(
      queries,
      sql`select ${pick(columns(message, 'authorId', 'sentAt'))} from ${message} where ${message.id} = ${messageId}::uuid
       and ${message.registrationId} = ${registrationId}::uuid and ${equalsLiteral(message.author, 'office')} and ${message.undoneAt} is null`,
    )
    if (!row) throw new AppError('record.missing')
    if (caller.role !== 'admin' && row.authorId !== caller.id) throw new AppError('access.denied')
    const dropped = await dropMails(queries, [messageId], now)
    if (!dropped.has(messageId)) throw new AppError('transition.notified')
    const permit = permitForSubtask(caller, applicationMessages, 'act')
    const change = (id: string, values: Values) =>
      records.applyInternalChange(permit, { id, action: 'undo', values: () => values })
    await change(messageId, {
      undoneAt: now,
      ...Object.fromEntries(attachmentFields.map((field) => [field, null])),
    })
    await releaseFiles(queries, 'f.resource = $1 and f.record_id = $2', [
      applicationMessages.name,
      messageId,
    ])
    const answered = await runStatement(
      queries,
      sql`select ${pick({ id: message.id })} from ${message} where ${message.registrationId} = ${registrationId}::uuid and ${equalsLiteral(message.author, 'applicant')} and ${message.answeredAt} = ${row.sentAt}::timestamptz`,
    )
    for (const { id } of answered) await change(id, { answeredAt: null })
  })
}

/** Marks the messages of the office as read by the applicant. */
export async function markRead(context: Context, registrationId: string): Promise<void> {
  const readAt = context.clock.now().toISOString()
  const unread = await runStatement(
    context.database,
    sql`select ${pick({ id: message.id })} from ${message} where ${message.registrationId} = ${registrationId}::uuid and ${equalsLiteral(message.author, 'office')}
     and ${message.undoneAt} is null and ${message.readAt} is null and ${message.sentAt} <= ${readAt}::timestamptz`,
  )
  const permit = systemPermit('applicant', applicationMessages, 'update')
  for (const { id } of unread)
    await recordsOf(context).applyInternalChange(permit, {
      id,
      action: 'read',
      values: ({ values }) => (values.readAt === null ? { readAt } : {}),
    })
}

interface OfficeWork {
  readonly records: Records
  readonly queries: Queries
  /** The applicant's language. */
  readonly language: Language
}

/**
 * Runs `work` for an application that the caller may update and that was not erased, while nobody
 * else writes in its conversation. Throws `record.missing`.
 */
async function changeAsOffice(
  context: Context,
  caller: Caller,
  registrationId: string,
  work: (transaction: OfficeWork) => Promise<void>,
): Promise<void> {
  const permit: Permit = authorize(caller, registrations, 'update')
  await recordsOf(context).get(permit, registrationId)
  await recordsOf(context).inTransaction(async (records, queries) => {
    await lockConversation(queries, registrationId)
    const [row] = await runStatement(
      queries,
      sql`select ${pick({ language: registration.language })} from ${registration} where ${registration.id} = ${registrationId}::uuid and ${registration.erasedAt} is null`,
    )
    if (!row) throw new AppError('record.missing')
    await work({ records, queries, language: row.language })
    records.invalidateTotals(registrations.name)
  })
}

async function markAnswered(
  records: Records,
  queries: Queries,
  caller: Caller,
  { registrationId, answeredAt }: { readonly registrationId: string; readonly answeredAt: string },
): Promise<void> {
  const waiting = await runStatement(
    queries,
    sql`select ${pick({ id: message.id })} from ${message} where ${message.registrationId} = ${registrationId}::uuid and ${isUnanswered(message)}`,
  )
  const permit = permitForSubtask(caller, applicationMessages, 'act')
  for (const { id } of waiting)
    await records.applyInternalChange(permit, {
      id,
      action: 'answer',
      values: () => ({ answeredAt }),
    })
}
