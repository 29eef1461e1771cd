/**
 * Submission of an application: validation, storage, receipt, and the response to repeated calls.
 */

import { randomInt } from 'node:crypto'
import { isId } from '@matricola/schema/paths.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { keyWithRights } from '@matricola/server/http/idempotency.ts'
import { authorize, type Permit, systemPermit } from '@matricola/server/policy/permit.ts'
import { type Records, recordsOf } from '@matricola/server/records/store.ts'
import { requestPreparation } from '@matricola/server/services/prepare-files.ts'
import { readOriginalHashes, removeUnclaimedFiles } from '@matricola/server/session/file-records.ts'
import {
  findStoredAnswer,
  fingerprintOf,
  lockCall,
  type RepeatableCall,
  storeAnswer,
} from '@matricola/server/session/repeated-call.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { createTaskQueue } from '@matricola/server/task-queue.ts'
import type { FormAnswers } from '#resources/admission/form-content.ts'
import { toReferenceCode } from '#resources/admission/reference-code.ts'
import type { WireFeeToPay, WireSubmitted } from '#resources/admission/wire.ts'
import { applicationChoices } from '#resources/application-choices.ts'
import { documentField, documentNames } from '#resources/application-documents.ts'
import { registrations } from '#resources/registrations.ts'
import { issueFirstAccessCode } from '#server/admission/applicant/access-code.ts'
import { assertUsableDocuments } from '#server/admission/drafts/draft-lifetime.ts'
import {
  assertNotStale,
  assertUnsent,
  draftLockName,
  hashDraftKey,
  recordSubmissionKey,
} from '#server/admission/drafts/submission-keys.ts'
import { checkFormAnswers } from '#server/admission/forms/published-forms.ts'
import { readHighestFee } from '#server/admission/ranking/admission-fees.ts'
import { chargeApplicationFee } from '#server/admission/ranking/fee.ts'
import {
  addTimelineEvents,
  type NewTimelineEvent,
  timelineActorOf,
} from '#server/admission/timeline-events.ts'
import {
  applicantLockName,
  assertRequiredAnswers,
  assertSelectable,
  detectDuplicate,
  type ValidSubmission,
  validateSubmission,
} from './check-submission.ts'
import {
  assertOpen,
  effectiveArrival,
  getReceivingSessionFor,
  readChosenProgrammes,
  readCurrentSessions,
} from './current-sessions.ts'
import { seemsAutomated } from './form-token.ts'
import { errorWithRequestNames, type ReceivedDocument, stageReceived } from './read-form.ts'

const registration = table(registrations)

export interface Submission {
  /** The member of staff who enters the application; null for an applicant. */
  readonly staff: Caller | null
  readonly language: Language
  /**
   * When the first byte arrived. For an applicant who waited in the queue, this is the first byte
   * of the first request.
   */
  readonly startedAt: Date
  readonly waitedMs: number
  readonly key: string | null
  /** Application of the applicant session in which the call was made; null if there is none. */
  readonly provedId: string | null
  readonly body: Values
  readonly files: { readonly [field: string]: ReceivedDocument }
}

/** Response to a submission. `isRepeated`: the application had already been stored. */
export interface Submitted {
  readonly id: string
  readonly answer: WireSubmitted
  readonly isRepeated: boolean
}

type StoredSubmission = Omit<Submitted, 'isRepeated'>

/** Scope in which the idempotency key of a call must be unique. */
export const submissionScope = (staff: Caller | null) => (staff ? `submit:${staff.id}` : 'submit')

/**
 * Returns a function that stores an application exactly once, even if it is sent repeatedly.
 * Record, choices, documents, timeline, access code, email and history are written in one
 * transaction, which reads the settings again. Throws `input.invalid`, `registration.closed`,
 * `registration.stopped`, `registration.sent`, `registration.duplicate`, `registration.tooMany`,
 * `registration.formChanged`, `request.differs`, `record.stale` if another device has saved the draft since, and the errors of
 * documents.
 */
