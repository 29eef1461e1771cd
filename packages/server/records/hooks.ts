/**
 * Server code of a resource: hooks on its writes, actions that the declaration leaves to the
 * server, and rules for jobs.
 */

import { requiredByServer } from '@matricola/schema/checks/creation.ts'
import { DeclarationError } from '@matricola/schema/checks/registry.ts'
import type { DynamicFields } from '@matricola/schema/dynamic-fields.ts'
import type {
  Action,
  AnyResource,
  FieldName,
  HasFields,
  ValuesOf,
  WritableValuesOf,
} from '@matricola/schema/resource.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { FieldIssues, WireRecord } from '@matricola/schema/wire/wire.ts'
import type * as z from 'zod/mini'
import type { Queries } from '../database/database.ts'
import type { Environment } from '../environment.ts'
import type { Permit } from '../policy/permit.ts'
import type { StoredDynamicField } from '../sql/dynamic-sql.ts'
import type { Values } from '../sql/storage.ts'
import { createYielder } from '../task-queue.ts'
import type { RowRefusal, RowWarnings } from './batch/types.ts'
import type { StoredRecord } from './reading/get-record.ts'
import type { SelectedDetail } from './reading/selected-detail.ts'
import type { Records } from './records.ts'

/**
 * A write that is about to be stored. Field values are in wire form; references and files are ids.
 */
export interface PlannedWrite<R extends HasFields = AnyResource, RecordValues = ValuesOf<R>> {
  readonly permit: Permit
  /** `create`, `update` or the name of an action. */
  readonly action: string
  /** The record before the write; null for a new record. */
  readonly before: StoredRecord<R> | null
  /** Fields whose value changes; for a new record, those that are not empty. */
  readonly changed: Partial<RecordValues>
  /** The whole record after the write. */
  readonly record: RecordValues
  /** Input that is not a field: see `ResourceCode.inputs`. */
  readonly input: Values
}

/** A write before `prepare`: a new record may still lack fields that only the server sets. */
export type WriteDraft<R extends HasFields = AnyResource> = PlannedWrite<R, WritableValuesOf<R>>

/** Whether one of these fields changes. */
export const changesAnyOf = <V extends object>(
  changed: V,
  ...names: readonly (keyof V & string)[]
) => names.some((name) => name in changed)

/**
 * Result of `prepare` for one write: more values to store, and the context that `after` receives.
 */
export interface Prepared {
  readonly set?: Values
  readonly context?: unknown
}

/** A write that was stored, in the transaction that is still open. */
export interface WriteEvent<R extends HasFields = AnyResource> extends PlannedWrite<R> {
  readonly id: string
  readonly context: unknown
  readonly at: string
}

/** Functions available to `after` in addition to queries. */
export interface AfterContext {
  /** Must be called with the name of each other resource that was written. */
  readonly reportWrite: (resource: string) => void
  /** Adds a warning about a record that was stored nevertheless. */
  readonly addWarning: (id: string, issues: FieldIssues) => void
}

interface HookFunctions<R extends HasFields> {
  prepare(writes: readonly WriteDraft<R>[]): Promise<readonly (Prepared | AppError | undefined)[]>
  validate(writes: readonly PlannedWrite<R>[], queries: Queries): Promise<readonly FieldIssues[]>
  beforeStore(events: readonly WriteEvent<R>[], queries: Queries): Promise<readonly Values[]>
  after(queries: Queries, events: readonly WriteEvent<R>[], context: AfterContext): Promise<void>
}
type ConditionalHook<R extends HasFields, Run> = {
  /**
   * The hook runs only for new records and for updates that change one of these fields. Absent: for
   * every write.
   */
  readonly fields?: readonly FieldName<R>[]
  /** False: the hook does not run for new records. */
  readonly onCreate?: false
  readonly work: Run
}
type Hook<R extends HasFields, Run, Extra = object> = Run | (ConditionalHook<R, Run> & Extra)

/**
 * The hooks of a resource. Hooks that accept several writes run once per call, or once per chunk of
 * a job.
 */
