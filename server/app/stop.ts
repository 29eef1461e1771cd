import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#model/wire/errors.ts'
import type { Context } from '#server/engine/context.ts'
import { noteEvent } from '#server/engine/session/events.ts'

interface Running {
  readonly app: FastifyInstance
  readonly context: Context
  /** Work that runs beside the answers: the outbox, the housekeeping, the reminders. */
  readonly workers: readonly { stop(): Promise<void> }[]
}

const stopTimes = {
  /** Time for a balancer to notice that this process takes no more, before it stops listening. */
  noticeMs: 5_000,
  /** Time for a request under way to arrive: with the notice less than the ten seconds after which Docker kills. */
  arrivalMs: 3_000,
  /** Time for answers under way. */
  answersMs: 25_000,
  /** When everything must be over. */
  deadlineMs: 35_000,
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())

/**
 * Answers how to stop the program (S-22.4): not ready any more, no new connections, answers under way are finished,
 * the workers and the database are stopped. Call it before the application listens.
 */
export function prepareStop({ app, context, workers }: Running, times = stopTimes): () => Promise<void> {
  let isStopping = false
  let isClosing = false
  const arrivals = watchArrivals(app)
  app.addHook('onRequest', async (request, reply) => {
    if (isStopping && request.url === '/readyz') return reply.code(503).send({ status: 'stopping' })
    if (isClosing) throw new AppError('server.busy')
  })
  // A client that was answered would else keep the connection, and the stop with it, for another ten seconds.
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
  return async () => {
    isStopping = true
    const late = setTimeout(() => process.exit(1), times.deadlineMs).unref()
    // Only proxies that we were told of ask whether we are ready.
    if (context.config.trustProxy.length > 0) await wait(times.noticeMs)
    isClosing = true
    void wait(times.arrivalMs).then(() => arrivals.cutOff())
    await Promise.race([app.close(), wait(times.answersMs).then(() => app.server.closeAllConnections())])
    for (const worker of workers) await worker.stop()
    await noteEvent(context, { kind: 'stopped' })
    await context.database.close()
    clearTimeout(late)
  }
}

/** Watches which connections still speak. `cutOff` ends each that has not made its request in full: a slow upload, headers that never end. */
function watchArrivals(app: FastifyInstance): { cutOff(): void } {
  const sockets = new Set<Socket>()
  const requests = new Set<IncomingMessage>()
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.addHook('onRequest', async ({ raw }) => void requests.add(raw))
  app.addHook('onResponse', async ({ raw }) => void requests.delete(raw))
  return {
    cutOff() {
      const answered = new Set([...requests].filter(({ complete }) => complete).map(({ socket }) => socket))
      for (const socket of sockets) if (!answered.has(socket)) socket.destroy()
    },
  }
}
