import type { Context } from '../context.ts'
import { maxDecoders } from '../images/encoder.ts'
import { startJobRunner } from '../jobs/runner.ts'
import { startOutbox } from '../mail/outbox.ts'
import { startFileStoreWatch } from '../ports/file-store-marker.ts'
import { startRepeating } from '../repeating.ts'
import { startPreparation } from '../services/prepare-files.ts'
import { startHousekeeping } from '../session/housekeeping.ts'
import { createClockWatch } from '../session/trusted-clock.ts'
import type { ServerApp } from './server-app.ts'

/**
 * Starts all background work, which is later stopped in the same order. Each worker waits for an
 * event and also polls, at most every half minute, so that an idle database stays idle.
 */
export async function startWorkers(
  { packs }: ServerApp,
  context: Context,
): Promise<{ stop(): Promise<void> }[]> {
  const outbox = startOutbox(context, packs.mails(context))
  const jobs = await startJobRunner(context)
  const preparing = await startPreparation(context, {
    noteUnreadable: packs.noteUnreadable,
    lanes: maxDecoders,
  })
  const housekeeping = startHousekeeping(context, packs.housekeeping)
  const clockWatch = startRepeating(context, {
    work: createClockWatch(),
    failure: 'the clock could not be compared with the database',
  })
  const fileWatch = startFileStoreWatch(context.files)
  return [jobs, preparing, outbox, housekeeping, ...packs.start(context), clockWatch, fileWatch]
}