export interface Hooks<R extends HasFields = AnyResource> {
  /**
   * Runs before anything is stored and before a transaction begins. Returns values to store in
   * addition to those of the writes, and does slow work such as hashing. An `AppError` in the
   * result rejects that write alone; see `prepareEach`.
   */
  readonly prepare?: Hook<R, HookFunctions<R>['prepare']>
  /** Returns for each write, in order, the issues that only the database can determine. */
  readonly validate?: Hook<
    R,
    HookFunctions<R>['validate'],
    {
      /**
       * The rows that the hook reads stay locked until the write is stored, because both happen in
       * one transaction, through `queries`.
       */
      readonly locksRows?: true
    }
  >
  /**
   * Runs in the transaction that stores the writes, right before them, and writes the records to
   * which they refer. Returns values to store in addition to those of the writes, in order. If it
   * throws, nothing is stored.
   */
  readonly beforeStore?: Hook<R, HookFunctions<R>['beforeStore']>
  /**
   * Runs in the transaction that stores the writes and uses only the given `queries`. If it throws,
   * the transaction is rolled back.
   */
  readonly after?: Hook<
    R,
    HookFunctions<R>['after'],
    {
      /**
       * True for a write that `after` may reject because of an earlier write. It is stored on its
       * own, even in a dry run.
       */
      mustStoreAlone?(write: WriteDraft<R>): boolean
    }
  >
  /**
   * Removes the dependent data of a record that is being removed, in the same transaction. Throws
   * `AppError` if the record has to stay.
   */
  remove?(queries: Queries, record: StoredRecord<R>): Promise<void>
  /** Runs in the same transaction, after records were removed. */
  afterRemoval?(queries: Queries, records: readonly StoredRecord<R>[]): Promise<void>
  /**
   * Returns properties of a single record that are not fields. They are added to the response to a
   * single read and to each change.
   */
  detail?(permit: Permit, record: WireRecord): Promise<{ readonly [part: string]: unknown }>
  /**
   * The same as one SQL expression, read together with the record where possible; otherwise
   * `detail` is called.
   */
  readonly selectedDetail?: SelectedDetail & { readonly fields: readonly FieldName<R>[] }
}

/**
 * Server code of a resource: its hooks, and the actions and job rules that its declaration leaves
 * to the server.
 */
export interface ResourceCode<R extends HasFields = AnyResource> extends Hooks<R> {
  /** The actions declared `hasServerCode`, by name. */
  readonly actions?: { readonly [action: string]: ServerAction<R> }
  /**
   * Input that is not a field, such as a first password, by call: `create`, `update` or the name of
   * an action. Hooks receive it; it is never stored as is.
   */
  readonly inputs?: CallInputs
  /**
   * Fields in addition to the declared ones, for lists and exports. Returns the same object while
   * they are unchanged.
   */
  dynamicFields?(): Promise<DynamicFields<StoredDynamicField>>
  /**
   * Whether the permit's holder, who may read the record, may also read a part of a field that
   * contains several files. Absent: roles that may read the field.
   */
  canReadPart?(permit: Permit, id: string, part: string): Promise<boolean>
  readonly jobs?: JobRules<R>
}

export type CallInputs = { readonly [call: string]: { readonly [name: string]: z.ZodMiniType } }

/** Rules that jobs apply to the records of a resource. */
export interface JobRules<R extends HasFields = AnyResource> {
  /**
   * Returns the records that another user is working on, with the issue to report. A bulk action
   * skips them unless its user includes them.
   */
  claims(
    permit: Permit,
    action: string,
    records: readonly StoredRecord<R>[],
  ): Promise<ReadonlyMap<string, FieldIssues>>
  /**
   * Returns the records that a bulk action leaves out for a reason of its own, such as one that
   * names more than the state.
   */
  exclusions?(action: string, records: readonly StoredRecord<R>[]): ReadonlyMap<string, RowRefusal>
  /**
   * Throws if no job may be created for the action and the records of a selection. `total` is their
   * number.
   */
  assertCreatable?(
    queries: Queries,
    request: ActionRequest,
    selection: { readonly id: string; readonly total: number },
  ): Promise<void>
  /**
   * Returns, by job id, the time until which the transitions made by the job can be undone; absent
   * if they no longer can be. Without rules, transitions are undone like any other change.
   */
  undoableUntil(jobIds: readonly string[]): Promise<ReadonlyMap<string, Date>>
}

/**
 * Turns a `prepare` function for a single write into one for many writes. An `AppError` that it
 * throws rejects that write alone.
 */
export const prepareEach =
  <W>(prepare: (write: W) => Promise<Prepared | undefined> | Prepared | undefined) =>
  async (writes: readonly W[]): Promise<readonly (Prepared | AppError | undefined)[]> => {
    const answers: (Prepared | AppError | undefined)[] = []
    const yieldIfDue = createYielder()
    for (const write of writes) {
      await yieldIfDue()
      try {
        answers.push(await prepare(write))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        answers.push(error)
      }
    }
    return answers
  }

/** Whether the hook applies to this write. */
export function appliesTo(
  hook: Hook<AnyResource, unknown> | undefined,
  { before, changed }: Pick<PlannedWrite, 'before' | 'changed'>,
) {
  if (!hook) return false
  const { fields = undefined, onCreate = true } =
    typeof hook === 'function' ? {} : (hook as ConditionalHook<AnyResource, unknown>)
  return before === null
    ? onCreate
    : fields === undefined || fields.some((name) => Object.hasOwn(changed, name))
}

/**
 * Runs the hook for the writes it applies to. The result has one entry per write, undefined where
 * the hook does not apply.
 */
