import type { FastifyInstance } from 'fastify'
import type { Context } from '#server/context.ts'
import { migrationsFolder, readMigrations, schemaVersion } from '#server/database/migrate.ts'
import { proveWritable } from '#server/database/probe.ts'

/** How long a proof that the database takes writes is believed: anybody may ask, and each proof is a write. */
const believedMs = 1000

/** `/healthz`: the process answers. `/readyz`: the database also takes writes and has the program's own tables, else 503; `degraded` while the disk fills up. */
export function healthRoutes(app: FastifyInstance, { config, database, disk, clock, log }: Context): void {
  const newest = readMigrations(migrationsFolder(config.root)).at(-1)?.tag
  let known: { readonly until: number; readonly proof: Promise<void> } | undefined
  async function prove(): Promise<void> {
    await proveWritable(database, clock.now())
    if ((await schemaVersion(database)) !== newest) throw new Error(`the migration ${newest} is not the last one applied`)
  }
  function proved(): Promise<void> {
    if (known && performance.now() < known.until) return known.proof
    const proof = prove()
    const latest = { until: performance.now() + believedMs, proof }
    known = latest
    return proof.catch((error: unknown) => {
      if (known === latest) known = undefined
      throw error
    })
  }
  app.get('/healthz', { config: { access: 'public' } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config: { access: 'public' } }, async (_, reply) => {
    try {
      await proved()
      return { status: disk.level() === 'ample' ? 'ready' : 'degraded' }
    } catch (error) {
      log.error({ err: error }, 'the database is not ready')
      return reply.code(503).header('retry-after', '5').send({ status: 'unavailable' })
    }
  })
}
