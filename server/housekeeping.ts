import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '@matricola/server/environment.ts'
import type { PackHousekeeping } from '@matricola/server/session/housekeeping.ts'
import { raw, sqlTextOf } from '@matricola/server/sql/typed.ts'
import {
  deleteExpiredDraftContents,
  expiredDraftRetentionMs,
  isDraftFile,
} from '#server/admission/drafts/draft-lifetime.ts'
import { incomingFolder } from '#server/admission/submission/read-form.ts'

const hour = 3_600_000
const day = 24 * hour
/** How long to keep the temporary files of uploads that were interrupted by a crash. */
const incomingRetentionMs = hour
const draftsAtOnce = 500

export const universityHousekeeping: PackHousekeeping = {
  retention: [
    ['applicant_session', 'expires_at < $1', day],
    ['email_verification', 'created_at < $1', 30 * day],
    ['application_draft', 'saved_at < $1', expiredDraftRetentionMs],
    ['submission_key', 'sent_at < $1', expiredDraftRetentionMs],
    ['date_notice', 'finished_at < $1', 365 * day],
    ['notifications', 'sent_at < $1', 180 * day],
  ],
  isFileNeeded: (fileId) => sqlTextOf(isDraftFile(raw(fileId))),
  async clean(context, now) {
    await removeOldUploads(context)
    return await deleteExpiredDraftContents(context.database, now, draftsAtOnce)
  },
}

/**
 * Uses the system clock instead of the application's clock, because the file system's timestamps
 * come from the system clock.
 */
async function removeOldUploads({ config }: Environment): Promise<void> {
  const folder = incomingFolder(config.dataDir)
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found && found.mtimeMs < Date.now() - incomingRetentionMs) await rm(path, { force: true })
  }
}
