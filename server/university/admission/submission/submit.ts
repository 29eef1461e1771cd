/** Submission of an application: validation, storage, receipt, and the answer to repeated calls. */

import type { WireFeeToPay, WireSubmitted } from '#model/admission/wire.ts'
import type { Language } from '#model/vocabulary.ts'
import { AppError } from '#model/wire/errors.ts'
import { documentField, documentNames } from '#resources/application-documents.ts'
import { registrations } from '#resources/registrations.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { keyOfRights } from '#server/engine/http/repeatable.ts'
import { checkedUpload, type Upload } from '#server/engine/images/receive-upload.ts'
import { queueMail } from '#server/engine/mail/outbox.ts'
import { authorize, type Permit, systemPermit } from '#server/engine/policy/permit.ts'
import { recordsOf } from '#server/engine/records/store.ts'
import { wakePreparing } from '#server/engine/services/prepare-files.ts'
import { rawDocument } from '#server/engine/services/stage-document.ts'
import { hashesOf, removeUnclaimed, stageFiles } from '#server/engine/session/file-records.ts'
import { type Call, fingerprintOf, holdCall, keepAnswer, knownAnswer } from '#server/engine/session/repeated-call.ts'
import type { Values } from '#server/engine/sql/storage.ts'
import { turns } from '#server/engine/turns.ts'
import { newAccessCode, sealAccessCode, setAccessCode } from '#server/university/admission/applicant/access-code.ts'
import { demandNewest, demandUnsent, draftLock, keyHash, noteSent } from '#server/university/admission/drafts/sent-keys.ts'
import { applicationFeeToPay, chargeApplication } from '#server/university/admission/ranking/fee.ts'
import { demandAsked } from './asked.ts'
import { demandChoosable, storeChoices } from './choices.ts'
import { chosenProgrammes, highestFee } from './chosen-programmes.ts'
import { seemsAutomated } from './form-token.ts'
import { demandOpen, readIntakes } from './intake.ts'
import type { ReceivedFile } from './receive.ts'
import { type CheckedSubmission, checkedSubmission, spelledError } from './submission-check.ts'
import { applicantLock, demandClaimable, demandOffered, likenessOf } from './submission-rules.ts'

export interface Submission {
  /** The member of staff who enters the application; null for an applicant. */
  readonly office: Caller | null
  readonly language: Language
  /** When the first byte arrived; for an applicant who waited in the queue, that of the first request. */
  readonly began: Date
  readonly waitedMs: number
  readonly key: string | null
  /** Application of the applicant session in which the call was made; null if there is none. */
  readonly provedId: string | null
  readonly body: Values
  readonly files: { readonly [field: string]: ReceivedFile }
}

/** Answer to a submission. `isRepeated`: it had been stored before. */
export interface Submitted {
  readonly id: string
  readonly answer: WireSubmitted
  readonly isRepeated: boolean
}

type Stored = Omit<Submitted, 'isRepeated'>

/** Scope in which the idempotency key of a call must be unique. */
export const scopeOf = (office: Caller | null) => (office ? `submit:${office.id}` : 'submit')

/** Arrival for comparison with the closing date. Time in the queue does not count. */
export const arrivalAt = ({ began, waitedMs }: Pick<Submission, 'began' | 'waitedMs'>, now: Date) => ({
  began,
  now: new Date(now.getTime() - waitedMs),
})

/**
 * Returns a function that stores an application exactly once, however often it is sent. Record, choices, documents, timeline,
 * access code, email and history are written in one transaction, which reads the settings again. Throws `input.invalid`,
 * `registration.closed`, `registration.stopped`, `registration.sent`, `registration.duplicate`, `registration.tooMany`,
 * `request.differs`, `record.stale` if another device has saved the draft since, and the errors of documents.
 */
