/** Every way to read and write records. Each demands a permit, and answers only what the permit's role may see. */
import type { AnyResource } from '#model/resource.ts'
import type { Page, WireChange, WireRecord } from '#model/wire.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import type { Permit } from '#server/policy/permit.ts'
import { claimingFiles } from './file-claims.ts'
import { find } from './find.ts'
import { history } from './history.ts'
import { insert } from './insert.ts'
import { type Lifecycle, type Lifecycles, lifecyclesOf } from './lifecycles.ts'
import type { CheckedQuery } from './list-query.ts'
import { first, page } from './page.ts'
import type { Source } from './source.ts'
import { Totals } from './totals.ts'
import { act, update } from './update.ts'

export interface Records {
  page(permit: Permit, query: CheckedQuery): Promise<Page<WireRecord>>
  /** The first page without its total. */
  first(permit: Permit, query: CheckedQuery): Promise<WireRecord[]>
  /** Without an id: the record of a single resource. Throws `record.missing`. */
  find(permit: Permit, id: string | null): Promise<WireRecord>
  /** `body` as it came; see `insert.ts` for what is thrown. */
  insert(permit: Permit, body: unknown): Promise<WireRecord>
  /** `ifMatch` is the version of an `If-Match` header; one in the body goes before it. */
  update(permit: Permit, body: unknown, ifMatch?: number): Promise<WireRecord>
  act(permit: Permit, call: { id: string; action: string; body: unknown; ifMatch?: number }): Promise<WireRecord>
  history(permit: Permit, id: string | null, at: { pageNumber: number; pageSize: number }): Promise<Page<WireChange>>
  /** To be called after records of a resource were written by other means. */
  forgetTotals(resource: string): void
  lifecycleOf(resource: AnyResource): Lifecycle | undefined
}

const made = new WeakMap<Database, Records>()

/** The records of a database: one for each, so that all who write through it share what is remembered. */
export function recordsOf(context: Context): Records {
  const known = made.get(context.database)
  if (known) return known
  const source: Source = { database: context.database, keys: context.keys, clock: context.clock, totals: new Totals(context.clock) }
  const lifecycles = lifecyclesOf(context)
  const lifecycleOf = (resource: AnyResource): Lifecycle | undefined =>
    // Every resource is registered under its own name.
    claimingFiles(resource, lifecycles[resource.name as keyof Lifecycles])
  const changing = <T>(resource: AnyResource, work: () => Promise<T>) => lifecycleOf(resource)?.aroundChange?.(work) ?? work()
  const records: Records = {
    page: (permit, query) => page(source, permit, query),
    first: (permit, query) => first(source, permit, query),
    find: (permit, id) => find(source, permit, id),
    insert: (permit, body) => insert(source, permit, body, lifecycleOf(permit.resource)),
    update: (permit, body, ifMatch) => changing(permit.resource, () => update(source, permit, body, lifecycleOf(permit.resource), ifMatch)),
    act: (permit, call) => changing(permit.resource, () => act(source, permit, call, lifecycleOf(permit.resource))),
    history: (permit, id, at) => history(source, permit, id, at),
    forgetTotals: (resource) => source.totals.forget(resource),
    lifecycleOf,
  }
  made.set(context.database, records)
  return records
}
