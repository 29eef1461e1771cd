/** What a resource asks for beside what its declaration says: rules over several records, and work that belongs to a write. */
import type * as z from 'zod/mini'
import type { ResourceName } from '#resources/index.ts'
import type { Context } from '#server/context.ts'
import type { Queries } from '#server/database/database.ts'
import type { Permit } from '#server/policy/permit.ts'
import type { StoredRecord } from './find.ts'
import { courseLifecycle } from './lifecycles/courses.ts'
import { departmentLifecycle } from './lifecycles/departments.ts'
import { messageLifecycle } from './lifecycles/messages.ts'
import { settingsLifecycle } from './lifecycles/settings.ts'
import { studentLifecycle } from './lifecycles/students.ts'
import { userLifecycle } from './lifecycles/users.ts'
import type { Values } from './storage.ts'

/** A write that is about to happen. Values of fields are as the wire carries them. */
export interface PlannedWrite {
  readonly permit: Permit
  /** `create`, `update` or the name of an action. */
  readonly action: string
  /** The record before; null for a new one. */
  readonly before: StoredRecord | null
  /** Fields that get another value. */
  readonly changed: Values
  /** The whole record as it will be. */
  readonly record: Values
  /** What the call said beside fields: see `createExtras`. */
  readonly extras: Values
}

/** What a `before…` function adds: more values to store, and anything that `afterWrite` needs. */
export interface Prepared {
  readonly set?: Values
  readonly carry?: unknown
}

export interface WriteEvent extends PlannedWrite {
  readonly id: string
  readonly carry: unknown
  readonly at: string
}

export interface Lifecycle {
  /** Input of the create call that is no field, such as a first password; handed to the functions below, never stored as it is. */
  readonly createExtras?: { readonly [name: string]: z.ZodMiniType }
  /** Before the statement or transaction that writes: checks, and anything slow such as a hash. Throws `AppError`. */
  beforeCreate?(write: PlannedWrite): Promise<Prepared | undefined>
  beforeUpdate?(write: PlannedWrite): Promise<Prepared | undefined>
  /** Around an update or an action as a whole, done or failed. */
  aroundChange?<T>(change: () => Promise<T>): Promise<T>
  /** Inside the write's transaction; a throw undoes the write. Only the queries given may be used. */
  afterWrite?(queries: Queries, event: WriteEvent): Promise<void>
}

export type Lifecycles = { readonly [R in ResourceName]?: Lifecycle }

/** The lifecycles of every resource that has one. */
export const lifecyclesOf = (context: Context): Lifecycles => ({
  departments: departmentLifecycle(context),
  courses: courseLifecycle(context),
  settings: settingsLifecycle(),
  students: studentLifecycle(),
  messages: messageLifecycle(context),
  users: userLifecycle(context),
})
