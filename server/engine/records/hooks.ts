/** Code of a resource: hooks, which are rules over several records and work that belongs to a write beside storing it, and what is left to the server. */
import type * as z from 'zod/mini'
import type { Action, AnyResource, Declared, DraftOf, FieldName, ValuesOf } from '#model/resource.ts'
import { AppError } from '#model/wire/errors.ts'
import type { FieldIssues, WireRecord } from '#model/wire/wire.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { Environment } from '#server/engine/environment.ts'
import type { Permit } from '#server/engine/policy/permit.ts'
import { breather } from '#server/engine/turns.ts'
import type { Values } from '../sql/storage.ts'
import type { RowNotes, RowRefusal } from './batch/types.ts'
import type { StoredRecord } from './reading/find.ts'
import type { Beside } from './reading/page-parts.ts'
import type { Records } from './records.ts'

/** A write that is about to happen. Values of fields are as the wire carries them, those of references and files are ids. */
export interface PlannedWrite<R extends Declared = AnyResource, Whole = ValuesOf<R>> {
  readonly permit: Permit
  /** `create`, `update` or the name of an action. */
  readonly action: string
  /** The record before; null for a new one. */
  readonly before: StoredRecord<R> | null
  /** Fields that get another value; of a new record, those that are not empty. */
  readonly changed: Partial<Whole>
  /** The whole record as it will be. */
  readonly record: Whole
  /** Input of the call beside fields: see `ResourceCode.inputs`. */
  readonly input: Values
}

/** A write as it was asked for: what only some may write may still be missing in a new record. */
export type Draft<R extends Declared = AnyResource> = PlannedWrite<R, DraftOf<R>>

/** Tells whether one of these fields is among those that change. */
export const touches = <V extends object>(changed: V, ...names: readonly (keyof V & string)[]) => names.some((name) => name in changed)

/** Answer of `prepare` for a write: more values to store, and the context that `after` needs. */
export interface Prepared {
  readonly set?: Values
  readonly context?: unknown
}

/** A write that is stored, in a transaction that is under way. */
export interface WriteEvent<R extends Declared = AnyResource> extends PlannedWrite<R> {
  readonly id: string
  readonly context: unknown
  readonly at: string
}

/** Tools of `after` beside the queries. */
export interface Also {
  /** To be called with the name of a resource that is written besides. */
  readonly wrote: (resource: string) => void
  /** Notes what the person should know of a record, though it was stored. */
  readonly note: (id: string, issues: FieldIssues) => void
}

interface Runs<R extends Declared> {
  prepare(writes: readonly Draft<R>[]): Promise<readonly (Prepared | AppError | undefined)[]>
  validate(writes: readonly PlannedWrite<R>[], queries: Queries): Promise<readonly FieldIssues[]>
  after(queries: Queries, events: readonly WriteEvent<R>[], also: Also): Promise<void>
}
type Caring<R extends Declared, Run> = {
  /** The hook is asked of writes that make a record or change one of these fields, and of no others. */
  readonly fields?: readonly FieldName<R>[]
  /** False: it is not asked of new records. */
  readonly ofNew?: false
  readonly work: Run
}
type Hook<R extends Declared, Run, More = object> = Run | (Caring<R, Run> & More)

/** The five hooks of a resource. Those of many are asked once for all writes of a call or of a chunk of a job. */
export interface Hooks<R extends Declared = AnyResource> {
  /**
   * Before anything is stored or a transaction begun: values to store beside those given, and anything slow such as a
   * hash. An `AppError` among the answers refuses that write alone; see `forEach`.
   */
  readonly prepare?: Hook<R, Runs<R>['prepare']>
  /** Issues of each of some writes, in their order, as only the database can tell. */
  readonly validate?: Hook<
    R,
    Runs<R>['validate'],
    {
      /** Rows that were read stay held until the write is stored: both are done in one transaction, by the queries given. */
      readonly holds?: true
    }
  >
  /** Inside the transaction that stores the writes, by the queries given and no others; a throw undoes them. */
  readonly after?: Hook<
    R,
    Runs<R>['after'],
    {
      /** Writes that are stored one at a time, in a trial too: `after` may refuse each by what those before it have left. */
      alone?(write: Draft<R>): boolean
    }
  >
  /** Inside the transaction that removes a record nobody refers to: what goes with it. Throws `AppError` where it has to stay. */
  remove?(queries: Queries, record: StoredRecord<R>): Promise<void>
  /** Parts of a single record beside its fields; they are added to the answer of the single read and of each change. */
  detail?(permit: Permit, record: WireRecord): Promise<{ readonly [part: string]: unknown }>
  /** The same of one record where a statement can tell it: it is answered with the record wherever possible, and `detail` where not. */
  readonly beside?: Beside & { readonly fields: readonly FieldName<R>[] }
}

/** Code of a resource on the server: its hooks, and what its declaration and the jobs leave to it. */
export interface ResourceCode<R extends Declared = AnyResource> extends Hooks<R> {
  /** The resource's `byServer` actions, by name. */
  readonly actions?: { readonly [action: string]: ServerAction<R> }
  /** Input of a call that is no field, such as a first password: of `create` or of an action, by its name. It is handed to the hooks, never stored as it is. */
  readonly inputs?: CallInputs
  readonly jobs?: JobRules<R>
}

