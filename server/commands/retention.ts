import { retain } from '#server/admission/privacy/retention.ts'
import type { Config } from '../config.ts'
import { CommandRefusal } from './command.ts'
import { withContext } from './with-context.ts'

/** `npm run retention [-- --dry-run]`: what the program does every night. Throws `CommandRefusal` for any other word. */
export async function run(words: readonly string[], config: Config): Promise<void> {
  const isDryRun = words.includes('--dry-run')
  if (words.some((word) => word !== '--dry-run')) throw new CommandRefusal('Usage: npm run retention [-- --dry-run]')
  const { files, persons } = await withContext(config, (context) => retain(context, { isDryRun }))
  const would = isDryRun ? 'Would delete' : 'Deleted'
  const listed = (references: readonly string[]) => (references.length === 0 ? '' : `: ${references.join(', ')}`)
  process.stdout.write(`${would} the files of ${files.length} applications${listed(files)}.\n`)
  process.stdout.write(`${would} the personal data of ${persons.length} applications${listed(persons)}.\n`)
}
