import { dropLeftoverDatabases } from '@matricola/testing/databases.ts'
import { prepareEmbeddedTemplate } from './databases.ts'

/** Runs once before the tests that need a database, so that parallel test files do not each build the shared template. */
export async function setup(): Promise<void> {
  // Identical for all projects of this process, but different for a test run that a test starts.
  process.env.TEST_RUN = `${process.pid}_${Math.trunc(performance.timeOrigin)}`
  await prepareEmbeddedTemplate()
}

/** Runs once after all tests. */
export const teardown = dropLeftoverDatabases
