import { AppError } from '#model/errors.ts'
import type { WireRecord } from '#model/wire.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { Permit } from '#server/engine/policy/permit.ts'
import { isDerivedTaken } from './derived-code.ts'
import type { Hooks, WriteEvent } from './hooks.ts'
import { complete, demandValid, draftNew, hasMore, isHeld, type NewRecord, prepared, withDerived } from './plan.ts'
import type { Source } from './source.ts'
import { write } from './write.ts'

/**
 * Stores a new record and answers it as the caller sees it. Throws `input.invalid` for refused input, `record.taken`
 * for a value that must be unique.
 */
export async function insert(source: Source, permit: Permit, given: NewRecord, hooks: Hooks | undefined): Promise<WireRecord> {
  const [plan] = await prepared(source, hooks, [draftNew(permit, given, hooks)])
  if (!plan || plan instanceof AppError) throw plan ?? new AppError('server.failed')
  const stored = async () => {
    const [event = plan] = await withDerived(source, [plan])
    if (!isHeld(hooks, event)) await demandValid(hooks, source.database, event)
    if (!hasMore(hooks, event) && !isHeld(hooks, event)) return storeInsert(source, source.database, event, hooks)
    return source.database.transaction(async (queries) => {
      if (isHeld(hooks, event)) await demandValid(hooks, queries, event)
      return storeInsert(source, queries, event, hooks)
    })
  }
  const created = await againWhile((error) => isDerivedTaken(error, permit.resource, plan.record), stored)
  source.totals.forget(permit.resource.name)
  return created
}

const attempts = 5

/** Does the work, and again a few times while it fails so that another try may succeed. Throws its first failure. */
async function againWhile<T>(isWorthIt: (error: unknown) => boolean, work: () => Promise<T>): Promise<T> {
  let first: unknown
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      first ??= error
      if (attempt === attempts || !isWorthIt(error)) throw first
    }
  }
}

/** Stores a planned record, with what belongs to its transaction. Throws as `insert`. */
export async function storeInsert(source: Source, queries: Queries, event: WriteEvent, hooks: Hooks | undefined): Promise<WireRecord> {
  const created = await write(source, queries, { event, reason: null })
  await complete(source, hooks, queries, [event])
  if (!created) throw new AppError('server.failed')
  return created
}
