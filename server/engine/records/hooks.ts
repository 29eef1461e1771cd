/** Hooks of a resource beside its declaration: rules over several records, and work that belongs to a write. */
import type * as z from 'zod/mini'
import type { AnyResource, Declared, FieldValues } from '#model/resource.ts'
import type { FieldIssues, WireRecord } from '#model/wire.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { Environment } from '#server/engine/environment.ts'
import type { Permit } from '#server/engine/policy/permit.ts'
import type { Values } from '../sql/storage.ts'
import type { AskedAction } from './action.ts'
import type { Noted, Verdict } from './batch-types.ts'
import type { StoredRecord } from './find.ts'
import type { Records } from './store.ts'

/** A write that is about to happen. Values of fields are as the wire carries them. */
export interface PlannedWrite<R extends Declared = AnyResource> {
  readonly permit: Permit
  /** `create`, `update` or the name of an action. */
  readonly action: string
  /** The record before; null for a new one. */
  readonly before: StoredRecord<R> | null
  /** Fields that get another value. */
  readonly changed: FieldValues<R>
  /** The whole record as it will be. */
  readonly record: FieldValues<R>
  /** Input of the call beside fields: see `createExtras` and `actionExtras`. */
  readonly extras: Values
}

/** Tells whether one of these fields is among those that change. */
export const touches = <V extends object>(changed: V, ...names: readonly (keyof V & string)[]) => names.some((name) => name in changed)

/** Additions of a `before…` function: more values to store, and anything that `afterWrite` needs. */
export interface Prepared {
  readonly set?: Values
  readonly carry?: unknown
}

export interface WriteEvent<R extends Declared = AnyResource> extends PlannedWrite<R> {
  readonly id: string
  readonly carry: unknown
  readonly at: string
}

/**
 * Work of an action that its declaration leaves to the server (`byServer`): it answers what each of some records gets
 * set, asked once for all of them, or does work of its own inside the transaction, which a throw undoes: on one record, or
 * for all of them at once what is stored elsewhere, and answers what there is to say of some.
 */
export type ServerAction =
  | {
      patches(queries: Queries, records: readonly StoredRecord[], asked: AskedAction): Promise<ReadonlyMap<string, Values | Verdict>>
    }
  | { work(within: Within, record: StoredRecord, asked: AskedAction): Promise<void> }
  | { workAll(within: Within, records: readonly StoredRecord[], asked: AskedAction): Promise<ReadonlyMap<string, Verdict | Noted>> }

/** Tools of a server action: the transaction under way. */
export interface Within {
  readonly records: Records
  readonly queries: Queries
  readonly permit: Permit
  /** The job whose chunk it is; null for a single call. */
  readonly jobId: string | null
}

/** Notes on records that were stored, by their ids. */
export type Notes = ReadonlyMap<string, FieldIssues>

export interface Hooks {
  /** The resource's `byServer` actions, by name. */
  readonly serverActions?: { readonly [action: string]: ServerAction }
  /** Input of the create call that is no field, such as a first password; handed to the functions below, never stored as it is. */
  readonly createExtras?: { readonly [name: string]: z.ZodMiniType }
  /** As `createExtras`, for the input of actions; by the action's name. */
  readonly actionExtras?: { readonly [action: string]: { readonly [name: string]: z.ZodMiniType } }
  /** Before the statement or transaction that writes: checks, and anything slow such as a hash. Throws `AppError`. */
  beforeCreate?(write: PlannedWrite): Promise<Prepared | undefined>
  beforeUpdate?(write: PlannedWrite): Promise<Prepared | undefined>
  /**
   * Values of each of some new records beside those given, as only the database can tell: asked once for all of them,
   * after `beforeCreate` and before `issuesOf`.
   */
  completeNew?(writes: readonly PlannedWrite[]): Promise<readonly Values[]>
  /**
   * Issues of each of some writes, in their order, as only the database can tell: asked once for all of them,
   * after the functions above and before any of them is stored.
   */
  issuesOf?(writes: readonly PlannedWrite[]): Promise<readonly FieldIssues[]>
  /** Around an update or an action as a whole, done or failed. */
  aroundChange?<T>(change: () => Promise<T>): Promise<T>
  /** Inside the write's transaction; a throw undoes the write. Only the queries given may be used. */
  afterWrite?(queries: Queries, event: WriteEvent): Promise<void>
  /**
   * As `afterWrite`, asked once for all writes that are stored together; writes that only this is concerned with are
   * stored many at once. `touched` is told the resources that are written besides. Answers what the person should know of
   * a record, by its id, though it was stored.
   */
  afterWrites?(queries: Queries, events: readonly WriteEvent[], touched: (resource: string) => void): Promise<Notes | undefined>
  /** Tells whether `afterWrite` has anything to do for a write; absent: for every one. The others may be stored many at once. */
  isConcerned?(write: PlannedWrite): boolean
  /** Inside the transaction that removes a record nobody refers to: what goes with it. Throws `AppError` where it has to stay. */
  beforeRemove?(queries: Queries, record: StoredRecord): Promise<void>
  /** Parts of a single record beside its fields; they are added to the answer of the single read and of each change. */
  detail?(permit: Permit, record: WireRecord): Promise<{ readonly [part: string]: unknown }>
  /**
   * Until when the steps of the workflow that some jobs took can still be taken back, by the job's id; absent: no more.
   * Without it as long as any other change.
   */
  stepsHeld?(jobIds: readonly string[]): Promise<ReadonlyMap<string, Date>>
  /**
   * Records among some that others are at work on, and who: an action on many leaves them out, unless the person says to
   * include them.
   */
  claimsOn?(permit: Permit, action: string, records: readonly StoredRecord[]): Promise<ReadonlyMap<string, FieldIssues>>
}

/** Tells whether a write has to be told to the hooks. */
export const isConcerned = ({ afterWrite, isConcerned: asks }: Hooks, write: PlannedWrite) =>
  afterWrite !== undefined && (asks === undefined || asks(write))

/** The hooks of resources, by their names. */
export type HooksByResource = { readonly [resource: string]: Hooks }

/** Work that belongs to the writes of each resource's records; `within` gives records to what writes others in the transaction of a write. */
export type HooksOf = (context: RecordsContext, within: (queries: Queries) => Records) => HooksByResource

/** The environment of records, with the hooks that the application hands in. */
export interface RecordsContext extends Environment {
  readonly hooks: HooksOf
}

/** Throws where a declaration leaves an action to the server and nothing does it, or something does one that is not declared. */
export function checkServerActions(
  resources: readonly AnyResource[],
  hooksByResource: { readonly [resource: string]: Hooks | undefined },
): void {
  for (const { name, actions = {} } of resources) {
    const declared = Object.keys(actions).filter((action) => actions[action]?.byServer)
    const done = Object.keys(hooksByResource[name]?.serverActions ?? {})
    for (const action of declared)
      if (!done.includes(action)) throw new Error(`${name}.actions.${action} is left to the server, which does nothing`)
    for (const action of done)
      if (!declared.includes(action)) throw new Error(`${name}.actions.${action} is done by the server and not declared so`)
  }
}
