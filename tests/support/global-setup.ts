import { dropKept, prepareEmbedded } from './databases.ts'

/** Runs once before the tests that need a database: what they all start from is made here, not by each of them at once. */
export async function setup(): Promise<void> {
  // The same for every project of this process, another for a run that a test starts.
  process.env.TEST_RUN = `${process.pid}_${Math.trunc(performance.timeOrigin)}`
  await prepareEmbedded()
}

/** Runs once after them. */
export const teardown = dropKept
