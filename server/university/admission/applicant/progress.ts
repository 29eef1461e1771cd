/** Progress of applications as their applicants know it. A transition on hold counts as not made. */
import { progressOf, type WireProgress } from '#model/admission/progress.ts'
import type { RegistrationEventType } from '#model/admission/wire.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'
import { registrations } from '#resources/registrations.ts'
import { settings } from '#resources/settings.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { columns, expr, outer, pick, run, sql, table } from '#server/engine/sql/typed.ts'
import { canConfirm } from '#server/university/admission/ranking/explain.ts'
import { feesOf, nextResultsOn } from '#server/university/admission/ranking/fee.ts'
import { knownStatus } from '#server/university/admission/review/steps-notices.ts'
import { applicationFeeDue, hasApplicationFee } from '#server/university/computed.ts'
import { registrationEvent } from '#server/university/tables/rows.ts'
import { isWithdrawn } from './applicant-knows.ts'

const r = table(registrations, 'r')
const s = table(settings, 's')
const a = outer(admissionSessions, 'a')
const e = table(registrationEvent, 'e')

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

interface Reading {
  readonly now: Date
  /** Whether fees are included. False for the status search, where anyone who knows the CNP would learn who has paid. */
  readonly tellsFees: boolean
}

/** Returns the progress of each application that exists, by id. */
export async function progressById(
  queries: Queries,
  ids: readonly string[],
  { now, tellsFees }: Reading,
): Promise<ReadonlyMap<string, WireProgress>> {
  const [rows, events, fees] = await Promise.all([
    run(
      queries,
      sql`select ${pick({
        ...columns(r, 'id', 'status', 'notifiedStatus', 'notifyAt', 'reasonCode', 'submittedAt'),
        ...columns(r, 'wonSpecializationId', 'confirmBy', 'confirmedAt', 'enrolledAt'),
        dueAt: r.updateDueAt,
        appealUntil: a.appealUntil,
        isPaused: s.disableUpdates,
        owesFee: expr<boolean>`${applicationFeeDue(r)} is not null`,
        hasFee: hasApplicationFee(r),
        resultsOn: nextResultsOn(r, now),
      })}
       from ${r} cross join ${s} left join ${a} on ${a.id} = ${r.admissionSessionId}
       where ${r.id} = any(${ids}::uuid[])`,
    ),
    run(
      queries,
      sql`select ${pick({
        id: e.registration_id,
        type: e.type,
        at: expr<string>`greatest(${e.at}, ${e.visible_from})`,
        dueAt: expr<string | null>`${e.payload}->>'dueAt'`,
      })} from ${e}
       where ${e.registration_id} = any(${ids}::uuid[]) and ${e.visible_from} <= ${now.toISOString()}
       order by greatest(${e.at}, ${e.visible_from}), ${e.id}`,
    ),
    feesOf(queries, ids),
  ])
  return new Map(
    rows.map((row) => [
      row.id,
      progressOfRow(
        row,
        events.filter(({ id }) => id === row.id),
        { confirmationDue: fees.get(row.id)?.due ?? 0, now, tellsFees },
      ),
    ]),
  )
}

interface Moment extends Reading {
  /** Unpaid part of the confirmation fee. */
  readonly confirmationDue: number
}

function progressOfRow(row: Row, events: readonly Event[], { confirmationDue, now, tellsFees }: Moment): WireProgress {
  const values = { ...row }
  const status = knownStatus(values, now)
  const { confirmBy } = row
  // The due date is cleared by the transition that ends the request. If that one is on hold, the applicant still sees the old date.
  const dueAt = row.dueAt ?? events.findLast(({ type }) => type === 'updateRequested')?.dueAt ?? null
  return progressOf(
    {
      status,
      submittedAt: row.submittedAt,
      isWithdrawn: isWithdrawn(values),
      events,
      dueAt,
      isPaused: row.isPaused,
      appealUntil: row.appealUntil,
      fee: feeOf(row, tellsFees),
      place: confirmBy !== null && canConfirm(values, now) ? { confirmBy, owesFee: tellsFees && confirmationDue > 0 } : null,
    },
    now,
  )
}

function feeOf({ hasFee, owesFee, resultsOn }: Row, tellsFees: boolean) {
  if (!tellsFees) return hasFee ? 'untold' : null
  return owesFee ? { resultsOn } : null
}

/** Like `progressById`, for one application that exists, including fees. */
export async function progressOfOne(queries: Queries, id: string, now: Date): Promise<WireProgress> {
  const progress = (await progressById(queries, [id], { now, tellsFees: true })).get(id)
  if (!progress) throw new Error('an application has no progress')
  return progress
}
