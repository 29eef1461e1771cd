/** Progress of applications, as their applicants know it: a step that is held back has not been taken. */
import { progressOf, type WireProgress } from '#model/admission/progress.ts'
import type { RegistrationEventType } from '#model/admission/wire.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'
import { registrations } from '#resources/registrations.ts'
import { settings } from '#resources/settings.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { columns, expr, outer, pick, run, sql, table } from '#server/engine/sql/typed.ts'
import { knownStatus } from '#server/university/admission/review/steps-notices.ts'
import { registrationEvent } from '#server/university/tables/rows.ts'
import { isWithdrawn } from './applicant-knows.ts'

const r = table(registrations, 'r')
const s = table(settings, 's')
const a = outer(admissionSessions, 'a')
const e = table(registrationEvent, 'e')

interface Row {
  readonly id: string
  readonly status: string
  readonly toldStatus: string | null
  readonly tellAt: string | null
  readonly reasonCode: string | null
  readonly submittedAt: string
  readonly dueAt: string | null
  readonly appealUntil: string | null
  readonly isPaused: boolean
}

interface Event {
  readonly id: string
  readonly type: RegistrationEventType
  readonly at: string
  readonly dueAt: string | null
}

/** The progress of each application that there is, by its id. */
export async function progressById(queries: Queries, ids: readonly string[], now: Date): Promise<ReadonlyMap<string, WireProgress>> {
  const [rows, events] = await Promise.all([
    run(
      queries,
      sql`select ${pick({
        ...columns(r, 'id', 'status', 'toldStatus', 'tellAt', 'reasonCode', 'submittedAt'),
        dueAt: r.updateDueAt,
        appealUntil: a.appealUntil,
        isPaused: s.disableUpdates,
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
  ])
  return new Map(
    rows.map((row) => [
      row.id,
      progressOfRow(
        row,
        events.filter(({ id }) => id === row.id),
        now,
      ),
    ]),
  )
}

function progressOfRow(row: Row, events: readonly Event[], now: Date): WireProgress {
  const values = { ...row }
  const status = knownStatus(values, now)
  // Due dates go with the step that ends them, of which the applicant may not know yet: then they stand as they were set.
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
    },
    now,
  )
}

/** As `progressById`, of one that there is. */
export async function progressOfOne(queries: Queries, id: string, now: Date): Promise<WireProgress> {
  const progress = (await progressById(queries, [id], now)).get(id)
  if (!progress) throw new Error('an application has no progress')
  return progress
}
