import { dropLeftoverDatabases } from './databases.ts'

/** Runs once before the tests that need a database. */
export function setup(): void {
  // Identical for all projects of this process, but different for a test run that a test starts.
  process.env.TEST_RUN = `${process.pid}_${Math.trunc(performance.timeOrigin)}`
}

/** Runs once after all tests. */
export const teardown = dropLeftoverDatabases
