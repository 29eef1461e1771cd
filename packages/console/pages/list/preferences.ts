import { currentEntry } from '@matricola/schema/former-names.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { defaultPageSize, pageSizes } from '@matricola/schema/vocabulary.ts'
import type { WireUser } from '@matricola/schema/wire/wire.ts'
import { storeValue, useStoredValue } from '../../local-storage.ts'
import { keepKnownColumns } from './columns.ts'

export const densities = ['compact', 'default', 'comfortable'] as const
export type Density = (typeof densities)[number]

/** Preferences of a user for a list; stored in this browser. */
export interface Preferences {
  /** In the format of `packages/schema/wire/list-columns.ts`. */
  readonly columns: readonly string[]
  readonly density: Density
  readonly pageSize: number
}

/**
 * Increase it when the stored format changes incompatibly. Values of other versions are discarded.
 */
const version = 1
const keyOf = (userId: string, list: string) => `matricola.list.${userId}.${list}`

/** Defaults for users who have not chosen anything. */
export type DefaultPreferences = Omit<Preferences, 'density'>

/** Parses stored preferences. Invalid parts are replaced by defaults. */
export function parsePreferences(
  text: string | null,
  defaults: DefaultPreferences,
  known: readonly string[],
  toCurrentEntry: (entry: string) => string = (entry) => entry,
): Preferences {
  return { density: 'default', ...defaults, ...parseChosenPreferences(text, known, toCurrentEntry) }
}

function parseChosenPreferences(
  text: string | null,
  known: readonly string[],
  toCurrentEntry: (entry: string) => string,
): Partial<Preferences> {
  try {
    // Every part is checked below.
    const parsed = JSON.parse(text ?? 'null') as { version?: unknown } & Partial<Preferences>
    if (parsed?.version !== version) return {}
    const columns = Array.isArray(parsed.columns)
      ? keepKnownColumns(
          parsed.columns.filter((entry) => typeof entry === 'string').map(toCurrentEntry),
          known,
        )
      : []
    const density = densities.find((density) => density === parsed.density)
    const pageSize = pageSizes.find((size) => size === parsed.pageSize)
    return {
      ...(columns.length > 0 && { columns }),
      ...(density && { density }),
      ...(pageSize && { pageSize }),
    }
  } catch {
    return {}
  }
}

/**
 * Returns a user's preferences for a list and a function to change them. `known` are the columns
 * that the user may see.
 */
export function usePreferences(
  { id, listPageSize = defaultPageSize }: WireUser,
  list: AnyResource,
  columns: readonly string[],
  known: readonly string[],
) {
  const key = keyOf(id, list.name)
  const text = useStoredValue(key)
  const toCurrentEntry = (entry: string) => currentEntry(list, entry)
  const preferences = parsePreferences(
    text,
    { columns, pageSize: listPageSize },
    known,
    toCurrentEntry,
  )
  /**
   * Stores only what the user has chosen, so that the other preferences follow the university's
   * defaults.
   */
  const setPreferences = (patch: Partial<Preferences>) => {
    storeValue(
      key,
      JSON.stringify({ version, ...parseChosenPreferences(text, known, toCurrentEntry), ...patch }),
    )
  }
  return [preferences, setPreferences] as const
}
