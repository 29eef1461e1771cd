import { pino } from 'pino'
import { type RestoreReport, restoreBackup } from '../../backup/restore.ts'
import type { Config } from '../../config.ts'
import { connect } from '../../database/connect.ts'
import { withLongTimeout } from '../../database/database.ts'
import { systemClock } from '../../ports/clock.ts'
import { openFileStore } from '../../ports/open-file-store.ts'
import { readSecretKeys } from '../../secret-keys.ts'
import type { ServerApp } from '../server-app.ts'
import { CommandRefusal } from './command.ts'

/**
 * `npm run db:restore -- <file> [--force]`: replaces all data with that of an archive. Throws
 * `CommandRefusal` unless there is exactly one file.
 */
export async function run(args: readonly string[], config: Config, app: ServerApp): Promise<void> {
  const paths = args.filter((arg) => arg !== '--force')
  const [path] = paths
  if (path === undefined || path.startsWith('-') || paths.length > 1)
    throw new CommandRefusal('Usage: npm run db:restore -- <file> [--force]')
  const log = pino({ level: config.logLevel }, pino.destination(2))
  const database = withLongTimeout(await connect(config, log, 'alone'))
  try {
    const files = await openFileStore(config)
    const target = {
      registry: app.registry,
      database,
      files,
      clock: systemClock,
      keys: await readSecretKeys(config.dataDir),
      config,
      migrations: app.readMigrations(config.root),
      log,
    }
    const report = await restoreBackup(path, target, {
      force: args.includes('--force'),
      erasures: app.packs.erasures,
    })
    process.stdout.write(`${linesOf(report).join('\n')}\n`)
  } finally {
    await database.close()
  }
}

function linesOf(report: RestoreReport): string[] {
  const {
    createdAt,
    tables,
    files,
    missingFiles,
    heldEmails,
    pausedJobs,
    previousBackup,
    reappliedErasures,
  } = report
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0)
  const lines = [
    `Restored ${rows} rows and ${files} files as of ${createdAt}. All users have to sign in again.`,
  ]
  if (missingFiles.length > 0)
    lines.push(`Not in the backup, because they were already missing: ${missingFiles.join(', ')}.`)
  if (heldEmails > 0) lines.push(`${heldEmails} unsent emails are kept and will not be sent.`)
  if (pausedJobs > 0)
    lines.push(`${pausedJobs} unfinished jobs are paused until a user resumes or stops them.`)
  if (previousBackup !== null) lines.push(`The replaced data was saved to ${previousBackup}.`)
  if (reappliedErasures > 0)
    lines.push(
      `The personal data of ${reappliedErasures} records, which had been erased after the backup, was erased again.`,
    )
  return lines
}