export type CallInputs = { readonly [call: string]: { readonly [name: string]: z.ZodMiniType } }

/** Answers that jobs ask for. */
export interface JobRules<R extends Declared = AnyResource> {
  /** Records among some that others are at work on, and who: an action on many leaves them out, unless the person says to include them. */
  claims(permit: Permit, action: string, records: readonly StoredRecord<R>[]): Promise<ReadonlyMap<string, FieldIssues>>
  /** Until when the steps of the workflow that some jobs took can still be taken back, by the job's id; absent: no more. Resources without rules take them back as long as any other change. */
  undoableUntil(jobIds: readonly string[]): Promise<ReadonlyMap<string, Date>>
}

/** `prepare` of many writes from that of one: what it throws refuses that write alone. */
export const forEach =
  <W>(prepare: (write: W) => Promise<Prepared | undefined> | Prepared | undefined) =>
  async (writes: readonly W[]): Promise<readonly (Prepared | AppError | undefined)[]> => {
    const answers: (Prepared | AppError | undefined)[] = []
    const breathe = breather()
    for (const write of writes) {
      await breathe()
      try {
        answers.push(await prepare(write))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        answers.push(error)
      }
    }
    return answers
  }

/** Tells whether a write is one that a hook is asked of. */
export function concerns(hook: Hook<AnyResource, unknown> | undefined, { before, changed }: Pick<PlannedWrite, 'before' | 'changed'>) {
  if (!hook) return false
  const { fields = undefined, ofNew = true } = typeof hook === 'function' ? {} : (hook as Caring<AnyResource, unknown>)
  return before === null ? ofNew : fields === undefined || fields.some((name) => Object.hasOwn(changed, name))
}

/** Answers of a hook to those of some writes that it is asked of, in the places of all of them. */
export async function answersOf<W extends PlannedWrite, A>(
  hook: Hook<AnyResource, (writes: readonly W[], queries: Queries) => Promise<readonly A[]>> | undefined,
  writes: readonly W[],
  queries: Queries,
): Promise<readonly (A | undefined)[]> {
  const asked = writes.flatMap((write, at) => (concerns(hook, write) ? [at] : []))
  if (!hook || asked.length === 0) return []
  const work = typeof hook === 'function' ? hook : hook.work
  const answers = await work(
    asked.flatMap((at) => writes[at] ?? []),
    queries,
  )
  return writes.map((_, at) => answers[asked.indexOf(at)])
}

/** An action as it was asked for, checked. */
export interface AskedAction {
  readonly name: string
  readonly action: Action
  /** Values that it sets: as declared, and the input that was given. */
  readonly values: Values
  /** Input that is no field. */
  readonly input: Values
  /** The version that the caller saw. */
  readonly version: number | undefined
}

/**
 * Work of an action that its declaration leaves to the server (`byServer`): it answers what each of some records gets
 * set, asked once for all of them, or does work of its own inside the transaction, which a throw undoes: on one record, or
 * for all of them at once what is stored elsewhere, and answers what there is to say of some.
 */
export type ServerAction<R extends Declared = AnyResource> =
  | {
      patches(queries: Queries, records: readonly StoredRecord<R>[], asked: AskedAction): Promise<ReadonlyMap<string, Values | RowRefusal>>
    }
  | { work(transaction: TransactionContext, record: StoredRecord<R>, asked: AskedAction): Promise<void> }
  | {
      workAll(
        transaction: TransactionContext,
        records: readonly StoredRecord<R>[],
        asked: AskedAction,
      ): Promise<ReadonlyMap<string, RowRefusal | RowNotes>>
    }

/** Tools of a server action: the transaction under way. */
export interface TransactionContext {
  readonly records: Records
  readonly queries: Queries
  readonly permit: Permit
  /** The job whose chunk it is; null for a single call. */
  readonly jobId: string | null
}

/** The code of resources, by their names. */
export type CodeByResource = { readonly [resource: string]: ResourceCode }

/** Work that belongs to the writes of each resource's records; `within` gives records to what writes others in the transaction of a write. */
export type HooksOf = (context: RecordsContext, within: (queries: Queries) => Records) => CodeByResource

/** The environment of records, with the hooks that the application hands in. */
export interface RecordsContext extends Environment {
  readonly hooks: HooksOf
}

/** Throws where a declaration leaves an action to the server and nothing does it, or something does one that is not declared. */
export function checkServerActions(
  resources: readonly AnyResource[],
  codeByResource: { readonly [resource: string]: ResourceCode | undefined },
): void {
  for (const { name, actions = {} } of resources) {
    const declared = Object.keys(actions).filter((action) => actions[action]?.byServer)
    const done = Object.keys(codeByResource[name]?.actions ?? {})
    for (const action of declared)
      if (!done.includes(action)) throw new Error(`${name}.actions.${action} is left to the server, which does nothing`)
    for (const action of done)
      if (!declared.includes(action)) throw new Error(`${name}.actions.${action} is done by the server and not declared so`)
  }
}
