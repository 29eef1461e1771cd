/** Databases without any tables, on the engines of the suite. */
import type { Database } from '@matricola/server/database/database.ts'
import { connectEmbedded } from '@matricola/server/database/embedded/embedded.ts'
import { connectPostgres } from '@matricola/server/database/postgres/postgres.ts'
import { createPostgresDatabase, embeddedWorker, silentLog, testPostgresUrl } from './databases.ts'

const open = {
  embedded: () => connectEmbedded({ directory: null, worker: embeddedWorker(), log: silentLog }),
  postgres: async () => {
    const { url, drop } = await createPostgresDatabase(testPostgresUrl ?? '')
    const database = await connectPostgres(url, silentLog, { max: 6 })
    return { ...database, close: () => database.close().then(drop) }
  },
} satisfies Record<Database['engine'], () => Promise<Database>>

/** The engine of this run, in the same form as `engines`. */
export const emptyEngines = (
  testPostgresUrl ? (['postgres'] as const) : (['embedded'] as const)
).map((engine) => ({
  engine,
  open: open[engine],
}))
