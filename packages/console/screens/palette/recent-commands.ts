/**
 * An entry that the user recently chose in the command palette. Kept only in this tab, so that
 * later users of the browser see no names.
 */
export interface RecentCommand {
  readonly path: string
  readonly label: string
  readonly detail?: string
}

const maxRecents = 5
const keyOf = (userId: string) => `matricola.palette.${userId}`

/** The most recently chosen entries, newest first. */
export function recentCommands(userId: string): RecentCommand[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecentCommand) : []
  } catch {
    return []
  }
}

const isRecentCommand = (value: unknown): value is RecentCommand =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  'label' in value &&
  typeof value.path === 'string' &&
  typeof value.label === 'string'

export function addRecentCommand(userId: string, { path, label, detail }: RecentCommand) {
  const commands = [
    { path, label, ...(detail !== undefined && { detail }) },
    ...recentCommands(userId).filter((recent) => recent.path !== path),
  ]
  try {
    sessionStorage.setItem(keyOf(userId), JSON.stringify(commands.slice(0, maxRecents)))
  } catch {
    // Storage is not available, so there are no recent entries.
  }
}
