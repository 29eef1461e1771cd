/** Stores an applicant's answer to a change request. */

import { registryOf } from '@matricola/schema/registry.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { notify } from '@matricola/server/mail/notify.ts'
import { queueMail } from '@matricola/server/mail/outbox.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import type { WriteEvent } from '@matricola/server/records/hooks.ts'
import type { StoredRecord } from '@matricola/server/records/reading/get-record.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import type { SecretKeys } from '@matricola/server/secret-keys.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { admissionErrors } from '#resources/admission/errors.ts'
import type { WireApplication } from '#resources/admission/wire.ts'
import { documentField, documentNames } from '#resources/application-documents.ts'
import { registrations } from '#resources/registrations.ts'
import { settings } from '#resources/settings.ts'
import { specializations } from '#resources/specializations.ts'
import { assertUsableDocuments } from '#server/admission/drafts/draft-lifetime.ts'
import { addTimelineEvent } from '#server/admission/timeline-events.ts'
import { assertNewDocuments, assertPlaceLeft, detectDuplicateAfter } from './answer-checks.ts'
import {
  type AnswerBody,
  type ApplicantAnswer,
  contradictionIssues,
  validateAnswer,
} from './answer-input.ts'
import { endApplicantSessionsOf } from './applicant-session.ts'
import { answerAction } from './last-answer.ts'
import { getStoredApplication, readApplication } from './read-application.ts'
import { addVerification } from './verification-links.ts'
import { isChangeRequested } from './visible-status.ts'

const settingsRow = table(settings)
const specialization = table(specializations)

/**
 * Stores the answer, returns the application to staff, ends all applicant sessions of the
 * application, and returns the new state. Throws `updates.disabled`, `transition.refused` if no
 * change request is open, `record.stale`, `input.invalid`, `registration.duplicate` and
 * `registration.tooMany`.
 */
export async function submitAnswer(
  context: Context,
  id: string,
  body: AnswerBody,
): Promise<WireApplication> {
  const { clock, keys } = context
  await assertUpdatesEnabled(context)
  const permit = systemPermit('applicant', registrations, 'update')
  const work = recordsOf(context).inTransaction((records, queries) => {
    let answer: ApplicantAnswer | undefined
    return records.applyInternalChange(permit, {
      id,
      version: body.version,
      action: answerAction,
      async values(record: StoredRecord<typeof registrations>) {
        const now = clock.now()
        if (!isChangeRequested(record.values, now)) throw new AppError('transition.refused')
        answer = validateAnswer(body, record.values, now)
        return valuesAfter({ queries, keys, now }, record, answer)
      },
      // `values` runs before `afterwards`, so `answer` is set.
      afterwards: (_, event: WriteEvent<typeof registrations>) =>
        recordAnswer(queries, event, answer as ApplicantAnswer),
    })
  })
  await hideStaffDetails(work)
  return readApplication(context, id)
}

/** Throws `updates.disabled` while changes by applicants are turned off in the settings. */
export async function assertUpdatesEnabled({ database }: Pick<Context, 'database'>): Promise<void> {
  const [settings] = await runStatement(
    database,
    sql`select ${pick({ disableUpdates: settingsRow.disableUpdates })} from ${settingsRow}`,
  )
  if (settings?.disableUpdates !== false) throw new AppError(admissionErrors['updates.disabled'])
}

/**
 * Throws `updates.disabled` if changes are turned off, and `transition.refused` if no change
 * request is open.
 */
export async function assertOpenRequest(context: Context, id: string): Promise<void> {
  await assertUpdatesEnabled(context)
  const { values } = await getStoredApplication(context, id)
  if (!isChangeRequested(values, context.clock.now())) throw new AppError('transition.refused')
}

/**
 * Strips the record and its transitions from a conflict, since they are for staff only. The
 * applicant learns only that a conflict occurred.
 */
export async function hideStaffDetails<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { fields, retryAfterSeconds } = error.details
    throw new AppError(error, {
      ...(fields && { fields: withRequestNames(fields) }),
      ...(retryAfterSeconds && { retryAfterSeconds }),
    })
  }
}

