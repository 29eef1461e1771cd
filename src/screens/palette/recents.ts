/** A recently chosen entry of a user's palette. Kept in this tab only, so that later users of the browser see no names. */
export interface Recent {
  readonly path: string
  readonly label: string
  readonly detail?: string
}

const mostRecents = 5
const keyOf = (personId: string) => `matricola.palette.${personId}`

/** The last choices, newest first. */
export function recents(personId: string): Recent[] {
  try {
    const held: unknown = JSON.parse(sessionStorage.getItem(keyOf(personId)) ?? '[]')
    return Array.isArray(held) ? held.filter(isRecent) : []
  } catch {
    return []
  }
}

const isRecent = (value: unknown): value is Recent =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  'label' in value &&
  typeof value.path === 'string' &&
  typeof value.label === 'string'

export function rememberRecent(personId: string, { path, label, detail }: Recent) {
  const kept = [{ path, label, ...(detail !== undefined && { detail }) }, ...recents(personId).filter((recent) => recent.path !== path)]
  try {
    sessionStorage.setItem(keyOf(personId), JSON.stringify(kept.slice(0, mostRecents)))
  } catch {
    // Storage is not available, so there are no recent choices.
  }
}
