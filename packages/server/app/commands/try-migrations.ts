import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Config } from '../../config.ts'
import { connect } from '../../database/connect.ts'
import { wasNotShutDown } from '../../database/embedded/directory.ts'
import { migrate, pendingMigrations } from '../../database/migrate.ts'
import { copyDatabase } from '../../database/postgres/copy.ts'
import type { ServerApp } from '../server-app.ts'
import { CommandRefusal } from './command.ts'

/**
 * `npm run db:try`: applies pending migrations to a copy of the database and then removes the copy.
 * Throws `CommandRefusal` and `DatabaseRefusal`.
 */
export async function run(_args: readonly string[], config: Config, app: ServerApp): Promise<void> {
  const copy =
    config.databaseUrl === undefined
      ? folderCopy(config)
      : await serverCopy(config, config.databaseUrl)
  try {
    const database = await connect(copy.config, pino({ level: 'silent' }))
    try {
      const migrations = app.readMigrations(config.root)
      const pending = await pendingMigrations(database, migrations)
      const begin = Date.now()
      await migrate(database, migrations)
      const seconds = ((Date.now() - begin) / 1000).toFixed(1)
      process.stdout.write(
        pending.length === 0
          ? 'The database has no pending migrations. Nothing was tried.\n'
          : `Applied to a copy of the data in ${seconds} s: ${pending.join(', ')}.\n`,
      )
    } finally {
      await database.close()
    }
  } finally {
    await copy.remove()
  }
}

interface Copy {
  readonly config: Config
  remove(): Promise<void> | void
}

function folderCopy(config: Config): Copy {
  const directory = join(config.dataDir, 'database')
  if (!existsSync(directory))
    throw new CommandRefusal(`DATA_DIR ${config.dataDir} contains no database to copy.`)
  if (wasNotShutDown(directory))
    throw new CommandRefusal(
      `The program is running on DATA_DIR ${config.dataDir}, or was killed. Shut it down properly, or use a copy of the folder.`,
    )
  const dataDir = mkdtempSync(join(tmpdir(), 'matricola-try-'))
  cpSync(directory, join(dataDir, 'database'), { recursive: true })
  return {
    config: { ...config, dataDir },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

/** Copies the database on a direct connection: a connection pooler does not know the copy. */
async function serverCopy({ databaseDirectUrl, ...config }: Config, url: string): Promise<Copy> {
  const { databaseUrl, remove } = await copyDatabase(databaseDirectUrl ?? url)
  return { config: { ...config, databaseUrl }, remove }
}
