/** Attachments of an applicant that become documents of the application. */

import type { Language, Role } from '@matricola/schema/vocabulary.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { authorize, type Permit, permitForAllRows } from '@matricola/server/policy/permit.ts'
import type { WriteEvent } from '@matricola/server/records/hooks.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { openFile } from '@matricola/server/services/open-file.ts'
import { stageCopy } from '@matricola/server/services/stage-document.ts'
import {
  type FileRecord,
  releaseFiles,
  removeUnclaimedFiles,
  reopenReplacedFile,
} from '@matricola/server/session/file-records.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { changeTable } from '@matricola/server/sql/tables.ts'
import {
  equalsLiteral,
  isoInstant,
  notNull,
  pick,
  runStatement,
  setValues,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import {
  type DocumentName,
  documentFileId,
  documentPathOf,
  fileFieldOf,
  isDocumentName,
} from '#resources/application-documents.ts'
import { applicationMessages } from '#resources/application-messages.ts'
import { registrations } from '#resources/registrations.ts'
import { assertNewDocuments } from '#server/admission/applicant/answer-checks.ts'
import { answersOf } from '#server/admission/forms/form-contents.ts'
import {
  canReadAnswer,
  readRequestableItems,
  valuesAfterAnswers,
} from '#server/admission/forms/published-forms.ts'
import {
  heldUntil,
  planTransitionNotice,
  queueNotices,
  readReviewSettings,
  restoreVisibility,
  type TransitionNotice,
} from '#server/admission/review/transition-notices.ts'
import { requestedChangesOf, statusOf } from '#server/admission/review/transition-values.ts'
import { addTimelineEvents, timelineActorOf } from '#server/admission/timeline-events.ts'
import { registrationEventTable } from '#server/tables/rows.ts'
import { adoptionAction } from './conversation.ts'

const change = table(changeTable)
const message = table(applicationMessages)
const registrationEvent = table(registrationEventTable)

interface AttachmentUse {
  readonly id: string
  /** The id of the attached file. */
  readonly attachment: string
  readonly document: DocumentName
  readonly version?: number | undefined
}

/**
 * Copies an attachment of the applicant and makes the copy a document of the application. An open
 * request for this document counts as answered; if it was the last one, the application returns to
 * staff. Throws `record.missing` unless the applicant of this application sent the attachment,
 * `input.invalid`, and the errors of an update and of reading the file.
 */
export async function adoptAsDocument(
  context: Context,
  caller: Caller,
  { id, attachment, document, version }: AttachmentUse,
): Promise<void> {
  const permit = await permitFor(context, caller, id)
  const attached = await openFile(context, caller, attachment)
  await assertSentByApplicant(context.database, attached, id)
  const copyId = await stageCopy(context, attached, caller.id)
  const field = fileFieldOf(document)
  const settings = await readReviewSettings(context.database)
  const work = recordsOf(context).inTransaction(async (records, queries) => {
    let notice: TransitionNotice | null = null
    await records.applyInternalChange(permit, {
      id,
      version,
      action: adoptionAction,
      async values({ values }) {
        const used = await valuesWithDocument(queries, values, {
          ...{ document, fileId: copyId, role: caller.role },
        })
        await assertNewDocuments(queries, id, {
          [isDocumentName(document) ? field : document]: copyId,
        })
        const now = context.clock.now()
        const answered = answeredRequest(values, document, now)
        notice = Object.hasOwn(answered, 'status')
          ? planTransitionNotice(
              { name: 'answerForApplicant', before: values, to: statusOf(answered), now },
              settings,
            )
          : null
        return { ...used, ...answered, ...notice?.set }
      },
      afterwards: (_, event: WriteEvent<typeof registrations>) =>
        completeChange(queries, event, { document, type: 'updateReceived', notice }),
    })
  })
  try {
    await work
  } catch (error) {
    await removeUnclaimedFiles(context, [copyId])
    throw error
  }
}

/** Throws `record.missing`, also for an application that was erased. */
async function permitFor(context: Context, caller: Caller, id: string): Promise<Permit> {
  const permit = authorize(caller, registrations, 'update')
  const { erasedAt } = await recordsOf(context).get(authorize(caller, registrations, 'read'), id)
  if (erasedAt !== null) throw new AppError('record.missing')
  return permitForAllRows(permit)
}

/**
 * Returns the values in which a file is the document. Throws `input.invalid` for a document of a form
 * that the role cannot name in a request.
 */
async function valuesWithDocument(
  queries: Queries,
  values: Values,
  {
    document,
    fileId,
    role,
  }: { readonly document: DocumentName; readonly fileId: string; readonly role: Role },
): Promise<Values> {
  if (isDocumentName(document)) return { [fileFieldOf(document)]: fileId }
  const items = await readRequestableItems(queries, { ...values, id: undefined }, role)
  const found = items.find(({ item }) => item.id === document && item.type === 'file')
  if (!found) throw invalidInput({ document: [{ code: 'choice.unknown' }] })
  const { formVersionId } = found
  return valuesAfterAnswers(values, [{ formVersionId, id: document, answer: fileId }])
}

interface Completion {
  readonly document: DocumentName
  /** The event of a changed status. */
  readonly type: 'updateReceived' | 'transitionUndone'
  /** Absent if the status stays. */
  readonly notice: TransitionNotice | null
}

/** Notifies the applicant if necessary, and adds the events of the change. */
async function completeChange(
  queries: Queries,
  { id, record, before, permit, at: time }: WriteEvent<typeof registrations>,
  { document, type, notice }: Completion,
): Promise<void> {
  const at = new Date(time)
  const event = { registrationId: id, by: timelineActorOf(permit), at }
  // The field is a required choice of languages.
  const language = record.language as Language
  if (notice) await queueNotices(queries, [{ registrationId: id, language, notice, at }])
  await addTimelineEvents(queries, [
    {
      ...event,
      type: 'fieldEdited',
      payload: { fields: [isDocumentName(document) ? fileFieldOf(document) : document] },
    },
    ...(notice
      ? [
          {
            ...{ ...event, type, from: statusOf(before?.values ?? {}), to: statusOf(record) },
            visibleFrom: type === 'updateReceived' ? notice.visibleFrom : null,
            payload: { fields: [document] },
          },
        ]
      : []),
  ])
}

async function assertSentByApplicant(
  queries: Queries,
  { resource, record_id: messageId }: FileRecord,
  registrationId: string,
): Promise<void> {
  const [sent] =
    resource === applicationMessages.name
      ? await runStatement(
          queries,
          sql`select ${pick({ id: message.id })} from ${message} where ${message.id} = ${messageId}::uuid
           and ${message.registrationId} = ${registrationId}::uuid and ${equalsLiteral(message.author, 'applicant')}`,
        )
      : []
  if (!sent) throw new AppError('record.missing')
}

/**
 * Returns the values with which an open request for the document is answered; empty if there is
 * none.
 */
function answeredRequest(values: Values, document: DocumentName, now: Date): Values {
  const isAnswered = ({ field }: { readonly field: string }) => field === document
  const requested = requestedChangesOf(values)
  if (
    values.status !== 'update_requested' ||
    !requested.some((one) => isAnswered(one) && one.answeredAt === null)
  )
    return {}
  const requestedChanges = requested.map((one) =>
    isAnswered(one) ? { ...one, answeredAt: one.answeredAt ?? now.toISOString() } : one,
  )
  if (requestedChanges.some(({ answeredAt }) => answeredAt === null)) return { requestedChanges }
  return {
    requestedChanges,
    status: 'in_progress',
    updateDueAt: null,
    remindedAt: null,
    overdueAt: null,
  }
}

interface UsedDocument {
  readonly id: string
  readonly document: DocumentName
}

/**
 * Restores the document from before an attachment took its place, and the request that this
 * answered. Throws `transition.refused` if the document or the status has changed since.
 */
export async function revertAdoption(
  context: Context,
  caller: Caller,
  { id, document }: UsedDocument,
): Promise<void> {
  const permit = await permitFor(context, caller, id)
  const itemId = isDocumentName(document) ? null : document
  if (itemId && !(await canReadAnswer(context.database, caller.role, { id, itemId })))
    throw new AppError('transition.refused')
  const settings = await readReviewSettings(context.database)
  const copyId = await recordsOf(context).inTransaction(async (records, queries) => {
    const { before, after, at } = await getLastUse(queries, id, document)
    const usedId = documentFileId(after, document)
    const formerId = documentFileId(before, document)
    await releaseFiles(queries, 'f.id = $1', [usedId])
    const restored = formerId && (await reopenReplacedFile(queries, formerId, caller.id))
    let notice: TransitionNotice | null = null
    await records.applyInternalChange(permit, {
      id,
      action: 'undoAttachment',
      values({ values }) {
        const isSame = (name: string) =>
          JSON.stringify(values[name] ?? null) === JSON.stringify(after[name] ?? null)
        if (
          documentFileId(values, document) !== usedId ||
          !['status', 'requestedChanges'].filter((name) => name in after).every(isSame)
        )
          throw new AppError('transition.refused')
        notice = Object.hasOwn(before, 'status')
          ? planTransitionNotice(
              {
                name: 'undo',
                // The applicant does not get the same request again, unless it was never sent.
                before: heldUntil(before, new Date(at)) ? values : before,
                to: statusOf(before),
                now: context.clock.now(),
              },
              settings,
            )
          : null
        return { ...before, ...answersBefore(values, document, formerId), ...notice?.set }
      },
      afterwards: async (_, event: WriteEvent<typeof registrations>) => {
        await hideEvent(queries, id, at)
        await completeChange(queries, event, { document, type: 'transitionUndone', notice })
        if (notice?.mail) await restoreVisibility(queries, id, notice)
      },
    })
    if (restored) await restored()
    return String(usedId)
  })
  await removeUnclaimedFiles(context, [copyId])
}

/**
 * The answers without the copy. Other answers may have changed since, and so may the versions of the
 * form that the application has answered.
 */
function answersBefore(values: Values, document: DocumentName, formerId: string | null): Values {
  if (isDocumentName(document)) return {}
  const { formVersionId, formVersionIds } = values
  const { [document]: _, ...answers } = answersOf(values)
  return {
    answers: formerId === null ? answers : { ...answers, [document]: formerId },
    formVersionId,
    formVersionIds,
  }
}

/** Returns the last time that an attachment became the document. Throws `transition.refused`. */
async function getLastUse(queries: Queries, id: string, document: DocumentName) {
  const path = documentPathOf(document)
  const [row] = await runStatement(
    queries,
    sql`select ${pick({ before: notNull(change.before), after: notNull(change.after), at: isoInstant(change.at) })} from ${change}
     where ${change.resource} = ${registrations.name} and ${change.record_id} = ${id}::uuid and ${change.action} = ${adoptionAction}
     and ${change.after} #>> ${path}::text[] is distinct from ${change.before} #>> ${path}::text[] order by ${change.version} desc limit 1`,
  )
  if (!row) throw new AppError('transition.refused')
  return row
}

/** Hides the event with which the request was answered. */
const hideEvent = (queries: Queries, id: string, at: string) =>
  runStatement(
    queries,
    sql`update ${registrationEvent} ${setValues(registrationEvent, { visible_from: null })} where ${registrationEvent.registration_id} = ${id}::uuid
     and ${equalsLiteral(registrationEvent.type, 'updateReceived')} and ${registrationEvent.at} = ${at}::timestamptz`,
  )
