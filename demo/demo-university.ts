/** The whole demo university. */

import type { NewAcceptance } from '#server/admission/ranking/acceptances.ts'
import type { DemoHistory } from './application-history.ts'
import type { EarlyAdmissions } from './merit/early-admissions.ts'
import type { ReleasedResults } from './merit/results.ts'
import type { DemoRow } from './rows.ts'

/** Resources for which the demo has records. */
export type DemoResource =
  | 'users'
  | 'professors'
  | 'departments'
  | 'specializations'
  | 'courses'
  | 'students'
  | 'academic-years'
  | 'academic-periods'
  | 'university-classes'
  | 'class-hours'
  | 'class-enrolments'
  | 'class-assistants'
  | 'exams'
  | 'exam-resits'
  | 'grades'
  | 'grade-appeals'
  | 'license-exams'
  | 'receipt-series'
  | 'finances'
  | 'data-changes'
  | 'admission-sessions'
  | 'application-forms'
  | 'application-form-versions'
  | 'admission-rounds'
  | 'place-kinds'
  | 'admission-programmes'
  | 'special-places'
  | 'admission-fees'
  | 'admission-drafts'
  | 'registrations'
  | 'application-choices'
  | 'message-templates'
  | 'application-messages'
  | 'bank-payments'
  | 'messages'
  | 'notifications'
  | 'saved-views'
  | 'settings'

/** All records of the demo university by resource, and the history of its applications. */
export type DemoUniversity = { readonly [N in DemoResource]: readonly DemoRow<N>[] } & {
  readonly history: DemoHistory & {
    readonly results: readonly ReleasedResults[]
    /** Answers whether confirmed places are kept. */
    readonly answers: readonly NewAcceptance[]
  }
  /** Admissions whose records are also among the others, and whose rounds are still to be run. */
  readonly early: EarlyAdmissions
}
