import { join } from 'node:path'
import { pino } from 'pino'
import { fingerprintIn } from '../backup/database-keys.ts'
import { backupToFile } from '../backup/write.ts'
import type { Config } from '../config.ts'
import { connect } from '../database/connect.ts'
import { hasTables } from '../database/migrate.ts'
import { systemClock } from '../ports/clock.ts'
import { openFiles } from '../ports/open-files.ts'
import { readSecretKeys } from '../secret-keys.ts'
import { CommandRefusal } from './command.ts'

/** `npm run db:backup -- <file>`: writes an archive of everything. Throws `CommandRefusal` without exactly one file. */
export async function run(words: readonly string[], config: Config): Promise<void> {
  const [path, ...more] = words
  if (path === undefined || path.startsWith('-') || more.length > 0) throw new CommandRefusal('Usage: npm run db:backup -- <file>')
  const log = pino({ level: config.logLevel }, pino.destination(2))
  const database = await connect(config, log)
  try {
    if (!(await hasTables(database)))
      throw new CommandRefusal(`The database is empty: there is nothing to back up. Is DATA_DIR right (${config.dataDir})?`)
    const files = await openFiles(config)
    // What the database says of its keys is enough: whoever has lost them saves the rest.
    const keys = (await fingerprintIn(database)) === null ? await readSecretKeys(config.dataDir) : null
    await backupToFile({ database, files, clock: systemClock, keys, config, log }, path)
  } finally {
    await database.close()
  }
  process.stdout.write(
    `Backed up into ${path}. The keys in ${join(config.dataDir, 'keys')} are not in it: keep a copy of that folder in another place.\n`,
  )
}
