import { entryNow } from '#model/former-names.ts'
import type { AnyResource } from '#model/resource.ts'
import { defaultPageSize, pageSizes } from '#model/vocabulary.ts'
import type { WireUser } from '#model/wire/wire.ts'
import { store, useStored } from '#src/stored.ts'
import { knownIn } from './columns.ts'

export const densities = ['compact', 'default', 'comfortable'] as const
export type Density = (typeof densities)[number]

/** Preferences of a user for a list; stored in this browser. */
export interface Preferences {
  /** In the format of `model/wire/list-columns.ts`. */
  readonly columns: readonly string[]
  readonly density: Density
  readonly pageSize: number
}

/** Increase it when the stored format changes incompatibly. Values of other versions are discarded. */
const version = 1
const keyOf = (personId: string, list: string) => `matricola.list.${personId}.${list}`

/** Defaults for users who have not chosen anything. */
export type Usual = Omit<Preferences, 'density'>

/** Parses stored preferences. Invalid parts are replaced by defaults. */
export function parsePreferences(
  text: string | null,
  usual: Usual,
  known: readonly string[],
  now: (entry: string) => string = (entry) => entry,
): Preferences {
  return { density: 'default', ...usual, ...chosenIn(text, known, now) }
}

function chosenIn(text: string | null, known: readonly string[], now: (entry: string) => string): Partial<Preferences> {
  try {
    const held = JSON.parse(text ?? 'null') as { version?: unknown } & Partial<Preferences> // every part is checked below
    if (held?.version !== version) return {}
    const columns = Array.isArray(held.columns) ? knownIn(held.columns.filter((entry) => typeof entry === 'string').map(now), known) : []
    const density = densities.find((density) => density === held.density)
    const pageSize = pageSizes.find((size) => size === held.pageSize)
    return { ...(columns.length > 0 && { columns }), ...(density && { density }), ...(pageSize && { pageSize }) }
  } catch {
    return {}
  }
}

/** Returns a user's preferences for a list and a function to change them. `known` are the columns that the user may see. */
export function usePreferences(
  { id, listPageSize = defaultPageSize }: WireUser,
  list: AnyResource,
  columns: readonly string[],
  known: readonly string[],
) {
  const key = keyOf(id, list.name)
  const text = useStored(key)
  const now = (entry: string) => entryNow(list, entry)
  const preferences = parsePreferences(text, { columns, pageSize: listPageSize }, known, now)
  /** Stores only what the user has chosen, so that the other preferences follow the university's defaults. */
  const prefer = (part: Partial<Preferences>) => {
    store(key, JSON.stringify({ version, ...chosenIn(text, known, now), ...part }))
  }
  return [preferences, prefer] as const
}