export function submitting(context: Context): (submission: Submission) => Promise<Submitted> {
  const underWay = new Map<string, Promise<Submitted>>()
  return async (submission) => {
    try {
      const { office, files, key } = submission
      const permit = office ? authorize(office, registrations, 'create') : systemPermit('applicant', registrations, 'create')
      const body: Values = { language: submission.language, ...submission.body }
      const checked = checkedSubmission(permit, body, Object.keys(files), context.clock.now())
      const { values, noticeVersion, choices } = checked
      const fingerprint = fingerprintOf([values, noticeVersion, await contentOf(context, checked, files), ...choices])
      const call: Call = { scope: scopeOf(office), ...keyOfRights(office, key), fingerprint }
      const known = await knownAnswer<Stored>(context.database, context.keys, call, context.clock.now())
      if (known) return { ...known, isRepeated: true }
      // The same form arrived again while the first one is being stored: share its result.
      const like = fingerprintOf(call)
      const first = underWay.get(like)
      if (first) return { ...(await first), isRepeated: true }
      const work = store(context, { submission, permit, checked, call }).finally(() => underWay.delete(like))
      underWay.set(like, work)
      return await work
    } catch (error) {
      throw spelledError(error, submission.body)
    }
  }
}

/** Returns the hashes of the documents, whether uploaded before or in this request. */
async function contentOf({ database }: Context, { sentBefore }: CheckedSubmission, files: Submission['files']): Promise<unknown> {
  const hashes = await hashesOf(database, Object.values(sentBefore))
  return documentNames.flatMap((name) => files[name]?.sha256 ?? hashes.get(sentBefore[name] ?? '') ?? sentBefore[name] ?? [])
}

interface Plan {
  readonly submission: Submission
  readonly permit: Permit
  readonly checked: CheckedSubmission
  readonly call: Call
}

/**
 * Only a few applications hold their documents in memory at a time, and even fewer run a transaction, so that other statements
 * get their turn in the database. The others wait with their documents on disk. Waiting up to 100 seconds at a deadline is
 * cheaper than a refusal, after which the applicant would upload everything again.
 */
const patience = { maxWaiting: 600, maxWaitMs: 100_000 }
const stagingInTurn = turns({ atOnce: 8, ...patience })
const storingInTurn = turns({ atOnce: 4, ...patience })

/** Does slow work first: writes documents before the transaction, and removes them if it fails. Renditions are made after the answer. */
async function store(context: Context, plan: Plan): Promise<Submitted> {
  const { submission, permit, checked } = plan
  const sent = Object.entries(submission.files)
  const staged = sent.length > 0 ? await stagingInTurn(() => stageReceived(context, permit, sent)) : {}
  let isTaken = false
  try {
    const isAutomated = submission.office === null && (await seemsAutomated(context, checked.proof))
    const sentBefore = byField(checked.sentBefore)
    const documents = { ...sentBefore, ...byField(staged) }
    const key = draftKeyOf(plan)
    const locks = [...(key === null ? [] : [draftLock(context.keys, key)]), applicantLock(context.keys, checked.values)]
    const stored = await storingInTurn(() =>
      recordsOf(context).together(async (records, queries) => {
        await holdCall(queries, plan.call, locks)
        const known = await knownAnswer<Stored>(queries, context.keys, plan.call, context.clock.now())
        if (known) return { ...known, isRepeated: true }
        await demandUnsent(queries, context.keys, key)
        await demandNewest(queries, checked.draft)
        const intakes = await readIntakes(queries, true)
        const arrival = arrivalAt(submission, context.clock.now())
        demandOpen(intakes, submission.office, arrival)
        await demandClaimable(queries, {
          documents: sentBefore,
          ownerId: permit.actor.id,
          draftKey: key === null ? null : keyHash(context.keys, key),
          now: context.clock.now(),
        })
        const { choices, values } = checked
        const { office } = submission
        const first = values.specializationId
        const programmes = [first, ...choices.map(({ specializationId }) => specializationId)]
        const chosen = await chosenProgrammes(queries, intakes, programmes)
        const intake = demandOffered({ intakes, programme: chosen.find(({ id }) => id === first), office, arrival })
        const { admissionSessionId } = intake
        await demandChoosable(queries, { admissionSessionId, first, choices })
        const given = { values: { ...values, ...documents }, isOffice: office !== null }
        await demandAsked(queries, { admissionSessionId, programmes, ...given })
        const isDuplicate = await likenessOf(queries, context.keys, {
          values,
          intake,
          isOffice: submission.office !== null,
          provedId: submission.provedId,
        })
        const record = await records.insert(permit, { ...values, ...documents }, ownValues(plan, { isDuplicate, isAutomated }))
        await storeChoices(records, { registrationId: record.id, choices, office: submission.office })
        const now = context.clock.now()
        const amount = highestFee(chosen, admissionSessionId)
        await chargeApplication({ texts: context.texts, records, queries, now }, { registrationId: record.id, amount })
        const fee = await applicationFeeToPay(queries, { id: record.id, amount: amount ?? undefined, now })
        const told = await tell(context, queries, plan, { id: record.id, reference: String(record.referenceCode), fee })
        return { ...told, isRepeated: false }
      }),
    )
    isTaken = !stored.isRepeated
    return stored
  } finally {
    if (isTaken) wakePreparing(context)
    else
      await removeUnclaimed(context, Object.values(staged)).catch((error: unknown) =>
        context.log.warn({ err: error }, 'documents of a refused application wait for the housekeeping'),
      )
  }
}

