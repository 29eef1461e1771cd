/**
 * Submission of an application: validation, storage, receipt, and the response to repeated calls.
 */

import { randomInt } from 'node:crypto'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { keyWithRights } from '@matricola/server/http/idempotency.ts'
import { checkUpload, type Upload } from '@matricola/server/images/receive-upload.ts'
import { queueMail } from '@matricola/server/mail/outbox.ts'
import { authorize, type Permit, systemPermit } from '@matricola/server/policy/permit.ts'
import { type Records, recordsOf } from '@matricola/server/records/store.ts'
import { requestPreparation } from '@matricola/server/services/prepare-files.ts'
import { newRawDocument } from '@matricola/server/services/stage-document.ts'
import {
  readOriginalHashes,
  removeUnclaimedFiles,
  stageNewFiles,
} from '@matricola/server/session/file-records.ts'
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
import { toReferenceCode } from '#resources/admission/reference-code.ts'
import type { WireFeeToPay, WireSubmitted } from '#resources/admission/wire.ts'
import { applicationChoices } from '#resources/application-choices.ts'
import { documentField, documentNames } from '#resources/application-documents.ts'
import { registrations } from '#resources/registrations.ts'
import {
  createAccessCode,
  encryptAccessCode,
  setAccessCode,
} from '#server/admission/applicant/access-code.ts'
import {
  assertNotStale,
  assertUnsent,
  draftLockName,
  hashDraftKey,
  recordSubmissionKey,
} from '#server/admission/drafts/submission-keys.ts'
import { applicationFeeToPay, chargeApplicationFee } from '#server/admission/ranking/fee.ts'
import { addTimelineEvents, type NewTimelineEvent } from '#server/admission/timeline-events.ts'
import {
  applicantLockName,
  assertRequiredAnswers,
  assertSelectable,
  assertUsableDocuments,
  detectDuplicate,
  getReceivingSessionFor,
  type ValidSubmission,
  validateSubmission,
} from './check-submission.ts'
import {
  assertOpen,
  highestFee,
  readChosenProgrammes,
  readCurrentSessions,
} from './current-sessions.ts'
import { seemsAutomated } from './form-token.ts'
import { errorWithRequestNames, type ReceivedDocument } from './read-form.ts'

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

/** Arrival for comparison with the closing date. Time in the queue does not count. */
export const effectiveArrival = (
  { startedAt, waitedMs }: Pick<Submission, 'startedAt' | 'waitedMs'>,
  now: Date,
) => ({
  startedAt,
  now: new Date(now.getTime() - waitedMs),
})

/**
 * Returns a function that stores an application exactly once, even if it is sent repeatedly.
 * Record, choices, documents, timeline, access code, email and history are written in one
 * transaction, which reads the settings again. Throws `input.invalid`, `registration.closed`,
 * `registration.stopped`, `registration.sent`, `registration.duplicate`, `registration.tooMany`,
 * `request.differs`, `record.stale` if another device has saved the draft since, and the errors of
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
        await contentOf(context, validated, files),
        ...choices,
      ])
      const call: RepeatableCall = {
        scope: submissionScope(staff),
        ...keyWithRights(staff, key),
        fingerprint,
      }
      const storedAnswer = await findStoredAnswer<StoredSubmission>(
        context.database,
        context.keys,
        call,
        context.clock.now(),
      )
      if (storedAnswer) return { ...storedAnswer, isRepeated: true }
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
  const receivedFiles = Object.entries(submission.files)
  const staged =
    receivedFiles.length > 0
      ? await queueStaging(() => stageReceived(context, permit, receivedFiles))
      : {}
  let isTaken = false
  try {
    const isAutomated =
      submission.staff === null && (await seemsAutomated(context, validated.proof))
    const sentBefore = byField(validated.sentBefore)
    const documents = { ...sentBefore, ...byField(staged) }
    const key = draftKeyOf(plan)
    const locks = [
      ...(key === null ? [] : [draftLockName(context.keys, key)]),
      applicantLockName(context.keys, validated.values),
    ]
    const stored = await queueStoring(() =>
      recordsOf(context).inTransaction(async (records, queries) => {
        await lockCall(queries, plan.call, locks)
        const storedAnswer = await findStoredAnswer<StoredSubmission>(
          queries,
          context.keys,
          plan.call,
          context.clock.now(),
        )
        if (storedAnswer) return { ...storedAnswer, isRepeated: true }
        const { hasDraft } = await assertUnsent(queries, context.keys, key)
        await assertNotStale(queries, validated.draft)
        const intakes = await readCurrentSessions(queries, true)
        const arrival = effectiveArrival(submission, context.clock.now())
        assertOpen(intakes, submission.staff, arrival)
        await assertUsableDocuments(queries, {
          documents: sentBefore,
          ownerId: permit.actor.id,
          draftKey: key === null ? null : hashDraftKey(context.keys, key),
          now: context.clock.now(),
        })
        const { choices, values } = validated
        const { staff } = submission
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
        await assertSelectable(queries, { admissionSessionId, first, choices })
        const answers = { values: { ...values, ...documents }, isStaff: staff !== null }
        const isRanked =
          admissionSessionId !== null &&
          chosen.some((programme) => programme.admissionSessionId === admissionSessionId)
        await assertRequiredAnswers(queries, {
          admissionSessionId,
          programmes,
          isRanked,
          ...answers,
        })
        const isDuplicate = await detectDuplicate(queries, context.keys, {
          values,
          intake,
          isStaff: submission.staff !== null,
          provedId: submission.provedId,
        })
        const record = await insertApplication(
          { records, queries, clock: context.clock },
          {
            permit,
            values: { ...values, ...documents },
            serverValues: {
              admissionSessionId,
              isDuplicate,
              isAutomated,
              ...submissionFacts(plan),
            },
          },
        )
        await storeChoices(records, plan, record.id)
        const now = context.clock.now()
        const amount = highestFee(chosen, admissionSessionId)
        await chargeApplicationFee(
          { texts: context.texts, records, queries, now },
          { registrationId: record.id, amount },
        )
        const fee = await applicationFeeToPay(queries, {
          id: record.id,
          amount: amount ?? undefined,
          now,
        })
        const completed = await completeSubmission(context, queries, plan, {
          id: record.id,
          reference: String(record.referenceCode),
          fee,
          hasDraft,
        })
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

const byField = (documents: {
  readonly [name: string]: string
}): { readonly [field: string]: string } =>
  Object.fromEntries(Object.entries(documents).map(([name, id]) => [documentField(name), id]))

type ReceivedFiles = readonly (readonly [name: string, file: ReceivedDocument])[]

/** Stages the received documents after all were checked, and returns their ids by name. */
async function stageReceived(
  context: Context,
  permit: Permit,
  receivedFiles: ReceivedFiles,
): Promise<{ readonly [name: string]: string }> {
  const results = await Promise.allSettled(
    receivedFiles.map(([name, file]) => checkedDocument(context, name, file)),
  )
  const documents = results.map((result, at) => {
    // `allSettled` has waited for all of them, so none still reads a buffer after the request has
    // failed.
    if (result.status === 'rejected') throw result.reason
    return { ...newRawDocument(result.value, permit.actor.id), from: receivedFiles[at]?.[1].file }
  })
  const ids = await stageNewFiles(context, documents)
  return Object.fromEntries(receivedFiles.map(([name], at) => [name, ids[at] ?? '']))
}

