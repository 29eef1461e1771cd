/** Work that belongs to the transaction of a write beside its statement. */
import type { FieldIssues } from '#model/wire.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { Hooks, WriteEvent } from './hooks.ts'
import type { Totals } from './totals.ts'

/** Tells whether anything belongs to the transaction of a write beside its statement. */
export const hasAfter = (hooks: Hooks | undefined) => hooks?.afterWrite !== undefined || hooks?.afterWrites !== undefined

/** Does what belongs to the transaction of a single write, and answers what is to be known of it. */
export async function afterOne(hooks: Hooks | undefined, queries: Queries, event: WriteEvent, totals: Totals): Promise<FieldIssues> {
  await hooks?.afterWrite?.(queries, event)
  const notes = await hooks?.afterWrites?.(queries, [event], (resource) => totals.forget(resource))
  return notes?.get(event.id) ?? {}
}
