/**
 * Declared rules that apply to a write before the hooks of its resource: `stamps` and `restrict`.
 */
import { stampsOf } from '@matricola/schema/actions.ts'
import { related } from '@matricola/schema/registry.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { today } from '@matricola/schema/values/dates.ts'
import { accountResource } from '@matricola/schema/vocabulary.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import { permitForActor } from '../../policy/permit.ts'
import type { WriteDraft } from '../hooks.ts'
import { createListQuery } from '../reading/list-query.ts'
import { readFirstPage } from '../reading/page.ts'
import type { RecordSource } from '../source.ts'

/** Sets the stamped fields of a write: its time and its user. */
export function withStamps(draft: WriteDraft, now: Date): WriteDraft {
  const { permit, action, before, changed, record } = draft
  const stamps = Object.fromEntries(
    stampsOf(permit.resource, action).flatMap((name) => {
      const value = stampOf(name)
      // A new record can carry its own times, for example from an import.
      const hasValue = before === null && (record[name] ?? null) !== null
      return value === undefined || hasValue ? [] : [[name, value]]
    }),
  )
  return { ...draft, changed: { ...changed, ...stamps }, record: { ...record, ...stamps } }

  function stampOf(name: string): string | undefined {
    const spec = fieldOf(permit.resource, name)
    if (spec.type === 'dateTime') return now.toISOString()
    if (spec.type === 'date') return today(now)
    const { caller } = permit
    return (
      (spec.type === 'reference' && spec.to === accountResource ? caller?.id : caller?.personId) ??
      undefined
    )
  }
}

/**
 * Returns, for each write in order, the error that `restrict` declares if it deactivates a record
 * that others still depend on.
 */
export async function restrictErrors(
  source: RecordSource,
  drafts: readonly WriteDraft[],
): Promise<readonly (AppError | undefined)[]> {
  const refusals: (AppError | undefined)[] = []
  for (const draft of drafts) refusals.push(await findRestrictError(source, draft))
  return refusals
}

async function findRestrictError(
  source: RecordSource,
  { permit, before, changed }: WriteDraft,
): Promise<AppError | undefined> {
  if (!before || changed.isActive !== false) return undefined
  for (const [name, { field, where = {}, restrict }] of Object.entries(
    permit.resource.dependants ?? {},
  )) {
    if (!restrict) continue
    const dependant = related(permit.resource, name)
    const query = createListQuery(dependant, {
      filters: Object.entries({ ...where, [field]: before.id }),
      pageSize: 1,
    })
    const found = await readFirstPage(
      source,
      permitForActor(permit.actor, dependant, 'read'),
      query,
    )
    if (found.length > 0) return new AppError(restrict)
  }
  return undefined
}
