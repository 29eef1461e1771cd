import type { Queries } from '@matricola/server/database/database.ts'
import { uuidv7 } from '@matricola/server/database/uuid.ts'
import type { Actor, Permit } from '@matricola/server/policy/permit.ts'
import { bareColumns, intoColumns, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import type { RegistrationEventType, RegistrationStatus } from '#resources/admission/wire.ts'
import { registrationEventTable } from '#server/tables/rows.ts'

const registrationEvent = table(registrationEventTable)

/** Author of an event: a member of staff, the applicant, or the system. */
export type TimelineActor =
  | { readonly kind: 'staff'; readonly actor: Actor }
  | { readonly kind: 'applicant' | 'system' }

/** The actor of a timeline event. */
export const timelineActorOf = ({ caller, actor }: Permit): TimelineActor =>
  caller ? { kind: 'staff', actor } : { kind: actor.name === 'applicant' ? 'applicant' : 'system' }

export interface NewTimelineEvent {
  readonly registrationId: string
  readonly type: RegistrationEventType
  readonly by: TimelineActor
  readonly at: Date
  readonly from?: RegistrationStatus | null
  readonly to?: RegistrationStatus | null
  /** When the event becomes visible to the applicant; absent: never. */
  readonly visibleFrom?: Date | null
  readonly note?: string | null
  /** Field names, a reason code, or the type of an email. Never personal data. */
  readonly payload?: { readonly [name: string]: unknown }
}

/** A date later than any clock, for transitions on hold until staff release them. */
export const untilReleased = new Date('9999-12-31T00:00:00.000Z')

const columnsOfEvent = [
  ...([
    'id',
    'registration_id',
    'type',
    'from_status',
    'to_status',
    'actor_kind',
    'actor_id',
    'actor_name',
  ] as const),
  ...(['at', 'visible_from', 'note', 'payload'] as const),
]

/** Adds an entry to an application's timeline, in the caller's transaction. */
export const addTimelineEvent = (queries: Queries, event: NewTimelineEvent): Promise<void> =>
  addTimelineEvents(queries, [event])

/** Like `addTimelineEvent`, for several entries in one statement. */
export async function addTimelineEvents(
  queries: Queries,
  events: readonly NewTimelineEvent[],
): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ by, ...event }) => {
    const actor = by.kind === 'staff' ? by.actor : { id: null, name: '' }
    return {
      id: uuidv7(event.at),
      registration_id: event.registrationId,
      type: event.type,
      from_status: event.from,
      to_status: event.to,
      actor_kind: by.kind,
      actor_id: actor.id,
      actor_name: actor.name,
      at: event.at,
      visible_from: event.visibleFrom,
      note: event.note,
      payload: event.payload ?? {},
    }
  })
  await runStatement(
    queries,
    sql`insert into ${intoColumns(registrationEvent, ...columnsOfEvent)} select ${bareColumns(registrationEvent, ...columnsOfEvent)}
     from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (id uuid, registration_id uuid, type text, from_status text, to_status text, actor_kind text,
       actor_id uuid, actor_name text, at timestamptz, visible_from timestamptz, note text, payload jsonb)`,
  )
}
