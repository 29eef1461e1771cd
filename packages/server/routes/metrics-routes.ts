/** Metrics of the running program in the text format of Prometheus. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import type { Context } from '../context.ts'
import { readVitals, type Vitals } from '../services/read-health.ts'
import { type PackHousekeeping, readBacklog } from '../session/housekeeping.ts'

/** Histogram buckets in seconds. The target for a list is at most 0.3. */
const buckets = [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10]

/**
 * Registers `GET /metrics` if `METRICS_TOKEN` is set. Callers send this token as a bearer token.
 * Requests are labelled by route, never by URL, and no metric contains personal data.
 */
export function metricsRoutes(
  app: FastifyInstance,
  context: Context,
  housekeeping: PackHousekeeping,
): void {
  const { metricsToken } = context.config
  if (metricsToken === undefined) return
  const loading = loadMetrics()
  app.addHook('onResponse', async (request, reply) => {
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none')
    const { durations } = await loading
    durations.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
  })
  app.get('/metrics', { config: { access: 'public' } }, async (request, reply) => {
    if (!hasToken(request, metricsToken))
      return reply.code(401).header('www-authenticate', 'Bearer').type('text/plain').send('')
    const facts = await readMetricFacts(context, housekeeping).catch((error: unknown) => {
      context.log.error({ err: error }, 'reading the metrics from the database failed')
      return null
    })
    const { registry, setGauges } = await loading
    setGauges(context, facts)
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

interface MetricFacts extends Vitals {
  /**
   * Number of expired rows that housekeeping has not removed yet, by table; null while the clock is
   * not trusted.
   */
  readonly backlog: ReadonlyMap<string, number> | null
}

async function readMetricFacts(
  context: Context,
  housekeeping: PackHousekeeping,
): Promise<MetricFacts> {
  const vitals = await readVitals(context)
  const { now, isTrusted } = vitals.time
  return {
    ...vitals,
    backlog: isTrusted ? await readBacklog(context.database.vitals, housekeeping, now) : null,
  }
}

function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))
}

/** Loads the metrics library on demand, because it would slow down startup. */
async function loadMetrics() {
  const { collectDefaultMetrics, Histogram, Gauge, Registry } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'matricola_http_request_duration_seconds',
    help: 'Responses by method, route and status. Live event streams count when they end.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  })
  return { registry, durations, setGauges: vitalGauges(registry, Gauge) }
}

/**
 * Creates gauges for the program's health, and returns a function that sets them. If `facts` is
 * null, gauges that need the database are left out.
 */
function vitalGauges(
  registry: Registry,
  Gauge: typeof import('prom-client').Gauge,
): (context: Context, facts: MetricFacts | null) => void {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `matricola_${name}`, help, labelNames, registers: [registry] })
  const databaseUp = gauge('database_up', 'Set to 1 while the database responds.')
  const connections = gauge(
    'database_connections',
    'Connections to PostgreSQL, and requests that wait for a connection.',
    ['state'],
  )
  const queues = gauge('queue_entries', 'Entries in the queues of emails, jobs and images.', [
    'queue',
    'state',
  ])
  const faulty = gauge('faulty_files', 'Stored files that are missing or damaged.')
  const backup = gauge(
    'last_backup_timestamp_seconds',
    'When the last complete archive was stored and read back.',
  )
  const store = gauge('file_store_up', 'Set to 1 while the file store is available.')
  const trusted = gauge('clock_trusted', 'Set to 1 while the clock agrees with the database.')
  const backlog = gauge(
    'housekeeping_backlog_rows',
    'Expired rows that have not been removed, by table. The count stops at ten thousand.',
    ['table'],
  )
  const replicaUp = gauge(
    'replica_up',
    'Set to 1 while the replica is close enough to serve reads.',
  )
  const replicaLag = gauge(
    'replica_lag_seconds',
    'Seconds since the replica was last up to date with the database.',
  )
  const replicaAnswers = gauge(
    'replica_answered_statements',
    'Statements that the replica has executed since startup.',
  )
  const free = gauge(
    'disk_free_bytes',
    'Free space on the disk of DATA_DIR, measured every ten seconds.',
  )
  return ({ database, disk, files }, facts) => {
    databaseUp.set(facts ? 1 : 0)
    if (files.isUnreachable) store.set(files.isUnreachable() ? 0 : 1)
    else store.remove()
    const freeBytes = disk.freeBytes()
    if (freeBytes !== undefined) free.set(freeBytes)
    for (const [state, number] of Object.entries(database.connections?.() ?? {}))
      connections.set({ state }, number)
    queues.reset()
    backlog.reset()
    // A reset would set gauges without labels to 0, although their values are unknown.
    for (const metric of [faulty, backup, trusted, replicaUp, replicaLag, replicaAnswers])
      metric.remove()
    if (!facts) return
    const { queues: queueCounts } = facts
    for (const [table, rows] of facts.backlog ?? []) backlog.set({ table }, rows)
    queues.set({ queue: 'mails', state: 'waiting' }, queueCounts.mails_waiting)
    queues.set({ queue: 'mails', state: 'stuck' }, queueCounts.mails_stuck)
    queues.set({ queue: 'mails', state: 'given_up' }, queueCounts.mails_given_up)
    queues.set({ queue: 'jobs', state: 'waiting' }, queueCounts.jobs_waiting)
    queues.set({ queue: 'jobs', state: 'stuck' }, queueCounts.jobs_stuck)
    queues.set({ queue: 'jobs', state: 'given_up' }, queueCounts.jobs_given_up)
    queues.set({ queue: 'pictures', state: 'waiting' }, queueCounts.pictures_waiting)
    faulty.set(facts.faultyFiles)
    trusted.set(facts.time.isTrusted ? 1 : 0)
    if (facts.replica) {
      replicaUp.set(facts.replica.state === 'following' ? 1 : 0)
      replicaAnswers.set(facts.replica.answered)
      if (facts.replica.lagMs !== null) replicaLag.set(facts.replica.lagMs / 1000)
    }
    if (queueCounts.last_backup !== null) backup.set(Date.parse(queueCounts.last_backup) / 1000)
  }
}
