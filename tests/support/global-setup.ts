import { randomUUID } from 'node:crypto'
import { dropKept, prepareEmbedded } from './databases.ts'

/** Runs once before the tests that need a database: what they all start from is made here, not by each of them at once. */
export async function setup(): Promise<void> {
  process.env.TEST_RUN ??= randomUUID().slice(0, 8)
  await prepareEmbedded()
}

/** Runs once after them. */
export const teardown = dropKept
