import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@matricola/schema/wire/errors.ts'
import { CommandRefusal } from '@matricola/server/app/commands/command.ts'
import { withContext } from '@matricola/server/app/commands/with-context.ts'
import type { ServerApp } from '@matricola/server/app/server-app.ts'
import type { Config } from '@matricola/server/config.ts'
import { readStored } from '@matricola/server/session/stored-files.ts'
import { exportPerson } from '#server/admission/privacy/export-person.ts'
import { toCommandRefusal } from './erase.ts'

/**
 * `npm run export-person -- <reference> [folder]`: writes everything stored about an application to
 * a new folder, as `data.json` and files. Throws `CommandRefusal`.
 */
export async function run(args: readonly string[], config: Config, app: ServerApp): Promise<void> {
  const [reference, folder = `export-${reference}`, ...rest] = args
  if (reference === undefined || args.some((arg) => arg.startsWith('-')) || rest.length > 0)
    throw new CommandRefusal('Usage: npm run export-person -- <reference> [folder]')
  await withContext(app, config, async (context) => {
    try {
      const { data, files } = await exportPerson(context, reference)
      await mkdir(folder, { mode: 0o700 }).catch(() => {
        throw new CommandRefusal(
          `The folder ${folder} could not be created. It must not exist yet.`,
        )
      })
      await writeFile(join(folder, 'data.json'), `${JSON.stringify(data, null, 2)}\n`, {
        mode: 0o600,
      })
      const missing: string[] = []
      const unprepared: string[] = []
      for (const file of files) {
        const bytes = await readStored(context, file).catch(classifyFileError)
        if (typeof bytes !== 'string')
          await writeFile(join(folder, file.name), bytes, { mode: 0o600 })
        else if (bytes === 'faulty') missing.push(file.name)
        else unprepared.push(file.name)
      }
      process.stdout.write(
        `Wrote data.json and ${files.length - missing.length - unprepared.length} files to ${folder}. The folder contains personal data. Send it by a secure channel.\n`,
      )
      if (unprepared.length > 0)
        process.stdout.write(
          `NOT included, because a running server has not prepared them yet or they cannot be read (\`state\` in data.json): ${unprepared.join(', ')}.\n`,
        )
      if (missing.length > 0)
        throw new CommandRefusal(
          `NOT included, because they are missing or damaged in the file store: ${missing.join(', ')}. Restore them from an older backup.`,
        )
    } catch (error) {
      throw toCommandRefusal(error, reference)
    }
  })
}

function classifyFileError(error: unknown): 'faulty' | 'unprepared' {
  if (error instanceof AppError && (error.code === 'file.missing' || error.code === 'file.damaged'))
    return 'faulty'
  if (
    error instanceof AppError &&
    (error.code === 'file.preparing' || error.code === 'file.unreadable')
  )
    return 'unprepared'
  throw error
}