export function createSubmit(context: Context): (submission: Submission) => Promise<Submitted> {
  const running = new Map<string, Promise<Submitted>>()
  return async (submission) => {
    try {
      const { staff, files, key } = submission
      const permit = staff
        ? authorize(staff, registrations, 'create')
        : systemPermit('applicant', registrations, 'create')
      const body: Values = { language: submission.language, ...submission.body }
      const validated = validateSubmission(permit, body, Object.keys(files), context.clock.now())
      const { values, noticeVersion, choices } = validated
      const fingerprint = fingerprintOf([
        values,
        noticeVersion,
        // Absent without answers, so that fingerprints of earlier calls still match.
        ...(validated.answers ? [await withHashes(context, validated.answers)] : []),
        await contentOf(context, validated, files),
        ...choices,
      ])
      const call: RepeatableCall = {
        scope: submissionScope(staff),
        ...keyWithRights(staff, key),
        fingerprint,
      }
      const stored = await findStoredSubmission(context, context.database, call)
      if (stored) return stored
      // The same form arrived again while the first one is being stored: share its result.
      const fingerprintOfCall = fingerprintOf(call)
      const first = running.get(fingerprintOfCall)
      if (first) return { ...(await first), isRepeated: true }
      const work = storeSubmission(context, { submission, permit, validated, call }).finally(() =>
        running.delete(fingerprintOfCall),
      )
      running.set(fingerprintOfCall, work)
      return await work
    } catch (error) {
      throw errorWithRequestNames(error, submission.body)
    }
  }
}

/** Returns the response to the same call if its application is already stored. */
async function findStoredSubmission(
  { keys, clock }: Context,
  queries: Queries,
  call: RepeatableCall,
): Promise<Submitted | null> {
  const stored = await findStoredAnswer<StoredSubmission>(queries, keys, call, clock.now())
  return stored && { ...stored, isRepeated: true }
}

/** Returns the hashes of the documents, whether uploaded before or in this request. */
async function contentOf(
  { database }: Context,
  { sentBefore }: ValidSubmission,
  files: Submission['files'],
): Promise<unknown> {
  const hashes = await readOriginalHashes(database, Object.values(sentBefore))
  return documentNames.flatMap(
    (name) => files[name]?.sha256 ?? hashes.get(sentBefore[name] ?? '') ?? sentBefore[name] ?? [],
  )
}

/** The answers with the hashes of files instead of their ids. A file may have been sent again. */
async function withHashes({ database }: Context, answers: FormAnswers): Promise<FormAnswers> {
  const ids = Object.values(answers).filter((one) => typeof one === 'string' && isId(one))
  const hashes = await readOriginalHashes(database, ids)
  return Object.fromEntries(
    Object.entries(answers).map(([id, answer]) => [
      id,
      (typeof answer === 'string' && hashes.get(answer)) || answer,
    ]),
  )
}

interface Plan {
  readonly submission: Submission
  readonly permit: Permit
  readonly validated: ValidSubmission
  readonly call: RepeatableCall
}

/**
 * Only a few applications hold their documents in memory at a time, and even fewer run a
 * transaction, so that other statements are not blocked. The others wait with their documents on
 * disk. Waiting up to 100 seconds at a deadline is cheaper than a refusal, after which the
 * applicant would upload everything again.
 */
const queueLimits = { maxWaiting: 600, maxWaitMs: 100_000 }
const queueStaging = createTaskQueue({ concurrency: 8, ...queueLimits })
const queueStoring = createTaskQueue({ concurrency: 4, ...queueLimits })

/**
 * Does slow work first: writes documents before the transaction, and removes them if it fails.
 * Renditions are made after the response.
 */
