/** Databases without any tables, on the engines of the suite. */
import type { Database } from '#server/engine/database/database.ts'
import { connectEmbedded } from '#server/engine/database/embedded/embedded.ts'
import { connectPostgres } from '#server/engine/database/postgres/postgres.ts'
import { embeddedWorker, makePostgres, silent, testServer } from './databases.ts'

const open = {
  embedded: () => connectEmbedded({ directory: null, worker: embeddedWorker(), log: silent }),
  postgres: async () => {
    const { url, drop } = await makePostgres(testServer ?? '')
    const database = await connectPostgres(url, silent, { max: 6 })
    return { ...database, close: () => database.close().then(drop) }
  },
} satisfies Record<Database['engine'], () => Promise<Database>>

/** The engine of this run, in the same form as `engines`. */
export const emptyEngines = (testServer ? (['postgres'] as const) : (['embedded'] as const)).map((engine) => ({
  engine,
  open: open[engine],
}))
