import { entryNow } from '#model/former-names.ts'
import type { AnyResource } from '#model/resource.ts'
import { defaultPageSize, pageSizes } from '#model/vocabulary.ts'
import type { WireUser } from '#model/wire/wire.ts'
import { store, useStored } from '#src/stored.ts'
import { knownIn } from './columns.ts'

export const densities = ['compact', 'default', 'comfortable'] as const
export type Density = (typeof densities)[number]

/** Preferences of one person for one list; kept in this browser. */
export interface Preferences {
  /** As `model/wire/list-columns.ts` spells them. */
  readonly columns: readonly string[]
  readonly density: Density
  readonly pageSize: number
}

/** Raised when a stored shape can no longer be read; what is older is then forgotten. */
const version = 1
const keyOf = (personId: string, list: string) => `matricola.list.${personId}.${list}`

/** Look of a list for people who have chosen nothing. */
export type Usual = Omit<Preferences, 'density'>

/** Reads what was chosen; whatever is not as expected is as if nothing had been. */
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

/** A person's preferences for a list, and how to change them. `known` are the columns that the person may see. */
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
  /** Keeps what is chosen and no more: the rest goes on as the university has it. */
  const prefer = (part: Partial<Preferences>) => {
    store(key, JSON.stringify({ version, ...chosenIn(text, known, now), ...part }))
  }
  return [preferences, prefer] as const
}
