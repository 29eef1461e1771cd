import type { FastifyInstance } from 'fastify'
import type { Context } from './context.ts'
import { noteEvent } from './session/events.ts'

interface Running {
  readonly app: FastifyInstance
  readonly context: Context
  /** What runs beside the answers: the outbox, the housekeeping, the reminders. */
  readonly workers: readonly { stop(): Promise<void> }[]
}

/** How long a balancer gets to notice that this process takes no more, before it stops listening. */
const noticeMs = 5_000
/** How long answers under way may take. */
const answersMs = 25_000
/** When everything must be over. */
const deadlineMs = 35_000

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())

/**
 * Answers how to stop the program (S-22.4): not ready any more, no new connections, answers under way are finished,
 * the workers and the database are stopped. Call it before the application listens.
 */
export function prepareStop({ app, context, workers }: Running): () => Promise<void> {
  let isStopping = false
  app.addHook('onRequest', async (request, reply) => {
    if (isStopping && request.url === '/readyz') await reply.code(503).send({ status: 'stopping' })
  })
  return async () => {
    isStopping = true
    setTimeout(() => process.exit(1), deadlineMs).unref()
    // Only proxies that we were told of ask whether we are ready.
    if (context.config.trustProxy.length > 0) await wait(noticeMs)
    await Promise.race([app.close(), wait(answersMs).then(() => app.server.closeAllConnections())])
    for (const worker of workers) await worker.stop()
    await noteEvent(context, { kind: 'stopped' })
    await context.database.close()
  }
}
