import type { FastifyInstance } from 'fastify'
import { type Logger, pino, stdSerializers, stdTimeFunctions } from 'pino'
import type { Config } from '#server/engine/config.ts'

/** Personal numbers, e-mail addresses and tokens, which no log line may hold (S-14.1). */
const secrets = /\b[1-9]\d{12}\b|[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+|(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])/g

/** A log line without personal numbers, addresses and tokens. */
export const scrub = (line: string) => line.replace(secrets, '[removed]')

/** An error as it is logged: the database's details quote whole rows, so they stay out. */
function loggedError(error: Error): object {
  const { detail: _detail, where: _where, internalQuery: _query, ...shown } = stdSerializers.err(error) as { [key: string]: unknown }
  return shown
}

/**
 * The program's log: JSON lines on standard output, or on `stream`, each scrubbed last of all. The time
 * is written out: as milliseconds it would look like a personal number.
 */
export const createLog = (level: Config['logLevel'], stream?: { write(line: string): void }): Logger =>
  pino(
    { level, base: undefined, timestamp: stdTimeFunctions.isoTime, serializers: { err: loggedError }, hooks: { streamWrite: scrub } },
    stream ?? pino.destination({ dest: 1, sync: false }),
  )

/** One line per request: method, route, status, milliseconds, who, and a shortened address; no URL, query or body. */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info({
      method: request.method,
      route: request.is404 ? null : request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      requestId: request.id,
      userId: request.caller?.id ?? null,
      address: shortAddress(request.ip),
    })
    done()
  })
}

/** The network of an address: the last number of IPv4 and the last 80 bits of IPv6 are dropped. */
export const shortAddress = (address: string) =>
  address.includes('.') ? address.replace(/\.\d+$/, '.0') : `${address.split(':').slice(0, 3).join(':')}::`
