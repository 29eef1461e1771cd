/** Typed handles of the tables that no declaration describes, for `sql` statements; see `server/engine/sql/tables.ts`. */

import type { ResultOutcome } from '#model/admission/ranking.ts'
import type { RegistrationEventType, RegistrationStatus, WireRegistrationEvent } from '#model/admission/wire.ts'
import type { DraftEffect } from '#resources/calls/ranking.ts'
import { storedTable } from '#server/engine/sql/typed.ts'
import type * as academic from './academic.ts'
import type * as admission from './admission.ts'

export const calendarToken = storedTable<typeof academic.calendarToken.$inferSelect>('calendar_token')
type Event = typeof admission.registrationEvent.$inferSelect
export const registrationEvent = storedTable<
  Omit<Event, 'type' | 'from_status' | 'to_status' | 'actor_kind' | 'payload'> & {
    readonly type: RegistrationEventType
    readonly from_status: RegistrationStatus | null
    readonly to_status: RegistrationStatus | null
    readonly actor_kind: WireRegistrationEvent['actor']['kind']
    readonly payload: WireRegistrationEvent['payload']
  }
>('registration_event')
export const accessCode = storedTable<typeof admission.accessCode.$inferSelect>('access_code')
export const applicationDraft = storedTable<typeof admission.applicationDraft.$inferSelect>('application_draft')
export const applicationDraftFile = storedTable<typeof admission.applicationDraftFile.$inferSelect>('application_draft_file')
export const sentKey = storedTable<typeof admission.sentKey.$inferSelect>('sent_key')
export const applicantSession = storedTable<typeof admission.applicantSession.$inferSelect>('applicant_session')
/** Only applications are recorded. */
export const erasure = storedTable<Omit<typeof admission.erasure.$inferSelect, 'resource'> & { readonly resource: 'registrations' }>(
  'erasure',
)
type Result = typeof admission.admissionResult.$inferSelect
export const admissionResult = storedTable<
  Omit<Result, 'outcome' | 'missing' | 'first_ties' | 'second_ties'> & {
    readonly outcome: ResultOutcome
    readonly first_ties: readonly (number | null)[]
    readonly second_ties: readonly (number | null)[]
    readonly missing: readonly string[]
  }
>('admission_result')
export const admissionSeat = storedTable<typeof admission.admissionSeat.$inferSelect>('admission_seat')
type Run = typeof admission.admissionRun.$inferSelect
export const admissionRun = storedTable<Omit<Run, 'effect'> & { readonly effect: DraftEffect | null }>('admission_run')
export const admissionInput = storedTable<typeof admission.admissionInput.$inferSelect>('admission_input')
