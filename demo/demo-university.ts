/** The whole demo university, as its parts make it. */
import type { ToldResults } from './merit/results.ts'
import type { Row } from './rows.ts'
import type { Trail } from './trail.ts'

/** Resources of which the demo makes records. */
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
  | 'finances'
  | 'data-changes'
  | 'admission-sessions'
  | 'admission-rounds'
  | 'place-kinds'
  | 'admission-programmes'
  | 'special-places'
  | 'admission-drafts'
  | 'registrations'
  | 'application-choices'
  | 'bank-payments'
  | 'messages'
  | 'notifications'
  | 'saved-views'
  | 'settings'

/** Every record of the demo university, by resource, and what happened to its applications. */
export type DemoUniversity = { readonly [N in DemoResource]: readonly Row<N>[] } & {
  readonly trail: Trail & { readonly results: readonly ToldResults[] }
}
