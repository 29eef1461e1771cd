import { prepareEmbedded } from './databases.ts'

/** Runs once before the tests that need a database: what they all start from is made here, not by each of them at once. */
export async function setup(): Promise<void> {
  await prepareEmbedded()
}