async function checkedDocument(
  context: Context,
  name: string,
  file: ReceivedDocument,
): Promise<Upload> {
  try {
    return await checkUpload(context, { ...file, bytes: await file.read() }, ['pdf', 'jpeg', 'png'])
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const [group, reason] = error.code.split('.')
    throw group === 'upload'
      ? new AppError(error, { fields: { [name]: [{ code: `file.${reason}` }] } })
      : error
  }
}

const submissionFacts = ({ submission, validated }: Plan): Values => ({
  submittedAt: submission.startedAt.toISOString(),
  ...(validated.noticeAcknowledged && {
    noticeAcknowledgedAt: submission.startedAt.toISOString(),
    noticeVersion: validated.noticeVersion,
  }),
})

/** Returns the idempotency key if it may belong to an application draft. Staff have no drafts. */
const draftKeyOf = ({ submission, call }: Plan) => (submission.staff ? null : call.key)

interface StoredApplication {
  readonly id: string
  readonly reference: string
  readonly fee: WireFeeToPay | null
  /** Whether a draft of the application has content. */
  readonly hasDraft: boolean
}

/**
 * Completes a stored application: its access code, the receipt email, and the stored response for
 * repeated calls.
 */
async function completeSubmission(
  { keys, clock }: Context,
  queries: Queries,
  plan: Plan,
  { id, reference, fee, hasDraft }: StoredApplication,
): Promise<StoredSubmission> {
  const { submission, validated, call } = plan
  const at = clock.now()
  const code = createAccessCode()
  await setAccessCode(queries, keys, { registrationId: id, code, at })
  await queueMail(queries, at, {
    kind: 'registrationReceived',
    recordId: id,
    // Validated by the schema of the declaration.
    language: validated.values.language as Language,
    params: { encryptedCode: encryptAccessCode(code, id, keys) },
    onceKey: `registrationReceived:${id}`,
  })
  await recordSubmissionKey(queries, keys, {
    key: draftKeyOf(plan),
    registrationId: id,
    at: submission.startedAt,
    hasDraft,
  })
  const submittedAt = submission.startedAt.toISOString()
  const answer: WireSubmitted = {
    reference,
    accessCode: code,
    status: 'submitted',
    submittedAt,
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
  const by = permit.caller
    ? ({ kind: 'staff', actor: permit.actor } as const)
    : ({ kind: 'applicant' } as const)
  const submitted: NewTimelineEvent = {
    registrationId: record.id,
    type: 'submitted',
    by,
    at,
    to: 'submitted',
    visibleFrom: at,
  }
  const warning: NewTimelineEvent = {
    registrationId: record.id,
    type: 'duplicateWarning',
    by: { kind: 'system' },
    at,
  }
  await addTimelineEvents(queries, record.isDuplicate === true ? [submitted, warning] : [submitted])
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
