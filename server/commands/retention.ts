import { CommandRefusal } from '@matricola/server/app/commands/command.ts'
import { withContext } from '@matricola/server/app/commands/with-context.ts'
import type { ServerApp } from '@matricola/server/app/server-app.ts'
import type { Config } from '@matricola/server/config.ts'
import type { Context } from '@matricola/server/context.ts'
import { readClockState, storeTrustedTime } from '@matricola/server/session/trusted-clock.ts'
import { applyRetention, previewRetention } from '#server/admission/privacy/retention.ts'

const knownFlags = ['--dry-run', '--clock-is-right']

/**
 * `npm run retention [-- --dry-run]`: runs the nightly erasure now. Throws `CommandRefusal` for
 * unknown arguments, and if the clock disagrees with the database, unless `--clock-is-right` is
 * given.
 */
export async function run(args: readonly string[], config: Config, app: ServerApp): Promise<void> {
  if (args.some((arg) => !knownFlags.includes(arg)))
    throw new CommandRefusal('Usage: npm run retention [-- --dry-run] [--clock-is-right]')
  const isDryRun = args.includes('--dry-run')
  const { files, persons, bankLines } = await withContext(app, config, async (context) => {
    if (isDryRun) return previewRetention(context, context.clock.now())
    await assertTrustedClock(context, args.includes('--clock-is-right'))
    const report = await applyRetention(context)
    if (report === null)
      throw new CommandRefusal('The clock changed during the run. Nothing was deleted.')
    return report
  })
  const verb = isDryRun ? 'Would delete' : 'Deleted'
  const listReferences = (references: readonly string[]) =>
    references.length === 0 ? '' : `: ${references.join(', ')}`
  process.stdout.write(
    `${verb} the files of ${files.length} applications${listReferences(files)}.\n`,
  )
  process.stdout.write(
    `${verb} the personal data of ${persons.length} applications${listReferences(persons)}.\n`,
  )
  process.stdout.write(`${verb} payer and details of ${bankLines} bank lines.\n`)
}

async function assertTrustedClock(context: Context, isClockConfirmed: boolean): Promise<void> {
  const { now, known: knownTime, isTrusted } = await readClockState(context)
  if (isTrusted) return
  if (!isClockConfirmed)
    throw new CommandRefusal(
      `The clock shows ${now.toISOString()}, but the newest time in the database is ${knownTime.toISOString()}. ` +
        'Nothing was deleted. If the clock is correct, add --clock-is-right.',
    )
  await storeTrustedTime(context, now, null)
}
