import { buildEmbeddedWorker } from './embedded-worker.ts'

/** Runs once before the tests that need a database. */
export async function setup(): Promise<void> {
  await buildEmbeddedWorker()
}