const byField = (documents: { readonly [name: string]: string }): { readonly [field: string]: string } =>
  Object.fromEntries(Object.entries(documents).map(([name, id]) => [documentField(name), id]))

type Sent = readonly (readonly [name: string, file: ReceivedFile])[]

/** Stages the received documents after all were checked, and returns their ids by name. */
async function stageReceived(context: Context, permit: Permit, sent: Sent): Promise<{ readonly [name: string]: string }> {
  const checked = await Promise.allSettled(sent.map(([name, file]) => checkedDocument(context, name, file)))
  const documents = checked.map((one, at) => {
    // `allSettled` has waited for all of them, so none still reads a buffer after the request has failed.
    if (one.status === 'rejected') throw one.reason
    return { ...rawDocument(one.value, permit.actor.id), from: sent[at]?.[1].file }
  })
  const ids = await stageFiles(context, documents)
  return Object.fromEntries(sent.map(([name], at) => [name, ids[at] ?? '']))
}

async function checkedDocument(context: Context, name: string, file: ReceivedFile): Promise<Upload> {
  try {
    return await checkedUpload(context, { ...file, bytes: await file.read() }, ['pdf', 'jpeg', 'png'])
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const [group, fault] = error.code.split('.')
    throw group === 'upload' ? new AppError(error.code, { fields: { [name]: [{ code: `file.${fault}` }] } }) : error
  }
}

const ownValues = ({ submission, checked }: Plan, marks: { readonly isDuplicate: boolean; readonly isAutomated: boolean }): Values => ({
  submittedAt: submission.began.toISOString(),
  ...marks,
  ...(checked.noticeAck && { noticeAckAt: submission.began.toISOString(), noticeVersion: checked.noticeVersion }),
})

/** Returns the idempotency key if it may belong to an application draft. Staff have no drafts. */
const draftKeyOf = ({ submission, call }: Plan) => (submission.office ? null : call.key)

/** Completes a stored application: its access code, the receipt email, and the stored answer for repeated calls. */
async function tell(
  { keys, clock }: Context,
  queries: Queries,
  plan: Plan,
  { id, reference, fee }: { readonly id: string; readonly reference: string; readonly fee: WireFeeToPay | null },
): Promise<Stored> {
  const { submission, checked, call } = plan
  const at = clock.now()
  const code = newAccessCode()
  await setAccessCode(queries, keys, { registrationId: id, code, at })
  await queueMail(queries, at, {
    kind: 'registrationReceived',
    recordId: id,
    // Validated by the schema of the declaration.
    language: checked.values.language as Language,
    params: { sealedCode: sealAccessCode(code, id, keys) },
    onceKey: `registrationReceived:${id}`,
  })
  await noteSent(queries, keys, { key: draftKeyOf(plan), registrationId: id, at: submission.began })
  const submittedAt = submission.began.toISOString()
  const answer: WireSubmitted = { reference, accessCode: code, status: 'submitted', submittedAt, ...(fee && { fee }) }
  await keepAnswer(queries, keys, call, { answer: { id, answer }, at })
  return { id, answer }
}
