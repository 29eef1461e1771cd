import type { Config } from '../../config.ts'
import { removeMarker } from '../../ports/file-store-marker.ts'
import { openFileStore } from '../../ports/open-file-store.ts'
import { CommandRefusal } from './command.ts'

/**
 * `npm run db:take-files`: detaches the file store from its database, so that another database can
 * use it. The next start or restore claims the store. Throws `CommandRefusal` for any argument.
 */
export async function run(args: readonly string[], config: Config): Promise<void> {
  if (args.length > 0) throw new CommandRefusal('Usage: npm run db:take-files')
  await removeMarker(await openFileStore(config))
  process.stdout.write(
    'The next database that is started or restored with these settings owns the files. Do not use the previous database with them again.\n',
  )
}
