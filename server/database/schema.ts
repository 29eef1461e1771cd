/** Every table. One explicit line per resource: drizzle-kit finds tables by their exports, and a forgotten one does not compile. */
import type { PgTable, PgTableExtraConfigValue } from 'drizzle-orm/pg-core'
import { type ResourceName, resourceNamed } from '#resources/index.ts'
import { table } from './table.ts'
import { oneActiveApplication, sameAddress } from './tables/admission.ts'

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
export const universityClasses = made('university-classes')
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
  'university-classes': universityClasses,
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
