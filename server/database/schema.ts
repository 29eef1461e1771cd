/** Every table. One explicit line per resource: drizzle-kit finds tables by their exports, and a forgotten one does not compile. */
import type { PgTable, PgTableExtraConfigValue } from 'drizzle-orm/pg-core'
import { type ResourceName, resourceNamed } from '#resources/index.ts'
import { table } from './table.ts'
import { oneOpenChange, oneOpenResit } from './tables/academic.ts'
import { oneActiveApplication, sameAddress } from './tables/admission.ts'

export * from './tables/academic.ts'
export * from './tables/account.ts'
export * from './tables/admission.ts'
export * from './tables/file.ts'
export * from './tables/history.ts'
export * from './tables/jobs.ts'
export * from './tables/mail.ts'
export * from './tables/meta.ts'
export * from './tables/session.ts'

const made = (name: ResourceName, more: readonly PgTableExtraConfigValue[] = []) => table(resourceNamed(name), idColumnOf, more)

export const users = made('users')
export const professors = made('professors')
export const departments = made('departments')
export const specializations = made('specializations')
export const courses = made('courses')
export const students = made('students')
export const academicYears = made('academic-years')
export const academicPeriods = made('academic-periods')
export const universityClasses = made('university-classes')
export const classHours = made('class-hours')
export const classEnrolments = made('class-enrolments')
export const classAssistants = made('class-assistants')
export const exams = made('exams')
export const examResits = made('exam-resits', [oneOpenResit])
export const grades = made('grades')
export const gradeAppeals = made('grade-appeals')
export const licenseExams = made('license-exams')
export const finances = made('finances')
export const certificates = made('certificates')
export const dataChanges = made('data-changes', [oneOpenChange])
export const admissionSessions = made('admission-sessions')
export const registrations = made('registrations', [oneActiveApplication, sameAddress])
export const savedViews = made('saved-views')
export const messages = made('messages')
export const notifications = made('notifications')
export const settings = made('settings')

/** The table of each resource. */
export const recordTables = {
  users,
  professors,
  departments,
  specializations,
  courses,
  students,
  'academic-years': academicYears,
  'academic-periods': academicPeriods,
  'university-classes': universityClasses,
  'class-hours': classHours,
  'class-enrolments': classEnrolments,
  'class-assistants': classAssistants,
  exams,
  'exam-resits': examResits,
  grades,
  'grade-appeals': gradeAppeals,
  'license-exams': licenseExams,
  finances,
  certificates,
  'data-changes': dataChanges,
  'admission-sessions': admissionSessions,
  registrations,
  'saved-views': savedViews,
  messages,
  notifications,
  settings,
} satisfies Record<ResourceName, PgTable>

function idColumnOf(name: string) {
  // References lead to registered resources only (defineRegistry), and every table of them has an id.
  return recordTables[name as ResourceName].id as never
}
