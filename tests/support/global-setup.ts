import { prepareEmbedded } from './databases.ts'

/** Runs once before the tests that need a database. */
export async function setup(): Promise<void> {
  await prepareEmbedded()
}