/** Renames documents from their stored field to the name under which applicants send them. */
const withRequestNames = (fields: FieldIssues): FieldIssues =>
  Object.fromEntries(
    Object.entries(fields).map(([name, issues]) => [
      documentNames.find((one) => documentField(one) === name) ?? name,
      issues,
    ]),
  )

interface AnswerContext {
  readonly queries: Queries
  readonly keys: SecretKeys
  readonly now: Date
}

async function valuesAfter(
  { queries, keys, now }: AnswerContext,
  { id, values: before }: StoredRecord<typeof registrations>,
  answer: ApplicantAnswer,
): Promise<Values> {
  const issues = contradictionIssues(before, answer, now)
  if (Object.keys(issues).length > 0) throw invalidInput(issues)
  const { documents } = answer
  await assertUsableDocuments(queries, { documents, ownerId: null, now })
  await assertNewDocuments(queries, id, documents)
  const values = { ...answer.values, ...(await departmentOf(queries, answer)) }
  const record = { ...before, ...values }
  if (Object.hasOwn(values, 'specializationId')) await assertPlaceLeft(queries, record)
  const isDuplicate = await detectDuplicateAfter(queries, keys, { id, values, record })
  return {
    ...values,
    ...(isDuplicate !== null && { isDuplicate }),
    ...(Object.hasOwn(values, 'cnp') && { identityWaived: false }),
    ...(hasNewEmail(before, record) && { emailState: 'unverified' }),
    requestedChanges: answer.requestedChanges,
    status: 'in_progress',
    updateDueAt: null,
    remindedAt: null,
    overdueAt: null,
    notifiedStatus: null,
    notifyAt: null,
  }
}

const hasNewEmail = (before: Values | undefined, after: Values) =>
  before?.personalEmail !== after.personalEmail

/** Returns the department of a changed programme. */
async function departmentOf(queries: Queries, { values }: ApplicantAnswer): Promise<Values> {
  if (!Object.hasOwn(values, 'specializationId') || Object.hasOwn(values, 'departmentProfileId'))
    return {}
  const [row] = await runStatement(
    queries,
    sql`select ${pick({ id: specialization.departmentProfileId })} from ${specialization} where ${specialization.id} = ${values.specializationId}::uuid`,
  )
  // The write itself rejects an unknown programme.
  return row ? { departmentProfileId: row.id } : {}
}

async function recordAnswer(
  queries: Queries,
  { id, before, changed, record, permit, at: time }: WriteEvent<typeof registrations>,
  answer: ApplicantAnswer,
): Promise<void> {
  const at = new Date(time)
  // `language` is a required choice of languages.
  const language = record.language as Language
  await addTimelineEvent(queries, {
    registrationId: id,
    type: 'updateReceived',
    by: { kind: 'applicant' },
    at,
    from: 'update_requested',
    to: 'in_progress',
    visibleFrom: at,
    payload: { fields: answer.changed, kept: answer.kept },
  })
  if (changed.isDuplicate === true)
    await addTimelineEvent(queries, {
      registrationId: id,
      type: 'duplicateWarning',
      by: { kind: 'system' },
      at,
    })
  if (typeof record.assignedToId === 'string')
    await notify(
      queries,
      { registry: registryOf(permit.resource), now: at },
      {
        type: 'registrationAnswered',
        userId: record.assignedToId,
        subject: record.referenceCode,
        link: `registrations/${id}`,
      },
    )
  await queueMail(queries, at, { kind: 'updateReceived', recordId: id, language })
  if (Object.hasOwn(changed, 'personalEmail'))
    for (const address of [before?.values.personalEmail, record.personalEmail])
      await queueMail(queries, at, {
        kind: 'applicantAddressChanged',
        recordId: id,
        language,
        address,
      })
  if (Object.hasOwn(changed, 'personalEmail')) {
    const address = String(record.personalEmail)
    const verification = await addVerification(queries, {
      ...{ registrationId: id, address, formerAddress: null, at },
    })
    await queueMail(queries, at, {
      ...{ kind: 'verifyAddress', recordId: id, language, address, params: { verification } },
    })
  }
  await endApplicantSessionsOf(queries, id, at)
}
