import { entryNow } from '#model/former.ts'
import type { AnyResource } from '#model/resource.ts'
import { defaultPageSize, pageSizes } from '#model/vocabulary.ts'
import { store, useStored } from '#src/stored.ts'
import { knownIn } from './columns.ts'

export const densities = ['compact', 'default', 'comfortable'] as const
export type Density = (typeof densities)[number]

/** Preferences of one person for one list; kept in this browser. */
export interface Preferences {
  /** As `model/list-columns.ts` spells them. */
  readonly columns: readonly string[]
  readonly density: Density
  readonly pageSize: number
}

/** Raised when a stored shape can no longer be read; what is older is then forgotten. */
const version = 1
const keyOf = (personId: string, list: string) => `matricola.list.${personId}.${list}`

/** Reads what was stored; whatever is not as expected is as if nothing had been. */
export function parsePreferences(
  text: string | null,
  columns: readonly string[],
  known: readonly string[],
  now: (entry: string) => string = (entry) => entry,
): Preferences {
  const fallback: Preferences = { columns, density: 'default', pageSize: defaultPageSize }
  try {
    const held = JSON.parse(text ?? 'null') as { version?: unknown } & Partial<Preferences> // every part is checked below
    if (held?.version !== version) return fallback
    const kept = Array.isArray(held.columns) ? knownIn(held.columns.filter((entry) => typeof entry === 'string').map(now), known) : []
    return {
      columns: kept.length > 0 ? kept : columns,
      density: densities.find((density) => density === held.density) ?? fallback.density,
      pageSize: pageSizes.find((size) => size === held.pageSize) ?? fallback.pageSize,
    }
  } catch {
    return fallback
  }
}

/** A person's preferences for a list, and how to change them. `known` are the columns that the person may see. */
export function usePreferences(personId: string, list: AnyResource, columns: readonly string[], known: readonly string[]) {
  const key = keyOf(personId, list.name)
  const text = useStored(key)
  const preferences = parsePreferences(text, columns, known, (entry) => entryNow(list, entry))
  const prefer = (part: Partial<Preferences>) => {
    store(key, JSON.stringify({ version, ...preferences, ...part }))
  }
  return [preferences, prefer] as const
}
