import { join } from 'node:path'
import { pino } from 'pino'
import { backupToFile } from '../backup/write.ts'
import type { Config } from '../config.ts'
import { connect } from '../database/connect.ts'
import { migrate, migrationsFolder } from '../database/migrate.ts'
import { systemClock } from '../ports/clock.ts'
import { openFiles } from '../ports/open-files.ts'
import { loadSecretKeys } from '../secret-keys.ts'
import { CommandRefusal } from './command.ts'

/** `npm run db:backup -- <file>`: writes an archive of everything. Throws `CommandRefusal` without exactly one file. */
export async function run(words: readonly string[], config: Config): Promise<void> {
  const [path, ...more] = words
  if (path === undefined || path.startsWith('-') || more.length > 0) throw new CommandRefusal('Usage: npm run db:backup -- <file>')
  const log = pino({ level: config.logLevel }, pino.destination(2))
  const database = await connect(config, log)
  try {
    await migrate(database, migrationsFolder(config.root))
    const files = await openFiles(config)
    await backupToFile({ database, files, clock: systemClock, keys: await loadSecretKeys(config.dataDir), log }, path)
  } finally {
    await database.close()
  }
  process.stdout.write(
    `Backed up into ${path}. The keys in ${join(config.dataDir, 'keys')} are not in it: keep a copy of that folder in another place.\n`,
  )
}
