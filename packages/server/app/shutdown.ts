import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { tryRecordSecurityEvent } from '../session/security-events.ts'

interface RunningServer {
  readonly server: FastifyInstance
  readonly context: Context
  /** Background work: outbox, housekeeping, reminders. */
  readonly workers: readonly { stop(): Promise<void> }[]
}

const shutdownTimes = {
  /**
   * Time for a load balancer to notice that this process is not ready, before it stops listening.
   */
  noticeMs: 5_000,
  /**
   * Time for open requests to arrive. Together with `noticeMs`, less than the 10 seconds after
   * which Docker kills the process.
   */
  arrivalMs: 3_000,
  /** Time for open responses to finish. */
  answersMs: 25_000,
  /** Time after which the process exits in any case. */
  deadlineMs: 35_000,
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())

/**
 * Returns a function that stops the program: it reports not ready, accepts no connections, finishes
 * open requests, and stops the workers and the database. Must be called before the server listens.
 */
export function createShutdown(
  { server, context, workers }: RunningServer,
  times = shutdownTimes,
): () => Promise<void> {
  let isStopping = false
  let isClosing = false
  const arrivals = watchArrivals(server)
  server.addHook('onRequest', async (request, reply) => {
    if (isStopping && request.url === '/readyz') return reply.code(503).send({ status: 'stopping' })
    if (isClosing) throw new AppError('server.busy')
  })
  // Otherwise clients with keep-alive would delay the stop by another 10 seconds.
  server.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
  return async () => {
    isStopping = true
    const forceExitTimer = setTimeout(() => process.exit(1), times.deadlineMs).unref()
    // Only a configured proxy checks readiness.
    if (context.config.trustProxy.length > 0) await wait(times.noticeMs)
    isClosing = true
    void wait(times.arrivalMs).then(() => arrivals.destroyIncomplete())
    await Promise.race([
      server.close(),
      wait(times.answersMs).then(() => server.server.closeAllConnections()),
    ])
    for (const worker of workers) await worker.stop()
    await tryRecordSecurityEvent(context, { kind: 'stopped' })
    await context.database.close()
    clearTimeout(forceExitTimer)
  }
}

/**
 * Watches connections. `destroyIncomplete` closes those without a complete request, such as slow
 * uploads and unfinished headers.
 */
function watchArrivals(server: FastifyInstance): { destroyIncomplete(): void } {
  const sockets = new Set<Socket>()
  const requests = new Set<IncomingMessage>()
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.addHook('onRequest', async ({ raw }) => void requests.add(raw))
  server.addHook('onResponse', async ({ raw }) => void requests.delete(raw))
  return {
    destroyIncomplete() {
      const completeSockets = new Set(
        [...requests].filter(({ complete }) => complete).map(({ socket }) => socket),
      )
      for (const socket of sockets) if (!completeSockets.has(socket)) socket.destroy()
    },
  }
}
