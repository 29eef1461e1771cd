/**
 * Progress of applications as their applicants know it. A transition on hold is treated as not
 * made.
 */

import type { Queries } from '@matricola/server/database/database.ts'
import {
  columns,
  expr,
  outerTable,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import {
  applicationProgress,
  type KnownResult,
  type ProgressReader,
  type WireProgress,
} from '#resources/admission/progress.ts'
import type { RegistrationEventType } from '#resources/admission/wire.ts'
import { admissionDrafts } from '#resources/admission-drafts.ts'
import { admissionRounds } from '#resources/admission-rounds.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'
import { registrations } from '#resources/registrations.ts'
import { settings } from '#resources/settings.ts'
import { appealDayWithoutRounds } from '#server/admission/admission-dates.ts'
import { canConfirm, isReleased } from '#server/admission/ranking/applicant-result.ts'
import { nextResultsOn, readConfirmationFees } from '#server/admission/ranking/fee.ts'
import { visibleStatus } from '#server/admission/review/transition-notices.ts'
import { applicationFeeDue, hasApplicationFee } from '#server/computed.ts'
import { admissionResultTable, registrationEventTable } from '#server/tables/rows.ts'
import { isWithdrawn } from './visible-status.ts'

const registration = table(registrations)
const settingsRow = table(settings)
const admissionSession = outerTable(admissionSessions)
const registrationEvent = table(registrationEventTable)
const admissionResult = table(admissionResultTable)
const admissionDraft = table(admissionDrafts)
const admissionRound = table(admissionRounds)

interface Row {
  readonly id: string
  readonly status: string
  readonly notifiedStatus: string | null
  readonly notifyAt: string | null
  readonly reasonCode: string | null
  readonly submittedAt: string
  readonly dueAt: string | null
  readonly appealUntil: string | null
  readonly isPaused: boolean
  readonly owesFee: boolean
  readonly hasFee: boolean
  readonly resultsOn: string | null
  readonly wonSpecializationId: string | null
  readonly confirmBy: string | null
  readonly confirmedAt: string | null
  readonly enrolledAt: string | null
}

interface Event {
  readonly id: string
  readonly type: RegistrationEventType
  readonly at: string
  readonly dueAt: string | null
}

interface ProgressOptions {
  readonly now: Date
  /** In the status search, anyone who knows the CNP would learn who has paid or has a place. */
  readonly reader: ProgressReader
}

/** Returns the progress of each application that exists, by id. */
export async function readProgressById(
  queries: Queries,
  ids: readonly string[],
  { now, reader }: ProgressOptions,
): Promise<ReadonlyMap<string, WireProgress>> {
  const [rows, events, results] = await Promise.all([
    runStatement(
      queries,
      sql`select ${pick({
        ...columns(
          registration,
          'id',
          'status',
          'notifiedStatus',
          'notifyAt',
          'reasonCode',
          'submittedAt',
        ),
        ...columns(registration, 'wonSpecializationId', 'confirmBy', 'confirmedAt', 'enrolledAt'),
        dueAt: registration.updateDueAt,
        appealUntil: appealDayWithoutRounds(admissionSession),
        isPaused: settingsRow.disableUpdates,
        owesFee: expr<boolean>`${applicationFeeDue(registration)} is not null`,
        hasFee: hasApplicationFee(registration),
        resultsOn: nextResultsOn(registration, now),
      })}
       from ${registration} cross join ${settingsRow} left join ${admissionSession} on ${admissionSession.id} = ${registration.admissionSessionId}
       where ${registration.id} = any(${ids}::uuid[])`,
    ),
    runStatement(
      queries,
      sql`select ${pick({
        id: registrationEvent.registration_id,
        type: registrationEvent.type,
        at: expr<string>`greatest(${registrationEvent.at}, ${registrationEvent.visible_from})`,
        dueAt: expr<string | null>`${registrationEvent.payload}->>'dueAt'`,
      })} from ${registrationEvent}
       where ${registrationEvent.registration_id} = any(${ids}::uuid[]) and ${registrationEvent.visible_from} <= ${now.toISOString()}
       order by greatest(${registrationEvent.at}, ${registrationEvent.visible_from}), ${registrationEvent.id}`,
    ),
    readNotifiedResults(queries, ids),
  ])
  const placed = rows.flatMap(({ id, wonSpecializationId }) =>
    wonSpecializationId === null ? [] : [id],
  )
  const fees =
    placed.length === 0
      ? new Map<string, { due: number }>()
      : await readConfirmationFees(queries, placed)
  return new Map(
    rows.map((row) => [
      row.id,
      progressOfRow(
        row,
        {
          events: events.filter(({ id }) => id === row.id),
          results: results.filter(({ id }) => id === row.id),
        },
        { confirmationDue: fees.get(row.id)?.due ?? 0, now, reader },
      ),
    ]),
  )
}

/** Returns the results that applicants were notified of, newest first. */
const readNotifiedResults = (queries: Queries, ids: readonly string[]) =>
  runStatement(
    queries,
    sql`select ${pick({
      id: admissionResult.registration_id,
      round: admissionRound.name,
      outcome: admissionResult.outcome,
      notifiedAt: expr<string>`${admissionResult.notified_at}`,
      waitingNumber: expr<
        number | null
      >`(select min(number) from unnest(${admissionResult.waiting_positions}) as number where number > 0)`,
    })}
     from ${admissionResult} join ${admissionDraft} on ${admissionDraft.id} = ${admissionResult.draft_id} join ${admissionRound} on ${admissionRound.id} = ${admissionDraft.admissionRoundId}
     where ${admissionResult.registration_id} = any(${ids}::uuid[]) and ${admissionResult.notified_at} is not null
       and ${isReleased}
     order by ${admissionResult.notified_at} desc`,
  )

type NotifiedResult = Awaited<ReturnType<typeof readNotifiedResults>>[number]

function resultOf(
  [newest, before]: readonly NotifiedResult[],
  nextResultsOn: string | null,
): KnownResult | null {
  if (!newest) return null
  const { outcome, round, notifiedAt, waitingNumber } = newest
  return {
    ...{ outcome, round, waitingNumber, nextResultsOn },
    notifiedAt: new Date(notifiedAt).toISOString(),
    hadPlace: before?.outcome === 'won',
  }
}

interface ProgressContext extends ProgressOptions {
  /** Unpaid part of the confirmation fee. */
  readonly confirmationDue: number
}

function progressOfRow(
  row: Row,
  {
    events,
    results,
  }: { readonly events: readonly Event[]; readonly results: readonly NotifiedResult[] },
  { confirmationDue, now, reader }: ProgressContext,
): WireProgress {
  const values = { ...row }
  const status = visibleStatus(values, now)
  const { confirmBy } = row
  // The transition that ends the request clears the due date. While that transition is on hold, the
  // applicant still sees the old date.
  const dueAt =
    row.dueAt ?? events.findLast(({ type }) => type === 'updateRequested')?.dueAt ?? null
  return applicationProgress(
    {
      status,
      submittedAt: row.submittedAt,
      isWithdrawn: isWithdrawn(values),
      events,
      dueAt,
      isPaused: row.isPaused,
      appealUntil: row.appealUntil,
      fee: feeOf(row, reader),
      place:
        confirmBy !== null && canConfirm(values, now)
          ? { confirmBy, owesFee: reader === 'applicant' && confirmationDue > 0 }
          : null,
      confirmedAt: row.confirmedAt,
      result: resultOf(results, row.resultsOn),
      reader,
    },
    now,
  )
}

function feeOf({ hasFee, owesFee, resultsOn }: Row, reader: ProgressReader) {
  if (reader === 'cnp') return hasFee ? 'undisclosed' : null
  return owesFee ? { resultsOn } : null
}

/** Like `readProgressById`, for one application that exists, including fees. */
export async function readProgress(queries: Queries, id: string, now: Date): Promise<WireProgress> {
  const progress = (await readProgressById(queries, [id], { now, reader: 'applicant' })).get(id)
  if (!progress) throw new Error('the progress of the application was not read')
  return progress
}
