import type { FastifyInstance } from 'fastify'
import type { Context } from '#server/context.ts'
import { migrationsFolder, readMigrations, schemaVersion } from '#server/database/migrate.ts'
import { proveWritable } from '#server/database/probe.ts'

/** `/healthz`: the process answers. `/readyz`: the database also takes writes and has the program's own tables, else 503; `degraded` while the disk fills up. */
export function healthRoutes(app: FastifyInstance, { config, database, disk, clock, log }: Context): void {
  const newest = readMigrations(migrationsFolder(config.root)).at(-1)?.tag
  app.get('/healthz', { config: { access: 'public' } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config: { access: 'public' } }, async (_, reply) => {
    try {
      await proveWritable(database, clock.now())
      if ((await schemaVersion(database)) !== newest) throw new Error(`the migration ${newest} is not the last one applied`)
      return { status: disk.level() === 'ample' ? 'ready' : 'degraded' }
    } catch (error) {
      log.error({ err: error }, 'the database is not ready')
      return reply.code(503).header('retry-after', '5').send({ status: 'unavailable' })
    }
  })
}
