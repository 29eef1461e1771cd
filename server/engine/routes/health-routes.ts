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

/** Time for which a proof that the database takes writes is believed: anybody may ask, and each proof is a write. */
const believedMs = 1000

/**
 * `/healthz`: the process answers. `/readyz`: the database also takes writes and has the program's own tables, else 503;
 * `degraded` while something wants an admin's eye, `damaged` once the database has met damage in its own pages. A signed-in admin is told what.
 */
export function healthRoutes(app: FastifyInstance, context: Context, findCaller: FindCaller): void {
  const { log } = context
  const proved = believing(proofOf(context))
  app.get('/healthz', { config: { access: 'public' } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config: { access: 'public' } }, async (request, reply) => {
    try {
      const { migration, ...vitals } = await proved()
      const health: WireHealth = { ...healthOf(context, vitals), migration }
      // A session that is over makes nobody of its person, and no refusal: a monitor is to be answered whatever it sends.
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

/** Proves by a connection of its own: work that waits for a lock must not make a database look gone. */
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

/** As `prove`, asked at most once in a while; a failure is not believed. */
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
