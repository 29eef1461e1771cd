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
import type { WireFeeToPay } from '#resources/admission/wire.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { admissionRounds } from '#resources/admission-rounds.ts'
import { defaultCurrency } from '#resources/currency.ts'
import { finances } from '#resources/finances.ts'
import { registrations } from '#resources/registrations.ts'
import {
  addTimelineEvents,
  type NewTimelineEvent,
  timelineActorOf,
} from '#server/admission/timeline-events.ts'
import { applicationFeeDue, balanceEffectOf } from '#server/computed.ts'
import { entryDescription } from '#server/finances/entry-description.ts'
import { findUniversityAccount } from '#server/finances/university-account.ts'
import { readAnsweredPlaces } from './acceptances.ts'
import { markResultsStaleByApplications } from './staleness.ts'

const ledgerEntry = table(finances)
const admissionProgramme = table(admissionProgrammes)
const registration = table(registrations)
const admissionRound = table(admissionRounds)

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

/** The issue that a place cannot be confirmed until the amount is paid. */
export const unpaidFeeIssue = (amount: number): FieldIssues => ({
  _: [{ code: 'place.feeUnpaid', params: { amount, currency: defaultCurrency } }],
})

type FeeBooking = Pick<Context, 'texts'> & {
  readonly records: Records
  readonly queries: Queries
  readonly now: Date
}

/**
 * Returns the fee of each application's place and the unpaid part of it. Places without a fee are
 * absent.
 */
export async function readConfirmationFees(queries: Queries, ids: readonly string[]) {
  const rows = await runStatement(
    queries,
    sql`select ${pick({
      id: registration.id,
      fee: expr<number>`${admissionProgramme.confirmationFee}::float8`,
      due: expr<number>`greatest(${admissionProgramme.confirmationFee} + coalesce((select sum(${balanceEffectOf(ledgerEntry)}) from ${ledgerEntry}
        where ${ledgerEntry.registrationId} = ${registration.id} and ${equalsLiteral(ledgerEntry.kind, feeKinds.confirmation)} and ${differsFromLiteral(ledgerEntry.direction, 'charge')}), 0), 0)::float8`,
    })} from ${registration} join ${admissionProgramme} on ${admissionProgramme.admissionSessionId} = ${registration.admissionSessionId} and ${admissionProgramme.specializationId} = ${registration.wonSpecializationId}
     where ${registration.id} = any(${ids}::uuid[]) and ${admissionProgramme.confirmationFee} is not null`,
  )
  return new Map(rows.map(({ id, fee, due }) => [id, { fee, due }]))
}

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
  { texts, records, queries, now }: FeeBooking,
  registrationIds: readonly string[],
): Promise<void> {
  for (const [registrationId, { fee }] of await readConfirmationFees(queries, registrationIds))
    await records.insert(systemPermit('admission', finances, 'create'), {
      ...{
        registrationId,
        direction: 'charge',
        kind: feeKinds.confirmation,
        amount: fee,
        bookedOn: today(now),
      },
      description: await entryDescription(texts, queries, 'confirmation', {}),
    })
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
 */
export async function confirmPaidPlaces(
  { records, queries }: { readonly records: Records; readonly queries: Queries },
  events: readonly Entry[],
): Promise<void> {
  const paid = events.filter(
    ({ before, record }) =>
      before === null && record.registrationId !== null && record.direction !== 'charge',
  )
  if (paid.length === 0) return
  const ids = [...new Set(paid.flatMap(({ record }) => record.registrationId ?? []))]
  const fees = await readConfirmationFees(queries, ids)
  const answers = await readAnsweredPlaces(queries, ids)
  const waiting = await runStatement(
    queries,
    sql`select ${pick(columns(registration, 'id', 'confirmBy'))} from ${registration}
     where ${registration.id} = any(${ids}::uuid[]) and ${equalsLiteral(registration.status, 'accepted')} and ${registration.confirmedAt} is null and ${registration.enrolledAt} is null
     order by ${registration.id} for update`,
  )
  for (const { id, confirmBy } of waiting) {
    const last = paid.findLast(({ record }) => record.registrationId === id)
    const isInTime = confirmBy === null || (last !== undefined && last.record.bookedOn <= confirmBy)
    if (fees.get(id)?.due !== 0 || !isInTime || !last) continue
    await records.applyInternalChange(systemPermit('admission', registrations, 'update'), {
      id,
      action: confirmAction,
      values: () => ({ confirmedAt: last.at, acceptance: answers.get(id)?.mode ?? 'keep' }),
    })
  }
}
