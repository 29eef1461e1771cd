/**
 * Typed handles of the tables that no declaration describes, for `sql` statements; see
 * `packages/server/sql/tables.ts`.
 */

import { storedTable } from '@matricola/server/sql/typed.ts'
import type { MovedDate, NoticeResource } from '#resources/admission/date-notices.ts'
import type {
  AcceptanceMode,
  ConsentedPlace,
  ToldWay,
} from '#resources/admission/place-acceptance.ts'
import type {
  CauseDetails,
  CauseSources,
  ChoiceReason,
  IneligibleChoice,
  PlaceKind,
  ResultCause,
  ResultChange,
  ResultOutcome,
  tieColumns,
} from '#resources/admission/ranking.ts'
import type { RegistrationEventType, RegistrationStatus } from '#resources/admission/wire.ts'
import type { WireRegistrationEvent } from '#resources/admission/wire-review.ts'
import type { BlockedApplicant, ReleaseEffect } from '#resources/calls/ranking.ts'
import type * as academic from './academic.ts'
import type * as admission from './admission.ts'

export const calendarTokenTable =
  storedTable<typeof academic.calendarTokenDefinition.$inferSelect>('calendar_token')
type Event = typeof admission.registrationEventDefinition.$inferSelect
export const registrationEventTable = storedTable<
  Omit<Event, 'type' | 'from_status' | 'to_status' | 'actor_kind' | 'payload'> & {
    readonly type: RegistrationEventType
    readonly from_status: RegistrationStatus | null
    readonly to_status: RegistrationStatus | null
    readonly actor_kind: WireRegistrationEvent['actor']['kind']
    readonly payload: WireRegistrationEvent['payload']
  }
>('registration_event')
export const accessCodeTable =
  storedTable<typeof admission.accessCodeDefinition.$inferSelect>('access_code')
export const emailVerificationTable =
  storedTable<typeof admission.emailVerificationDefinition.$inferSelect>('email_verification')
export const applicationDraftTable =
  storedTable<typeof admission.applicationDraftDefinition.$inferSelect>('application_draft')
export const dateNoticeTable = storedTable<
  Omit<typeof admission.dateNoticeDefinition.$inferSelect, 'resource' | 'dates'> & {
    readonly resource: NoticeResource
    readonly dates: readonly MovedDate[]
  }
>('date_notice')
export const applicationDraftFileTable =
  storedTable<typeof admission.applicationDraftFileDefinition.$inferSelect>(
    'application_draft_file',
  )
export const submissionKeyTable =
  storedTable<typeof admission.submissionKeyDefinition.$inferSelect>('submission_key')
export const applicationAnswerTable =
  storedTable<typeof admission.applicationAnswerDefinition.$inferSelect>('application_answer')
export const listedItemTable =
  storedTable<typeof admission.listedItemDefinition.$inferSelect>('listed_item')
export const applicantSessionTable =
  storedTable<typeof admission.applicantSessionDefinition.$inferSelect>('applicant_session')
/** All rows are erasures of applications. */
export const erasureTable = storedTable<
  Omit<typeof admission.erasureDefinition.$inferSelect, 'resource'> & {
    readonly resource: 'registrations'
  }
>('erasure')
type Result = typeof admission.admissionResultDefinition.$inferSelect
export const admissionResultTable = storedTable<
  Omit<
    Result,
    | 'outcome'
    | 'missing'
    | 'ineligible'
    | (typeof tieColumns)[number]
    | 'reasons'
    | 'change'
    | 'cause'
    | 'cause_details'
  > & {
    readonly [column in (typeof tieColumns)[number]]: readonly (number | null)[]
  } & {
    readonly outcome: ResultOutcome
    readonly change: ResultChange | null
    readonly cause: ResultCause | null
    readonly cause_details: CauseDetails | null
    readonly ineligible: readonly IneligibleChoice[] | null
    readonly reasons: readonly (ChoiceReason | null)[]
    readonly missing: readonly string[]
  }
>('admission_result')
export const admissionQuotaTable =
  storedTable<typeof admission.admissionQuotaDefinition.$inferSelect>('admission_quota')
type Run = typeof admission.admissionRunDefinition.$inferSelect
export const admissionRunTable = storedTable<
  Omit<Run, 'effect' | 'blocked' | 'cause_sources'> & {
    readonly effect: ReleaseEffect | null
    readonly blocked: readonly BlockedApplicant[] | null
    readonly cause_sources: CauseSources | null
  }
>('admission_run')
export const admissionInputTable =
  storedTable<typeof admission.admissionInputDefinition.$inferSelect>('admission_input')
type Acceptance = typeof admission.placeAcceptanceDefinition.$inferSelect
export const placeAcceptanceTable = storedTable<
  Omit<Acceptance, 'kind' | 'mode' | 'consented' | 'actor_kind' | 'told'> & {
    readonly kind: PlaceKind
    readonly mode: AcceptanceMode
    readonly consented: readonly ConsentedPlace[]
    readonly actor_kind: WireRegistrationEvent['actor']['kind']
    readonly told: ToldWay | null
  }
>('place_acceptance')
