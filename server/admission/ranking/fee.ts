/**
 * Fees for applications and for confirming places: the amounts due, and the effects of a payment.
 */

import { today } from '@matricola/schema/values/dates.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import type { WriteEvent } from '@matricola/server/records/hooks.ts'
import type { Records } from '@matricola/server/records/store.ts'
import {
  type ColumnsOf,
  columns,
  differsFromLiteral,
  equalsLiteral,
  expr,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import type { PlaceAcceptance } from '#resources/admission/place-acceptance.ts'
import type { WireFeeToPay } from '#resources/admission/wire.ts'
import { admissionRounds } from '#resources/admission-rounds.ts'
import { defaultCurrency } from '#resources/currency.ts'
import { finances } from '#resources/finances.ts'
import { registrations } from '#resources/registrations.ts'
import {
  addTimelineEvents,
  type NewTimelineEvent,
  timelineActorOf,
} from '#server/admission/timeline-events.ts'
import { applicationFeeDue, balanceEffectOf, isEffectiveEntry } from '#server/computed.ts'
import { entryDescription } from '#server/finances/entry-description.ts'
import { reverseEntry } from '#server/finances/reverse.ts'
import { findUniversityAccount } from '#server/finances/university-account.ts'
import { admissionResultTable } from '#server/tables/rows.ts'
import { readAnsweredPlaces } from './acceptances.ts'
import { readPlaceFees } from './admission-fees.ts'
import { owesMoveFee } from './applicant-result.ts'
import { newestAcceptance } from './newest-acceptance.ts'
import { findTakenPlaces } from './pending-results.ts'
import { markResultsStaleByApplications } from './staleness.ts'

const ledgerEntry = table(finances)
const registration = table(registrations)
const admissionRound = table(admissionRounds)
const admissionResult = table(admissionResultTable)

/** Action recorded in the history when a place is confirmed, no matter by whom. */
export const confirmAction = 'confirmPlace'

/** Entry types under which the fees are recorded. */
export const feeKinds = { application: 'application', confirmation: 'matriculation' } as const

/** Returns the fee that an entry type is used for; null for other types. */
export const feeOfEntryKind = (kind: string | null): keyof typeof feeKinds | null =>
  kind === feeKinds.application
    ? 'application'
    : kind === feeKinds.confirmation
      ? 'confirmation'
      : null

/** Reason of an application that lost its place because it was not paid for. */
export const placeNotPaid = 'place_not_paid'

/** The issue that a place cannot be confirmed until the amount is paid. */
export const unpaidFeeIssue = (amount: number): FieldIssues => ({
  _: [{ code: 'place.feeUnpaid', params: { amount, currency: defaultCurrency } }],
})

type FeeBooking = Pick<Context, 'texts'> & {
  readonly records: Records
  readonly queries: Queries
  readonly now: Date
}

/** SQL for what the payments and waivers of an application cover of its confirmation fees. */
export const paidConfirmationFee = (application: ColumnsOf<typeof registrations, 'id'>) =>
  expr<number>`coalesce((select -sum(${balanceEffectOf(ledgerEntry)}) from ${ledgerEntry}
    where ${ledgerEntry.registrationId} = ${application.id} and ${equalsLiteral(ledgerEntry.kind, feeKinds.confirmation)} and ${differsFromLiteral(ledgerEntry.direction, 'charge')}), 0)`

/** SQL for the fee that was charged for the place of an application. */
const chargedConfirmationFee = expr<number>`coalesce((select sum(${balanceEffectOf(ledgerEntry)}) from ${ledgerEntry}
  where ${ledgerEntry.registrationId} = ${registration.id} and ${equalsLiteral(ledgerEntry.kind, feeKinds.confirmation)} and ${equalsLiteral(ledgerEntry.direction, 'charge')}), 0)`

/**
 * Returns the fee of each application's place and the unpaid part of it: the fee of the programme,
 * or what was charged when the applicant was moved to the place. Places without a fee are absent.
 */
export async function readConfirmationFees(queries: Queries, ids: readonly string[]) {
  const rows = await runStatement(
    queries,
    sql`select ${pick({
      ...columns(registration, 'id', 'payBy'),
      sessionId: registration.admissionSessionId,
      specializationId: registration.wonSpecializationId,
      charged: expr<number>`${chargedConfirmationFee}::float8`,
      paid: expr<number>`${paidConfirmationFee(registration)}::float8`,
    })} from ${registration} where ${registration.id} = any(${ids}::uuid[])`,
  )
  const feeOf = await readPlaceFees(queries, rows)
  return new Map(
    rows.flatMap(({ payBy, charged, paid, ...place }) => {
      const fee = payBy === null ? feeOf(place) : charged
      return fee === null ? [] : [[place.id, { fee, due: unpaidPart(fee, paid) }] as const]
    }),
  )
}

/** Amounts are exact to the cent; their difference as a floating-point number is not. */
const unpaidPart = (fee: number, paid: number) => Math.max(Math.round((fee - paid) * 100) / 100, 0)

/** Returns the unpaid application fee of each application. Applications without one are absent. */
export async function readApplicationFees(
  queries: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await runStatement(
    queries,
    sql`select ${pick({ id: registration.id, due: expr<number | null>`${applicationFeeDue(registration)}::float8` })} from ${registration} where ${registration.id} = any(${ids}::uuid[])`,
  )
  return new Map(rows.flatMap(({ id, due }) => (due === null ? [] : [[id, due]])))
}

/** SQL for the next results day of an application's session; null if none is set. */
export const nextResultsOn = (
  application: ColumnsOf<typeof registrations, 'admissionSessionId'>,
  now: Date,
) =>
  expr<string | null>`(select min(${admissionRound.resultsOn}) from ${admissionRound}
    where ${admissionRound.admissionSessionId} = ${application.admissionSessionId} and ${admissionRound.resultsOn} > ${today(now)}::date)`

interface UnpaidFee {
  readonly id: string
  /** Unpaid amount; undefined or 0 if nothing is due. */
  readonly amount: number | undefined
  readonly now: Date
}

/**
 * Returns the unpaid application fee in the shape that the applicant receives; null if nothing is
 * due.
 */
export async function applicationFeeToPay(
  queries: Queries,
  { id, amount, now }: UnpaidFee,
): Promise<WireFeeToPay | null> {
  const fee = await feeToPay(queries, amount)
  if (!fee) return null
  const [results] = await runStatement(
    queries,
    sql`select ${pick({ on: nextResultsOn(registration, now) })} from ${registration} where ${registration.id} = ${id}`,
  )
  return { ...fee, resultsOn: results?.on ?? null }
}

/** Returns an unpaid amount in the shape that the applicant receives; null if nothing is due. */
export async function feeToPay(
  queries: Queries,
  amount: number | undefined,
): Promise<WireFeeToPay | null> {
  if (!amount) return null
  return { amount, account: await findUniversityAccount(queries), resultsOn: null }
}

interface Charge {
  readonly registrationId: string
  /** Null if there is nothing to charge. */
  readonly amount: number | null
}

/**
 * Charges a new application with the fee that its programmes have on that day. Returns what the
 * applicant has to pay; null if nothing.
 */
export async function chargeApplicationFee(
  { texts, records, queries, now }: FeeBooking,
  { registrationId, amount }: Charge,
): Promise<WireFeeToPay | null> {
  if (amount === null) return null
  await records.insert(systemPermit('admission', finances, 'create'), {
    ...{
      registrationId,
      direction: 'charge',
      kind: feeKinds.application,
      amount,
      bookedOn: today(now),
    },
    description: await entryDescription(texts, queries, 'application', {}),
  })
  return applicationFeeToPay(queries, { id: registrationId, amount, now })
}

/** Charges the fees of confirmed places. Together with the payments, the balance is then zero. */
export async function chargeConfirmationFees(
  booking: FeeBooking,
  registrationIds: readonly string[],
): Promise<void> {
  for (const [id, { fee }] of await readConfirmationFees(booking.queries, registrationIds))
    await chargeConfirmationFee(booking, id, fee)
}

const chargeConfirmationFee = async (
  { texts, records, queries, now }: FeeBooking,
  registrationId: string,
  amount: number,
) =>
  records.insert(systemPermit('admission', finances, 'create'), {
    ...{ registrationId, direction: 'charge', kind: feeKinds.confirmation, amount },
    bookedOn: today(now),
    description: await entryDescription(texts, queries, 'confirmation', {}),
  })

/**
 * Charges the fee of the place to which a confirmed applicant was moved, and reverses the charges
 * for the former one. What was paid for that one stays, and counts for the new one.
 */
export async function rebookConfirmationFee(
  booking: FeeBooking,
  registrationId: string,
  fee: number,
): Promise<void> {
  const former = await readConfirmationCharges(booking.queries, registrationId)
  // The new charge comes first, so that the place never seems to be paid for in between.
  if (fee > 0) await chargeConfirmationFee(booking, registrationId, fee)
  await reverseConfirmationCharges(booking, former, 'placeMoved')
}

/**
 * Reverses the charge for a place that still had to be paid for after a move, if the application no
 * longer has it, and charges it again if the place comes back, in the transaction of the write.
 */
export async function followPlacesToPay(
  booking: Omit<FeeBooking, 'now'>,
  events: readonly WriteEvent<typeof registrations>[],
): Promise<void> {
  for (const { id, before, record, at } of events) {
    if (!before || before.values.status === record.status) continue
    const now = new Date(at)
    if (owesMoveFee(before.values))
      await reverseConfirmationCharges(
        { ...booking, now },
        await readConfirmationCharges(booking.queries, id),
        record.reasonCode === placeNotPaid ? 'placeLost' : 'placeGivenUp',
      )
    else if (owesMoveFee(record)) {
      const [reversed] = await readReversedCharge(booking.queries, id)
      if (reversed) await chargeConfirmationFee({ ...booking, now }, id, reversed.amount)
    }
  }
}

/** The newest charge of an application that was reversed. */
const readReversedCharge = (queries: Queries, registrationId: string) =>
  runStatement(
    queries,
    sql`select ${pick({ amount: expr<number>`${ledgerEntry.amount}::float8` })} from ${ledgerEntry} where ${ledgerEntry.registrationId} = ${registrationId} and ${equalsLiteral(ledgerEntry.kind, feeKinds.confirmation)}
     and ${equalsLiteral(ledgerEntry.direction, 'charge')} and ${ledgerEntry.reversalOfId} is null and not ${isEffectiveEntry(ledgerEntry)} order by ${ledgerEntry.createdAt} desc, ${ledgerEntry.id} desc limit 1`,
  )

const readConfirmationCharges = (queries: Queries, registrationId: string) =>
  runStatement(
    queries,
    sql`select ${pick({ id: ledgerEntry.id })} from ${ledgerEntry} where ${ledgerEntry.registrationId} = ${registrationId} and ${equalsLiteral(ledgerEntry.kind, feeKinds.confirmation)}
     and ${equalsLiteral(ledgerEntry.direction, 'charge')} and ${isEffectiveEntry(ledgerEntry)} order by ${ledgerEntry.id}`,
  )

async function reverseConfirmationCharges(
  { texts, records, queries, now }: FeeBooking,
  charges: readonly { readonly id: string }[],
  reason: 'placeMoved' | 'placeLost' | 'placeGivenUp',
): Promise<void> {
  const permit = systemPermit('admission', finances, 'create')
  const words = await entryDescription(texts, queries, reason, {})
  for (const { id } of charges)
    await reverseEntry(
      { records, queries, permit, clock: { now: () => now } },
      await records.getStored(permit, id),
      words,
    )
}

/** The fee of a place to which a confirmed applicant is moved, and the unpaid part of it. */
export interface MoveFee {
  readonly fee: number
  readonly due: number
}

/**
 * Returns the fees of the places to which a draft moves confirmed applicants. Nobody owes more than
 * the fee that was shown with the consent and, without a consent to pay more, than what is paid.
 */
export async function readMoveFees(
  queries: Queries,
  draftId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, MoveFee>> {
  if (ids.length === 0) return new Map()
  const rows = await runStatement(
    queries,
    sql`select ${pick({
      id: registration.id,
      ...columns(admissionResult, 'specialization_id', 'kind'),
      sessionId: registration.admissionSessionId,
      paid: expr<number>`${paidConfirmationFee(registration)}::float8`,
      acceptance: expr<PlaceAcceptance | null>`${newestAcceptance(registration)}`,
    })} from ${admissionResult} join ${registration} on ${registration.id} = ${admissionResult.registration_id}
     where ${admissionResult.draft_id} = ${draftId} and ${registration.id} = any(${ids}::uuid[])`,
  )
  const placeOf = ({ id, sessionId, specialization_id }: (typeof rows)[number]) => ({
    ...{ id, sessionId, specializationId: specialization_id },
  })
  const feeOf = await readPlaceFees(queries, rows.map(placeOf))
  return new Map(
    rows.map((row) => {
      const { id, specialization_id, kind, paid, acceptance } = row
      const consent = acceptance?.agreedToPay
        ? acceptance.consented.find(
            (one) => one.specializationId === specialization_id && one.kind === kind,
          )
        : undefined
      const fee = Math.min(feeOf(placeOf(row)) ?? 0, Math.max(consent?.confirmationFee ?? 0, paid))
      return [id, { fee, due: unpaidPart(fee, paid) }]
    }),
  )
}

type Entry = WriteEvent<typeof finances>

/**
 * Adds payments and reversals to the timelines and marks results as possibly outdated, in the
 * transaction of the entries.
 */
export async function recordFeePayments(queries: Queries, events: readonly Entry[]): Promise<void> {
  const booked = events.flatMap((event) => {
    const { registrationId } = event.record
    return event.before === null && registrationId !== null ? [{ ...event, registrationId }] : []
  })
  const ofApplications = booked.filter(({ record }) => record.kind === feeKinds.application)
  await markResultsStaleByApplications(
    queries,
    ofApplications.map(({ registrationId }) => registrationId),
  )
  await addTimelineEvents(
    queries,
    booked.flatMap(({ registrationId, record, permit, at: time }): NewTimelineEvent[] => {
      const at = new Date(time)
      const type = eventOf(record)
      return type
        ? [{ registrationId, type, by: timelineActorOf(permit), at, visibleFrom: at }]
        : []
    }),
  )
}

/**
 * Returns the timeline event; null if there is none, or if the waiver action adds it itself, with
 * the reason.
 */
function eventOf({ direction, reversalOfId }: Entry['record']) {
  if (direction === 'payment') return reversalOfId === null ? 'paymentBooked' : 'paymentUndone'
  return direction === 'adjustment' && reversalOfId !== null ? 'waiverUndone' : null
}

/**
 * Confirms places whose fees have been paid before the deadline, in the transaction of the entries.
 * A payment of an applicant with a confirmed place can change which moves cost nothing.
 */
export async function confirmPaidPlaces(
  { records, queries }: { readonly records: Records; readonly queries: Queries },
  events: readonly Entry[],
): Promise<void> {
  const booked = events.filter(
    ({ before, record }) => before === null && record.registrationId !== null,
  )
  if (booked.length === 0) return
  const ids = [...new Set(booked.flatMap(({ record }) => record.registrationId ?? []))]
  // Locked before the fees are read, because released results may be moving these applicants.
  const applications = await runStatement(
    queries,
    sql`select ${pick(columns(registration, 'id', 'status', 'confirmBy', 'confirmedAt', 'payBy', 'enrolledAt'))} from ${registration}
     where ${registration.id} = any(${ids}::uuid[]) order by ${registration.id} for update`,
  )
  await markResultsStaleByApplications(
    queries,
    applications.filter(({ confirmedAt }) => confirmedAt !== null).map(({ id }) => id),
  )
  const unpaid = applications.filter(
    ({ status, confirmedAt, payBy, enrolledAt }) =>
      status === 'accepted' && enrolledAt === null && (confirmedAt === null || payBy !== null),
  )
  const unpaidIds = unpaid.map(({ id }) => id)
  const fees = await readConfirmationFees(queries, unpaidIds)
  const answers = await readAnsweredPlaces(queries, unpaidIds)
  const taken = await findTakenPlaces(queries, unpaidIds)
  for (const { id, confirmBy, payBy } of unpaid) {
    // The charge for a place that the applicant was moved to can also be reversed.
    const last = booked.findLast(
      ({ record }) =>
        record.registrationId === id && (payBy !== null || record.direction !== 'charge'),
    )
    const lastDay = payBy ?? confirmBy
    const isInTime = lastDay === null || (last !== undefined && last.record.bookedOn <= lastDay)
    if (fees.get(id)?.due !== 0 || !isInTime || !last || taken.has(id)) continue
    await records.applyInternalChange(systemPermit('admission', registrations, 'update'), {
      id,
      ...(payBy === null
        ? {
            action: confirmAction,
            values: () => ({ confirmedAt: last.at, acceptance: answers.get(id)?.mode ?? 'keep' }),
          }
        : { action: 'payPlace', values: () => ({ payBy: null }) }),
    })
  }
}
