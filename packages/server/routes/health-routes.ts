import { confirmClock as confirmClockCall } from '@matricola/schema/calls/health.ts'
import type { WireHealth } from '@matricola/schema/wire/wire.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { isDataCorruption } from '../database/corruption.ts'
import { appliedSchemaVersions } from '../database/migrate.ts'
import { firstPackOf, knownSchemaVersions } from '../database/migrations.ts'
import { assertWritable } from '../database/probe.ts'
import type { FindCaller } from '../http/caller-hook.ts'
import { ok } from '../http/envelope.ts'
import { registerCall } from '../http/register-call.ts'
import { readVitals, toHealth, type Vitals } from '../services/read-health.ts'
import { trustClock } from '../session/trusted-clock.ts'

/**
 * How long the result of a write test is cached. Anyone may call this, and each test is a write.
 */
const cachedMs = 1000

/**
 * `/healthz`: the process is running. `/readyz`: the database also accepts writes and has the
 * tables of this version, else 503. Its status is `degraded` if something needs an administrator,
 * and `damaged` if the database has found corrupted pages. Details are returned only to signed-in
 * administrators.
 */
export function healthRoutes(app: FastifyInstance, context: Context, findCaller: FindCaller): void {
  const { log, registry } = context
  const readProof = cachedProof(createDatabaseProof(context))
  app.get('/healthz', { config: { access: 'public' } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config: { access: 'public' } }, async (request, reply) => {
    try {
      const { migration, ...vitals } = await readProof()
      const health: WireHealth = { ...toHealth(context, vitals), migration }
      // An expired session counts as not signed in, because a monitor must get a response whatever
      // cookies it sends.
      const caller = await findCaller(request).catch(() => null)
      return caller?.role === registry.adminRole ? health : { status: health.status }
    } catch (error) {
      log.error({ err: error }, 'the database is not ready')
      return reply
        .code(503)
        .header('retry-after', '5')
        .send({ status: isDataCorruption(error) ? 'damaged' : 'unavailable' })
    }
  })
  registerCall(app, confirmClockCall, async ({ caller, input }) => {
    await trustClock(context, caller, new Date(input.now))
    return ok({})
  })
}

/**
 * Tests the database on a separate connection, so that work waiting for a lock does not make it
 * look unavailable.
 */
function createDatabaseProof(
  context: Context,
): () => Promise<Vitals & { readonly migration: string }> {
  const { migrations, database, clock } = context
  const knownVersions = Object.entries(knownSchemaVersions(migrations))
  return async () => {
    await assertWritable(database.vitals, clock.now())
    const applied = await appliedSchemaVersions(database.vitals, migrations)
    for (const [pack, tag] of knownVersions)
      if (applied[pack] !== tag) throw new Error(`the migration ${tag} is not the last one applied`)
    return { ...(await readVitals(context)), migration: applied[firstPackOf(migrations)] ?? '' }
  }
}

/** Caches the result of `prove` for a short time. Failures are not cached. */
function cachedProof<T>(createProof: () => Promise<T>): () => Promise<T> {
  let cached: { readonly until: number; readonly proof: Promise<T> } | undefined
  return () => {
    if (cached && performance.now() < cached.until) return cached.proof
    const proof = createProof()
    const latest = { until: performance.now() + cachedMs, proof }
    cached = latest
    return proof.catch((error: unknown) => {
      if (cached === latest) cached = undefined
      throw error
    })
  }
}
