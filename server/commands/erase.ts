import { AppError } from '@matricola/schema/wire/errors.ts'
import { CommandRefusal } from '@matricola/server/app/commands/command.ts'
import { withContext } from '@matricola/server/app/commands/with-context.ts'
import type { ServerApp } from '@matricola/server/app/server-app.ts'
import type { Config } from '@matricola/server/config.ts'
import {
  eraseByReference,
  getApplicationByReference,
} from '#server/admission/privacy/erase-by-reference.ts'

/**
 * `npm run erase -- <reference> [--dry-run]`: erases files and personal data of an application.
 * Throws `CommandRefusal`.
 */
export async function run(args: readonly string[], config: Config, app: ServerApp): Promise<void> {
  const isDryRun = args.includes('--dry-run')
  const [reference, ...rest] = args.filter((arg) => arg !== '--dry-run')
  if (reference === undefined || reference.startsWith('-') || rest.length > 0)
    throw new CommandRefusal('Usage: npm run erase -- <reference> [--dry-run]')
  await withContext(app, config, async (context) => {
    try {
      const { studentId, files } = await getApplicationByReference(context.database, reference)
      const fileCount = isDryRun ? files : await eraseByReference(context, reference)
      const summary = `the personal data of ${reference} and ${fileCount} ${fileCount === 1 ? 'file' : 'files'}`
      process.stdout.write(
        isDryRun
          ? `Would remove ${summary}. Nothing was changed.\n`
          : `Removed ${summary}. Existing backups still contain them.\n`,
      )
      if (studentId !== null)
        process.stdout.write(
          'The applicant is enrolled. The student record is kept, without messages, appeals and requests.\n',
        )
    } catch (error) {
      throw toCommandRefusal(error, reference)
    }
  })
}

/** Turns expected errors into advice for the operator. Returns other errors unchanged. */
export function toCommandRefusal(error: unknown, reference: string): unknown {
  if (!(error instanceof AppError)) return error
  if (error.code === 'record.missing')
    return new CommandRefusal(`No application has the reference number ${reference}.`)
  if (error.code === 'transition.refused')
    return new CommandRefusal(
      `The application ${reference} is under review. Decline it first, or let the applicant withdraw it.`,
    )
  return error
}
