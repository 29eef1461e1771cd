import { startDemoDocuments } from '#demo/draw-documents.ts'
import type { Context } from '#server/engine/context.ts'
import { decodersAtOnce } from '#server/engine/images/encoder.ts'
import { startJobs } from '#server/engine/jobs/runner.ts'
import { startOutbox } from '#server/engine/mail/outbox.ts'
import { startFileWatch } from '#server/engine/ports/marked-files.ts'
import { startRepeating } from '#server/engine/repeating.ts'
import { startPreparing } from '#server/engine/services/prepare-files.ts'
import { startHousekeeping } from '#server/engine/session/housekeeping.ts'
import { watchClock } from '#server/engine/session/trusted-clock.ts'
import { joined } from './packs/index.ts'

/**
 * Starts all background work, in the order in which it is stopped. Each worker waits for an event and also polls, at most every
 * half minute, so that an idle database stays idle.
 */
export async function startWorkers(context: Context): Promise<{ stop(): Promise<void> }[]> {
  const outbox = startOutbox(context, joined.mails(context))
  const jobs = await startJobs(context)
  const preparing = await startPreparing(context, { noteUnreadable: joined.noteUnreadable, lanes: decodersAtOnce })
  const housekeeping = startHousekeeping(context, joined.upkeep)
  const clockWatch = startRepeating(context, { work: watchClock(), failure: 'the clock could not be compared with the database' })
  const fileWatch = startFileWatch(context.files)
  const drawing = context.config.demo ? [startDemoDocuments(context)] : []
  return [jobs, preparing, outbox, housekeeping, ...joined.start(context), clockWatch, fileWatch, ...drawing]
}