async function storeSubmission(context: Context, plan: Plan): Promise<Submitted> {
  const { submission, permit, validated } = plan
  const { staff, provedId } = submission
  const isStaff = staff !== null
  const { choices, values } = validated
  const receivedFiles = Object.entries(submission.files)
  const staged =
    receivedFiles.length > 0
      ? await queueStaging(() => stageReceived(context, permit.actor.id, receivedFiles))
      : {}
  let isTaken = false
  try {
    const isAutomated = !isStaff && (await seemsAutomated(context, validated.proof))
    const sentBefore = byField(validated.sentBefore)
    const answers = { ...values, ...sentBefore, ...byField(staged) }
    const facts = submissionFacts(plan)
    const key = draftKeyOf(plan)
    const locks = [
      ...(key === null ? [] : [draftLockName(context.keys, key)]),
      applicantLockName(context.keys, values),
    ]
    const stored = await queueStoring(() =>
      recordsOf(context).inTransaction(async (records, queries) => {
        await lockCall(queries, plan.call, locks)
        const storedBefore = await findStoredSubmission(context, queries, plan.call)
        if (storedBefore) return storedBefore
        const { hasDraft } = await assertUnsent(queries, context.keys, key)
        await assertNotStale(queries, validated.draft)
        const intakes = await readCurrentSessions(queries, true)
        const arrival = effectiveArrival(submission, context.clock.now())
        assertOpen(intakes, staff, arrival)
        await assertUsableDocuments(queries, {
          documents: sentBefore,
          ownerId: permit.actor.id,
          draftKey: key === null ? null : hashDraftKey(context.keys, key),
          now: context.clock.now(),
        })
        const first = values.specializationId
        const programmes = [first, ...choices.map(({ specializationId }) => specializationId)]
        const chosen = await readChosenProgrammes(queries, intakes, programmes)
        const intake = getReceivingSessionFor({
          intakes,
          programme: chosen.find(({ id }) => id === first),
          staff,
          arrival,
        })
        const { admissionSessionId } = intake
        assertSelectable({ admissionSessionId, programmes, chosen })
        await assertRequiredAnswers(queries, {
          admissionSessionId,
          programmes,
          chosen,
          values: answers,
          isStaff,
        })
        const form = await checkFormAnswers(queries, {
          admissionSessionId,
          lastDay: intake.closesAt,
          programmes: programmes.flatMap((id) => chosen.find((one) => one.id === id) ?? []),
          values,
          choices,
          answers: validated.answers,
          formVersionId: validated.formVersionId,
          isStaff,
          now: context.clock.now(),
        })
        await assertUsableDocuments(queries, {
          documents: form.documents,
          ownerId: permit.actor.id,
          draftKey: key === null ? null : hashDraftKey(context.keys, key),
          now: context.clock.now(),
        })
        const applicant = { values, intake, isStaff, provedId }
        const isDuplicate = await detectDuplicate(queries, context.keys, applicant)
        const record = await insertApplication(
          { records, queries, clock: context.clock },
          {
            permit,
            values: answers,
            serverValues: {
              admissionSessionId,
              isDuplicate,
              isAutomated,
              ...form.values,
              ...facts,
            },
          },
        )
        await storeChoices(records, plan, record.id)
        const fee = await chargeApplicationFee(
          { texts: context.texts, records, queries, now: context.clock.now() },
          {
            registrationId: record.id,
            amount: await readHighestFee(queries, {
              sessionId: admissionSessionId,
              programmeIds: programmes.map(String),
              facts: form.facts,
            }),
          },
        )
        const application = { record, fee, hasDraft }
        const completed = await completeSubmission(context, queries, plan, application)
        return { ...completed, isRepeated: false }
      }),
    )
    isTaken = !stored.isRepeated
    return stored
  } finally {
    if (isTaken) requestPreparation(context)
    else
      await removeUnclaimedFiles(context, Object.values(staged)).catch((error: unknown) =>
        context.log.warn(
          { err: error },
          'deleting the documents of a rejected submission failed; housekeeping will delete them',
        ),
      )
  }
}

const byField = (documents: Values): Values =>
  Object.fromEntries(Object.entries(documents).map(([name, id]) => [documentField(name), id]))

