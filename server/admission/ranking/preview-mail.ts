/** The email about a result, before the release of its draft. */

import { nilId } from '@matricola/schema/paths.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import { joinedTransaction } from '@matricola/server/database/transaction.ts'
import type { OutboxRow } from '@matricola/server/mail/outbox.ts'
import { authorize } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
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
import type { ResultMail } from '#resources/admission/ranking.ts'
import { admissionDrafts } from '#resources/admission-drafts.ts'
import { admissionRounds } from '#resources/admission-rounds.ts'
import type { WireMailPreview } from '#resources/calls/ranking.ts'
import { registrations } from '#resources/registrations.ts'
import { composeAdmissionMail } from '#server/admission/mails/compose.ts'
import { applyChunk } from './apply-released.ts'

const admissionDraft = table(admissionDrafts)
const admissionRound = table(admissionRounds)
const registration = table(registrations)
const outboxMail = table(outboxMailTable)

/** Ends the transaction of a preview, so that nothing of it is stored. */
class PreviewRollback extends Error {
  readonly mail: WireMailPreview | null

  constructor(mail: WireMailPreview | null) {
    super('the preview of an email ended')
    this.mail = mail
  }
}

interface PreviewRequest {
  readonly draftId: string
  readonly registrationId: string
  /** Null: the language of the applicant. */
  readonly language: Language | null
}

/**
 * Applies one result as the release would, composes the email that this queues, and rolls everything
 * back. `mail` is null if the result is not announced. Logs that the caller has read the application.
 * Throws `record.missing` if the draft cannot be released.
 */
export async function previewResultMail(
  context: Context,
  caller: Caller,
  { draftId, registrationId, language }: PreviewRequest,
): Promise<{ readonly mail: WireMailPreview | null; readonly language: Language }> {
  const { database } = context
  const permit = authorize(caller, registrations, 'read')
  const { id, ...application } = await recordsOf(context).get(permit, registrationId)
  // The declaration allows no other values.
  const own = application.language as Language
  const [draft] = await runStatement(
    database,
    sql`select ${pick({ id: admissionDraft.id, roundId: admissionDraft.admissionRoundId, confirmBy: admissionRound.confirmBy })} from ${admissionDraft} join ${admissionRound} on ${admissionRound.id} = ${admissionDraft.admissionRoundId}
     where ${admissionDraft.id} = ${draftId} and (${equalsLiteral(admissionDraft.state, 'ready')} or ${equalsLiteral(admissionDraft.state, 'proposed')})`,
  )
  if (!draft) throw new AppError('record.missing')
  await recordsOf(context).accessLogger.logOpened(permit, id)
  try {
    return await joinedTransaction(database, async (queries) => {
      await runStatement(
        queries,
        sql`update ${registration} ${setValues(registration, { language: language ?? own })} where ${registration.id} = ${id}`,
      )
      // The sentence about the state depends on results that were announced.
      await runStatement(
        queries,
        sql`update ${admissionDraft} ${setValues(admissionDraft, { state: 'notified', notifiedAt: context.clock.now().toISOString() })} where ${admissionDraft.id} = ${draftId}`,
      )
      await applyChunk(context, draft, nilId, id)
      throw new PreviewRollback(await composeQueued(context, `result:${draftId}:${id}`))
    })
  } catch (error) {
    if (error instanceof PreviewRollback) return { mail: error.mail, language: own }
    throw error
  }
}

async function composeQueued(context: Context, onceKey: string): Promise<WireMailPreview | null> {
  const [row] = await runStatement(
    context.database,
    sql`select ${pick(columns(outboxMail, 'id', 'kind', 'user_id', 'record_id', 'address', 'language', 'params', 'created_at', 'attempts'))} from ${outboxMail} where ${outboxMail.once_key} = ${onceKey}`,
  )
  const mail = row && (await composeAdmissionMail(context, row as OutboxRow))
  // `applyChunk` queues only these kinds.
  return mail ? { kind: row.kind as ResultMail, subject: mail.subject, text: mail.text } : null
}
