import type { FastifyInstance } from 'fastify'
import { confirmClock as confirmClockCall } from '#model/calls/health.ts'
import type { WireHealth } from '#model/wire/wire.ts'
import type { Context } from '#server/engine/context.ts'
import { isDamage } from '#server/engine/database/damage.ts'
import { appliedVersions, firstPack, knownVersions } from '#server/engine/database/migrate.ts'
import { proveWritable } from '#server/engine/database/probe.ts'
import type { FindCaller } from '#server/engine/http/caller-hook.ts'
import { ok } from '#server/engine/http/envelope.ts'
import { serve } from '#server/engine/http/serve.ts'
import { healthOf, readVitals, type Vitals } from '#server/engine/services/read-health.ts'
import { confirmClock } from '#server/engine/session/trusted-clock.ts'

/** How long the result of a write test is cached. Anyone may call this, and each test is a write. */
const believedMs = 1000

/**
 * `/healthz`: the process is running. `/readyz`: the database also accepts writes and has the tables of this version, else 503. Its
 * status is `degraded` if something needs an administrator, and `damaged` if the database has found corrupted pages. Details are
 * returned only to signed-in administrators.
 */
export function healthRoutes(app: FastifyInstance, context: Context, findCaller: FindCaller): void {
  const { log } = context
  const proved = believing(proofOf(context))
  app.get('/healthz', { config: { access: 'public' } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config: { access: 'public' } }, async (request, reply) => {
    try {
      const { migration, ...vitals } = await proved()
      const health: WireHealth = { ...healthOf(context, vitals), migration }
      // An expired session counts as not signed in: a monitor must get a response whatever cookies it sends.
      const caller = await findCaller(request).catch(() => null)
      return caller?.role === 'admin' ? health : { status: health.status }
    } catch (error) {
      log.error({ err: error }, 'the database is not ready')
      return reply
        .code(503)
        .header('retry-after', '5')
        .send({ status: isDamage(error) ? 'damaged' : 'unavailable' })
    }
  })
  serve(app, confirmClockCall, async ({ caller, input }) => {
    await confirmClock(context, caller, new Date(input.now))
    return ok({})
  })
}

/** Tests the database on a separate connection, so that work waiting for a lock does not make it look unavailable. */
function proofOf(context: Context): () => Promise<Vitals & { readonly migration: string }> {
  const { migrations, database, clock } = context
  const known = Object.entries(knownVersions(migrations))
  return async () => {
    await proveWritable(database.vitals, clock.now())
    const applied = await appliedVersions(database.vitals)
    for (const [pack, tag] of known) if (applied[pack] !== tag) throw new Error(`the migration ${tag} is not the last one applied`)
    return { ...(await readVitals(context)), migration: applied[firstPack] ?? '' }
  }
}

/** Caches the result of `prove` for a short time. Failures are not cached. */
function believing<T>(prove: () => Promise<T>): () => Promise<T> {
  let known: { readonly until: number; readonly proof: Promise<T> } | undefined
  return () => {
    if (known && performance.now() < known.until) return known.proof
    const proof = prove()
    const latest = { until: performance.now() + believedMs, proof }
    known = latest
    return proof.catch((error: unknown) => {
      if (known === latest) known = undefined
      throw error
    })
  }
}