export async function runHook<W extends PlannedWrite, A>(
  hook:
    | Hook<AnyResource, (writes: readonly W[], queries: Queries) => Promise<readonly A[]>>
    | undefined,
  writes: readonly W[],
  queries: Queries,
): Promise<readonly (A | undefined)[]> {
  const indexes = writes.flatMap((write, index) => (appliesTo(hook, write) ? [index] : []))
  if (!hook || indexes.length === 0) return []
  const work = typeof hook === 'function' ? hook : hook.work
  const answers = await work(
    indexes.flatMap((index) => writes[index] ?? []),
    queries,
  )
  return writes.map((_, index) => answers[indexes.indexOf(index)])
}

/** A requested action after validation. */
export interface ActionRequest {
  readonly name: string
  readonly action: Action
  /** Values to set: those in the declaration, and the caller's input. */
  readonly values: Values
  /** Input that is not a field. */
  readonly input: Values
  /** The version that the caller saw. */
  readonly version: number | undefined
}

/**
 * Server side of an action declared `hasServerCode`. `patches` returns the values to set on each
 * record. `work` and `workAll` write in the transaction themselves, for one record or for all of
 * them together. If they throw, the transaction is rolled back.
 */
export type ServerAction<R extends HasFields = AnyResource> =
  | {
      patches(
        queries: Queries,
        records: readonly StoredRecord<R>[],
        request: ActionRequest,
      ): Promise<ReadonlyMap<string, Values | RowRefusal>>
    }
  | {
      work(
        transaction: TransactionContext,
        record: StoredRecord<R>,
        request: ActionRequest,
      ): Promise<void>
    }
  | {
      workAll(
        transaction: TransactionContext,
        records: readonly StoredRecord<R>[],
        request: ActionRequest,
      ): Promise<ReadonlyMap<string, RowRefusal | RowWarnings>>
      /** Undoes a job. Absent: an undo restores the fields that the job changed. */
      readonly undo?: JobUndo<R>
    }

/** Undoes the work of a job whose results are not fields of its records. */
export interface JobUndo<R extends HasFields = AnyResource> {
  /** Returns, by job id, the time until which a job can be undone; absent if it no longer can be. */
  until(jobIds: readonly string[]): Promise<ReadonlyMap<string, Date>>
  workAll(
    transaction: TransactionContext,
    records: readonly StoredRecord<R>[],
    undoneJobId: string,
  ): Promise<ReadonlyMap<string, RowRefusal | RowWarnings>>
}

/** The environment of a server action. */
export interface TransactionContext {
  readonly records: Records
  readonly queries: Queries
  readonly permit: Permit
  /** The job whose chunk is running; null for a single call. */
  readonly jobId: string | null
}

export type CodeByResource = { readonly [resource: string]: ResourceCode }

/**
 * Returns the code of every resource. `recordsWithin` returns the records as seen by a transaction,
 * for hooks that write other records.
 */
export type CreateHooks = (
  context: RecordsContext,
  recordsWithin: (queries: Queries) => Records,
) => CodeByResource

/** The environment of records, with the application's hooks. */
export interface RecordsContext extends Environment {
  readonly hooks: CreateHooks
}

/**
 * Throws `DeclarationError` if required fields are declared `setByServer` and the resource has no
 * `prepare` hook for new records.
 */
export function assertServerValues(
  resources: readonly AnyResource[],
  codeByResource: { readonly [resource: string]: ResourceCode | undefined },
): void {
  const lines = resources.flatMap((resource) => {
    const { name } = resource
    if (appliesTo(codeByResource[name]?.prepare, { before: null, changed: {} })) return []
    return requiredByServer(resource).map(
      (field) =>
        `${name}.${field}: required and declared setByServer, but no hook sets it. Set it in a prepare hook of "${name}" that runs for new records, give it a default, or make it optional.`,
    )
  })
  if (lines.length > 0) throw new DeclarationError(lines.join('\n'))
}

/**
 * Throws if an action declared `hasServerCode` has no code, or if there is code for an action that
 * is not declared `hasServerCode`.
 */
export function assertServerActions(
  resources: readonly AnyResource[],
  codeByResource: { readonly [resource: string]: ResourceCode | undefined },
): void {
  for (const { name, actions = {} } of resources) {
    const declared = Object.keys(actions).filter((action) => actions[action]?.hasServerCode)
    const done = Object.keys(codeByResource[name]?.actions ?? {})
    for (const action of declared)
      if (!done.includes(action))
        throw new Error(
          `${name}.actions.${action}: declared hasServerCode, but the hooks of "${name}" have no code for it`,
        )
    for (const action of done)
      if (!declared.includes(action))
        throw new Error(
          `${name}.actions.${action}: the hooks of "${name}" have code for it, but it is not declared hasServerCode`,
        )
  }
}