const submissionFacts = ({ submission, validated }: Plan): Values => ({
  submittedAt: submission.startedAt.toISOString(),
  ...(!submission.staff && { emailState: 'unverified' }),
  ...(validated.noticeAcknowledged && {
    noticeAcknowledgedAt: submission.startedAt.toISOString(),
    noticeVersion: validated.noticeVersion,
  }),
})

/** Returns the idempotency key if it may belong to an application draft. Staff have no drafts. */
const draftKeyOf = ({ submission, call }: Plan) => (submission.staff ? null : call.key)

interface StoredApplication {
  readonly record: WireRecord
  readonly fee: WireFeeToPay | null
  /** Whether a draft of the application has content. */
  readonly hasDraft: boolean
}

/**
 * Completes a stored application: its access code, whose function also queues the receipt email, and
 * the stored response for repeated calls.
 */
async function completeSubmission(
  { keys, clock }: Context,
  queries: Queries,
  plan: Plan,
  { record, fee, hasDraft }: StoredApplication,
): Promise<StoredSubmission> {
  const { submission, validated, call } = plan
  const { id } = record
  const at = clock.now()
  const accessCode = await issueFirstAccessCode(queries, keys, {
    registrationId: id,
    // Validated by the schema of the declaration.
    language: validated.values.language as Language,
    isInReceipt: submission.staff !== null,
    at,
  })
  await recordSubmissionKey(queries, keys, {
    key: draftKeyOf(plan),
    registrationId: id,
    at: submission.startedAt,
    hasDraft,
  })
  const answer: WireSubmitted = {
    reference: String(record.referenceCode),
    accessCode,
    status: 'submitted',
    submittedAt: submission.startedAt.toISOString(),
    ...(fee && { fee }),
  }
  await storeAnswer(queries, keys, call, { answer: { id, answer }, at })
  return { id, answer }
}

interface NewApplication {
  /** Says who submitted it: staff, or the applicant. */
  readonly permit: Permit
  readonly values: Values
  /** Values that only the server sets, among them the admission session. */
  readonly serverValues: Values
}

/**
 * Stores an application under a new reference code, with the first entries of its timeline, in the
 * caller's transaction.
 */
export async function insertApplication(
  {
    records,
    queries,
    clock,
  }: Pick<Context, 'clock'> & { readonly records: Records; readonly queries: Queries },
  { permit, values, serverValues }: NewApplication,
): Promise<WireRecord> {
  const record = await records.insert(permit, values, {
    ...serverValues,
    referenceCode: await findFreeReferenceCode(queries),
  })
  const at = clock.now()
  const registrationId = record.id
  const by = timelineActorOf(permit)
  const events: NewTimelineEvent[] = [
    { registrationId, type: 'submitted', by, at, to: 'submitted', visibleFrom: at },
  ]
  if (record.isDuplicate === true)
    events.push({ registrationId, type: 'duplicateWarning', by: { kind: 'system' }, at })
  await addTimelineEvents(queries, events)
  return record
}

/**
 * There are ten million codes, so collisions do occur among the thousands of applications of a
 * session.
 */
async function findFreeReferenceCode(queries: Queries): Promise<string> {
  for (;;) {
    const referenceCode = toReferenceCode(String(randomInt(10_000_000)).padStart(7, '0'))
    const taken = await runStatement(
      queries,
      sql`select 1 from ${registration} where ${registration.referenceCode} = ${referenceCode}`,
    )
    if (taken.length === 0) return referenceCode
  }
}

/**
 * Stores the choices in order, starting at position 2: the application itself holds the first
 * choice.
 */
async function storeChoices(
  records: Records,
  { submission, validated }: Plan,
  registrationId: string,
): Promise<void> {
  const { staff } = submission
  const permit = staff
    ? authorize(staff, applicationChoices, 'create')
    : systemPermit('applicant', applicationChoices, 'create')
  for (const [index, choice] of validated.choices.entries())
    await records.insert(permit, { registrationId, position: index + 2, ...choice })
}
