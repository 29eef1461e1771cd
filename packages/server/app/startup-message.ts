import type { Config } from '../config.ts'

interface StartupResult {
  /** Name of the program. */
  readonly name: string
  readonly config: Config
  /** Lines that the packs add. */
  readonly notes: readonly string[]
  /**
   * Name of the first administrator's account, and the link to set its password; null if it has
   * one.
   */
  readonly adminName: string
  readonly adminLink: string | null
}

/** Returns the text that the operator sees once the program is ready. */
export function startupMessage({
  name,
  config,
  notes,
  adminName,
  adminLink,
}: StartupResult): string {
  const lines = [`${name} is running at ${config.publicOrigin}`]
  if (notes.length > 0) lines.push('', ...notes)
  if (adminLink)
    lines.push(
      '',
      `Nobody can sign in yet. Set the password of the account "${adminName}" here:`,
      '',
      `  ${adminLink}`,
    )
  lines.push('', 'Press Ctrl+C to stop.')
  return `\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n\n`
}
