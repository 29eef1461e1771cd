/** How far applications have come, as their applicants know it: a step that is held back has not been taken. */
import { progressOf, type WireProgress } from '#model/admission/progress.ts'
import type { RegistrationEventType } from '#model/admission/wire.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { knownStatus } from '#server/university/admission/review/steps-telling.ts'
import { isWithdrawn } from './applicant-knows.ts'

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
    queries.query<Row>(
      `select r.id, r.status, r.told_status as "toldStatus", r.tell_at as "tellAt", r.reason_code as "reasonCode",
         r.submitted_at as "submittedAt", r.update_due_at as "dueAt", a.appeal_until as "appealUntil", s.disable_updates as "isPaused"
       from registrations r cross join settings s left join admission_sessions a on a.id = r.admission_session_id
       where r.id = any($1::uuid[])`,
      [ids],
    ),
    queries.query<Event>(
      `select registration_id as id, type, greatest(at, visible_from) as at, payload->>'dueAt' as "dueAt" from registration_event e
       where registration_id = any($1::uuid[]) and visible_from <= $2 order by greatest(at, visible_from), e.id`,
      [ids, now.toISOString()],
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
  // What is due goes with the step that ends it, of which the applicant may not know yet: then it stands as it was asked.
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
