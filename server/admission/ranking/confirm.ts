/** Confirms places for applicants and staff, and revokes places that are not confirmed in time. */

import { nilId } from '@matricola/schema/paths.ts'
import { daysAfter, today } from '@matricola/schema/values/dates.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { queueMails } from '@matricola/server/mail/outbox.ts'
import { permitForAllRows, systemPermit } from '@matricola/server/policy/permit.ts'
import type { RowRefusal } from '@matricola/server/records/batch/types.ts'
import type { ServerAction, WriteEvent } from '@matricola/server/records/hooks.ts'
import { type Records, recordsOf } from '@matricola/server/records/store.ts'
import type { RepeatedWork } from '@matricola/server/repeating.ts'
import { findTrustedNow } from '@matricola/server/session/trusted-clock.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { outboxMailTable } from '@matricola/server/sql/tables.ts'
import {
  columns,
  equalsLiteral,
  expr,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import * as z from 'zod/mini'
import { admissionErrors } from '#resources/admission/errors.ts'
import {
  type AcceptanceMode,
  acceptanceModes,
  type ConsentedPlace,
  type PlaceAcceptance,
  toldWays,
} from '#resources/admission/place-acceptance.ts'
import type { WireApplication } from '#resources/admission/wire.ts'
import type { WirePlaceAnswer, WirePlaceQuestion } from '#resources/admission/wire-merit.ts'
import { registrations } from '#resources/registrations.ts'
import { hideStaffDetails } from '#server/admission/applicant/answer.ts'
import { readApplication } from '#server/admission/applicant/read-application.ts'
import { addTimelineEvents, timelineActorOf } from '#server/admission/timeline-events.ts'
import { registrationEventTable } from '#server/tables/rows.ts'
import {
  hasNoChangesLeft,
  type NewAcceptance,
  readAnsweredPlaces,
  storeAcceptances,
} from './acceptances.ts'
import { canConfirm } from './applicant-result.ts'
import { declineApplication } from './decline.ts'
import {
  chargeConfirmationFees,
  confirmAction,
  placeNotPaid,
  readConfirmationFees,
  unpaidFeeIssue,
} from './fee.ts'
import { findTakenPlaces, isPlaceTaken } from './pending-results.ts'
import { readPlaceQuestion, type StoredPlaceQuestion } from './place-question.ts'
import { lockAgainstRelease } from './staleness.ts'

const registration = table(registrations)
const outboxMail = table(outboxMailTable)
const registrationEvent = table(registrationEventTable)

const dayMs = 86_400_000
const batchSize = 500

/**
 * Confirms the applicant's place, stores or changes the answer whether it is kept, and returns the
 * application. With a fee to pay, only the answer is stored, and the payment confirms the place.
 * Without an answer, a confirmed place stays as it is. Throws `transition.refused` if there is no
 * place, or without an answer if its deadline has passed or its fee is not paid, and
 * `acceptance.required` if an answer is needed; `parseAnswer` throws the other refusals.
 */
export async function confirmApplicantPlace(
  context: Context,
  id: string,
  answer?: WirePlaceAnswer,
): Promise<WireApplication> {
  await hideStaffDetails(
    recordsOf(context).inTransaction(async (records, queries) => {
      await runStatement(
        queries,
        sql`select ${pick(columns(registration, 'id'))} from ${registration} where ${registration.id} = ${id} for update`,
      )
      await lockAgainstRelease(queries, [id])
      const now = context.clock.now()
      const permit = systemPermit('applicant', registrations, 'update')
      const { values } = await records.getStored(permit, id)
      const question = await readPlaceQuestion(queries, id, now)
      const due = (await readConfirmationFees(queries, [id])).get(id)?.due ?? 0
      const isOpen = canConfirm(values, now)
      if (!answer) {
        if (values.confirmedAt !== null) return
        if (!isOpen) throw new AppError('transition.refused')
        if (due > 0) throw new AppError('transition.refused', { fields: unpaidFeeIssue(due) })
        if (question && question.wire.higher.length > 0 && question.wire.answer === null)
          throw new AppError(admissionErrors['acceptance.required'])
      }
      const acceptance = answer ? parseAnswer(question, answer, isOpen) : null
      const isNew = acceptance !== null && !isSameAnswer(question?.wire.answer ?? null, acceptance)
      if (isNew && question) {
        if (await hasNoChangesLeft(queries, id))
          throw new AppError(admissionErrors['acceptance.tooMany'])
        const { roundId, language, wire } = question
        const { specializationId, kind } = wire.held
        await storeAcceptances(queries, [
          {
            ...{ ...acceptance, registrationId: id, roundId, specializationId, kind },
            ...{ by: { kind: 'applicant' }, at: now, language },
          },
        ])
      }
      const confirms = isOpen && due === 0
      await records.applyInternalChange(permit, {
        id,
        action: confirms ? confirmAction : 'answerPlace',
        values: () => ({
          ...(confirms && { confirmedAt: now.toISOString() }),
          acceptance: acceptance?.mode ?? question?.wire.answer?.mode ?? 'keep',
        }),
      })
      if (isNew && !confirms)
        await addTimelineEvents(queries, [
          {
            ...{ registrationId: id, type: 'placeAnswered', by: { kind: 'applicant' } },
            ...{ at: now, visibleFrom: now },
          },
        ])
      if (isNew && question && values.confirmedAt !== null)
        await queueAnswerMails(queries, now, [
          { id, language: question.language, mode: acceptance.mode },
        ])
    }),
  )
  return readApplication(context, id)
}

/**
 * Checks an answer against the question and returns it with the amounts that were shown. Throws
 * `transition.refused` if there is no place, and the `acceptance` errors.
 */
function parseAnswer(
  question: StoredPlaceQuestion | null,
  { mode, consented, agreedToPay, shown }: WirePlaceAnswer,
  isUnconfirmed: boolean,
): PlaceAcceptance {
  if (!question) throw new AppError('transition.refused')
  const { wire } = question
  if (!wire.isOpen) throw new AppError(admissionErrors['acceptance.closed'])
  if (shown !== wire.shown) throw new AppError(admissionErrors['acceptance.stale'])
  const places = (mode === 'moveUp' ? consented : []).map((one) => {
    const place = wire.higher.find(
      ({ specializationId, kind }) =>
        specializationId === one.specializationId && kind === one.kind,
    )
    if (!place) throw new AppError(admissionErrors['acceptance.notHigher'])
    return place
  })
  if (mode === 'moveUp' && places.length === 0)
    throw new AppError(admissionErrors['acceptance.required'])
  const costsMore = places.some((place) => place.costsMore)
  const isFeePaying = isUnconfirmed && wire.held.funding === 'fee'
  if ((costsMore || isFeePaying) && !agreedToPay)
    throw new AppError(admissionErrors['acceptance.moneyNotAgreed'])
  return {
    mode,
    consented: places.map(toConsentedPlace),
    agreedToPay: costsMore,
  }
}

const toConsentedPlace = ({
  specializationId,
  kind,
  tuition,
  confirmationFee,
}: ConsentedPlace): ConsentedPlace => ({ specializationId, kind, tuition, confirmationFee })

/** Whether an answer repeats the newest one. */
function isSameAnswer(newest: PlaceAcceptance | null, answer: PlaceAcceptance): boolean {
  const textOf = ({ mode, agreedToPay, consented }: PlaceAcceptance) =>
    JSON.stringify([
      ...[mode, agreedToPay],
      consented
        .map((one) => [one.specializationId, one.kind, one.tuition, one.confirmationFee].join())
        .toSorted(),
    ])
  return newest !== null && textOf(newest) === textOf(answer)
}

/**
 * The applicant's answer as staff record it: keep the place, or move up to the choices that cost no
 * more.
 */
const toldAnswerSchema = z.strictObject({
  mode: z.enum(acceptanceModes),
  told: z.enum(toldWays),
  /** Identifies the places and amounts that the applicant was told. */
  shown: z.string(),
})

/** Input of the action `confirmPlace`. */
export const confirmPlaceInput = { answer: z.optional(toldAnswerSchema) }

// `parseAction` has validated the input with the schema.
const toldAnswerOf = ({ answer }: Values) => answer as z.infer<typeof toldAnswerSchema> | undefined

const freePlaces = ({ higher }: WirePlaceQuestion): readonly ConsentedPlace[] =>
  higher.filter(({ costsMore }) => !costsMore).map(toConsentedPlace)

/**
 * The declared action of staff. Without an answer by the applicant, the place is kept. Refuses
 * places whose fee is not paid, and answers about places or amounts that have changed.
 */
export const confirmPlaceAction = ({
  clock,
}: Pick<Context, 'clock'>): ServerAction<typeof registrations> => ({
  async patches(queries, records, { input }) {
    const now = clock.now()
    const confirmedAt = now.toISOString()
    const told = toldAnswerOf(input)
    const ids = records.map(({ id }) => id)
    if (told) {
      const refusals = new Map<string, RowRefusal>()
      for (const id of ids) {
        const code = toldAnswerIssue(await readPlaceQuestion(queries, id, now), told)
        if (code) refusals.set(id, { verdict: 'invalid', issues: { _: [{ code }] } })
      }
      if (refusals.size > 0) return refusals
    }
    const fees = await readConfirmationFees(queries, ids)
    const answers = await readAnsweredPlaces(queries, ids)
    return new Map(
      records.map(({ id }) => {
        const amount = fees.get(id)?.due ?? 0
        return [
          id,
          amount > 0
            ? { verdict: 'invalid', issues: unpaidFeeIssue(amount) }
            : { confirmedAt, acceptance: told?.mode ?? answers.get(id)?.mode ?? 'keep' },
        ]
      }),
    )
  },
})

/** Returns why an answer that staff record cannot be stored; null if it can. */
function toldAnswerIssue(
  question: StoredPlaceQuestion | null,
  { mode, shown }: z.infer<typeof toldAnswerSchema>,
): 'place.changed' | 'place.noFreeChoice' | null {
  if (question?.wire.shown !== shown) return 'place.changed'
  return mode === 'moveUp' && freePlaces(question.wire).length === 0 ? 'place.noFreeChoice' : null
}

/**
 * The declared action of staff that changes the answer, regardless of the deadline and of earlier
 * changes. Throws `transition.refused` if there is no place, or results are about to be announced,
 * and `input.invalid` if the answer changes nothing or no higher choice costs no more.
 */
export const changePlaceAnswerAction = ({
  clock,
}: Pick<Context, 'clock'>): ServerAction<typeof registrations> => ({
  async work({ records, queries, permit }, { id }, { input }) {
    await lockAgainstRelease(queries, [id])
    const at = clock.now()
    const question = await readPlaceQuestion(queries, id, at)
    if (!question) throw new AppError('transition.refused')
    if (question.isReleasePending)
      throw new AppError('transition.refused', {
        fields: { _: [{ code: 'place.resultsPending' }] },
      })
    const { roundId, language, wire } = question
    const isKept = input.placeAnswer === 'keep'
    const places = isKept ? [] : freePlaces(wire)
    if (!isKept && places.length === 0)
      throw invalidInput({ placeAnswer: [{ code: 'place.noFreeChoice' }] })
    const acceptance: PlaceAcceptance = {
      mode: isKept ? 'keep' : 'moveUp',
      consented: places,
      agreedToPay: false,
    }
    if (isSameAnswer(wire.answer, acceptance))
      throw invalidInput({ placeAnswer: [{ code: 'place.sameAnswer' }] })
    const { specializationId, kind } = wire.held
    const by = timelineActorOf(permit)
    await storeAcceptances(queries, [
      {
        ...{ ...acceptance, registrationId: id, roundId, specializationId, kind },
        ...{ by, at, language },
      },
    ])
    await records.applyInternalChange(permitForAllRows(permit), {
      id,
      action: 'changePlaceAnswer',
      values: () => ({ acceptance: acceptance.mode }),
    })
    await addTimelineEvents(queries, [
      {
        ...{ registrationId: id, type: 'placeAnswered', by, at, visibleFrom: at },
        note: String(input.placeAnswerReason),
      },
    ])
    await queueAnswerMails(queries, at, [{ id, language, mode: acceptance.mode }])
  },
})

/**
 * Stores the answers that staff recorded, and `keep` for places that were confirmed without one, adds
 * confirmations to the timelines, charges the confirmation fees and queues the emails, in the
 * transaction of the write. Throws `acceptance.stale` if a choice of an answer has just become dearer,
 * and the errors of `assertNotTaken`.
 */
export async function recordConfirmations(
  {
    texts,
    records,
    queries,
  }: Pick<Context, 'texts'> & { readonly records: Records; readonly queries: Queries },
  events: readonly WriteEvent<typeof registrations>[],
): Promise<void> {
  const confirmed = events.filter(
    ({ action, changed }) => action === confirmAction && changed.confirmedAt != null,
  )
  const [first] = confirmed
  if (!first) return
  await assertNotTaken(queries, confirmed)
  await chargeConfirmationFees(
    { texts, records, queries, now: new Date(first.at) },
    confirmed.map(({ id }) => id),
  )
  const places = await readAnsweredPlaces(
    queries,
    confirmed.map(({ id }) => id),
  )
  const acceptances: NewAcceptance[] = []
  for (const { id, permit, at, input } of confirmed) {
    const { specializationId, kind, mode, roundId, language } = places.get(id) ?? {}
    const told = toldAnswerOf(input)
    if ((mode && !told) || !specializationId || !kind) continue
    const isMoveUp = told?.mode === 'moveUp'
    const question = isMoveUp ? await readPlaceQuestion(queries, id, new Date(at)) : null
    const consented = question ? freePlaces(question.wire) : []
    if (isMoveUp && consented.length === 0) throw new AppError(admissionErrors['acceptance.stale'])
    acceptances.push({
      ...{ registrationId: id, roundId: roundId ?? null, specializationId, kind },
      ...{ mode: told?.mode ?? 'keep', consented, agreedToPay: false },
      ...{ by: timelineActorOf(permit), at: new Date(at), language: language ?? '' },
      ...(told && { told: told.told }),
    })
  }
  await storeAcceptances(queries, acceptances)
  const answers = new Map(acceptances.map(({ registrationId, mode }) => [registrationId, mode]))
  await addTimelineEvents(
    queries,
    confirmed.map(({ id, permit, at, input }) => {
      const told = toldAnswerOf(input)?.told
      return {
        ...{ registrationId: id, type: 'placeConfirmed', by: timelineActorOf(permit) },
        ...{ at: new Date(at), visibleFrom: new Date(at), ...(told && { payload: { told } }) },
      }
    }),
  )
  await queueAnswerMails(
    queries,
    new Date(first.at),
    confirmed.flatMap(({ id }) => {
      const { language, mode } = places.get(id) ?? {}
      return language === undefined
        ? []
        : [{ id, language, mode: answers.get(id) ?? mode ?? 'keep' }]
    }),
  )
}

/**
 * Throws `acceptance.resultsPending`, or `transition.refused` for staff, if released results take one
 * of the places. The next draft could otherwise find more confirmed places than there are.
 */
async function assertNotTaken(
  queries: Queries,
  confirmed: readonly WriteEvent<typeof registrations>[],
): Promise<void> {
  const taken = await findTakenPlaces(
    queries,
    confirmed.map(({ id }) => id),
  )
  const refused = confirmed.find(({ id }) => taken.has(id))
  if (!refused) return
  throw refused.permit.caller
    ? new AppError('transition.refused', { fields: { _: [{ code: 'place.resultsPending' }] } })
    : new AppError(admissionErrors['acceptance.resultsPending'])
}

/** Queues the emails about confirmed places and the answers whether they are kept. */
const queueAnswerMails = (
  queries: Queries,
  now: Date,
  answers: readonly {
    readonly id: string
    readonly language: string
    readonly mode: AcceptanceMode
  }[],
) =>
  queueMails(
    queries,
    now,
    answers.map(({ id, language, mode }) => ({
      kind: mode === 'moveUp' ? 'placeMayMoveUp' : 'placeConfirmed',
      recordId: id,
      language: language as Language,
    })),
  )

/**
 * Revokes places that were not confirmed, or not paid for after a move, by their last day. Returns
 * the number of places. Does nothing while the clock is not trusted. Applicants whose places released
 * results take could not confirm them, and get the new result instead.
 */
export async function revokeUnconfirmedPlaces(context: Context): Promise<number> {
  const now = await findTrustedNow(context)
  if (now === null) return 0
  let revoked = 0
  for (let after: string | undefined = nilId; after !== undefined; ) {
    const due: readonly { readonly id: string; readonly language: string }[] = await runStatement(
      context.database,
      sql`select ${pick(columns(registration, 'id', 'language'))} from ${registration} where ${equalsLiteral(registration.status, 'accepted')} and ${openSince} < ${today(now)}::date
       and ${registration.wonSpecializationId} is not null and ${registration.enrolledAt} is null and not ${isPlaceTaken} and ${registration.id} > ${after}::uuid order by ${registration.id} limit ${revokedAtOnce}::bigint`,
    )
    for (const application of due) await revokePlace(context, application, now)
    revoked += due.length
    after = due.at(-1)?.id
  }
  if (revoked > 0) recordsOf(context).invalidateTotals(registrations.name)
  return revoked
}

const revokedAtOnce = 200

/** SQL for the last day to confirm a place or to pay for it; null if neither is left to do. */
const openSince = sql`case when ${registration.confirmedAt} is null then ${registration.confirmBy} else ${registration.payBy} end`

const lostPlace = {
  ...{ wonSpecializationId: null, wonFunding: null, wonPlaceKindId: null },
  ...{ confirmBy: null, confirmedAt: null, payBy: null, acceptance: null },
} as const

const revokePlace = (
  context: Context,
  application: { readonly id: string; readonly language: string },
  now: Date,
) =>
  declineApplication(context, application, {
    ...{ action: 'lapsePlace', now },
    valuesFor({ status, confirmedAt, enrolledAt, confirmBy, payBy }) {
      const lastDay = confirmedAt === null ? confirmBy : payBy
      const isOpen = status === 'accepted' && enrolledAt === null
      if (!isOpen || typeof lastDay !== 'string' || lastDay >= today(now)) return null
      return {
        ...lostPlace,
        reasonCode: confirmedAt === null ? 'place_not_confirmed' : placeNotPaid,
      }
    },
    mailFor: ({ wonSpecializationId, wonPlaceKindId, wonFunding, payBy, confirmBy }) => ({
      kind: 'placeLost',
      params: {
        specializationId: String(wonSpecializationId),
        kind: String(wonPlaceKindId ?? wonFunding),
        lastDay: String(payBy ?? confirmBy),
      },
    }),
  })

/**
 * How many days before the deadline the reminder is sent. The reminder is skipped if the place was
 * given within the last day.
 */
const remindDays = 2

/**
 * Sends one reminder to each applicant who must confirm or pay for a place soon. Returns the number of
 * reminders; 0 while the clock is not trusted.
 */
export async function remindToConfirmPlaces(context: Context): Promise<number> {
  const now = await findTrustedNow(context)
  if (now === null) return 0
  const day = today(now)
  return await context.database.transaction(async (queries) => {
    const due = await runStatement(
      queries,
      sql`select ${pick({ ...columns(registration, 'id', 'language', 'confirmedAt'), lastDay: expr<string>`(${openSince})::text` })} from ${registration}
       where ${equalsLiteral(registration.status, 'accepted')} and ${openSince} between ${day}::date and ${daysAfter(day, remindDays)}::date
       and ${registration.wonSpecializationId} is not null and ${registration.enrolledAt} is null
       and not exists (select 1 from ${outboxMail} where ${outboxMail.once_key} = 'confirm:' || (${openSince}) || ':' || ${registration.id})
       and not exists (select 1 from ${registrationEvent} where ${registrationEvent.registration_id} = ${registration.id} and ${registrationEvent.type} in ('accepted', 'placeMoved')
         and ${registrationEvent.at} > ${new Date(now.getTime() - dayMs).toISOString()})
       order by ${registration.id} limit ${batchSize}::bigint for update of registrations skip locked`,
    )
    await addTimelineEvents(
      queries,
      due.map(({ id }) => ({
        registrationId: id,
        type: 'reminderSent',
        by: { kind: 'system' },
        at: now,
      })),
    )
    await queueMails(
      queries,
      now,
      due.map(({ id, language, confirmedAt, lastDay }) => ({
        ...{
          kind: confirmedAt === null ? 'placeReminder' : 'payReminder',
          recordId: id,
          language: language as Language,
          onceKey: `confirm:${lastDay}:${id}`,
        },
      })),
    )
    return due.length
  })
}

const tenMinutes = 10 * 60_000

/** Deadlines of places. */
export const placeWork: readonly RepeatedWork[] = [
  {
    work: remindToConfirmPlaces,
    failure: 'sending reminders to confirm places failed',
    everyMs: tenMinutes,
  },
  {
    work: revokeUnconfirmedPlaces,
    failure: 'revoking unconfirmed places failed',
    everyMs: tenMinutes,
  },
]
