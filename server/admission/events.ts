import type { RegistrationEventType, RegistrationStatus } from '#model/admission/wire.ts'
import type { Queries } from '#server/database/database.ts'
import { uuidv7 } from '#server/database/uuid.ts'
import type { Actor } from '#server/policy/permit.ts'

/** Who an event is noted under: a person of the office, the applicant, the program itself. */
export type EventActor = { readonly kind: 'staff'; readonly actor: Actor } | { readonly kind: 'applicant' | 'system' }

interface NewEvent {
  readonly registrationId: string
  readonly type: RegistrationEventType
  readonly by: EventActor
  readonly at: Date
  readonly from?: RegistrationStatus | null
  readonly to?: RegistrationStatus | null
  /** From when the applicant sees it; absent: never. */
  readonly visibleFrom?: Date | null
  readonly note?: string | null
  /** Field names, a reason code, the kind of a mail: never a personal value. */
  readonly payload?: { readonly [name: string]: unknown }
}

/** When a step is told that somebody must release: later than any clock. */
export const untilReleased = new Date('9999-12-31T00:00:00.000Z')

/** Adds one entry to an application's timeline, in the transaction of what it tells of. */
export async function addEvent(queries: Queries, event: NewEvent): Promise<void> {
  const actor = event.by.kind === 'staff' ? event.by.actor : { id: null, name: '' }
  await queries.query(
    `insert into registration_event (id, registration_id, type, from_status, to_status, actor_kind, actor_id, actor_name, at, visible_from,
       note, payload) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::jsonb)`,
    [
      uuidv7(event.at),
      event.registrationId,
      event.type,
      event.from ?? null,
      event.to ?? null,
      event.by.kind,
      actor.id,
      actor.name,
      event.at.toISOString(),
      event.visibleFrom?.toISOString() ?? null,
      event.note ?? null,
      JSON.stringify(event.payload ?? {}),
    ],
  )
}
