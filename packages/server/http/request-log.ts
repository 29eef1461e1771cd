import type { FastifyInstance } from 'fastify'
import { type Logger, pino, stdSerializers, stdTimeFunctions } from 'pino'
import type { Config } from '../config.ts'

/** Personal numbers, email addresses and tokens. None of them may appear in the log. */
const sensitiveValues =
  /\b[1-9]\d{12}\b|[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+|(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])/g

/** Removes personal numbers, email addresses and tokens from a log line. */
export const redact = (line: string) => line.replace(sensitiveValues, '[removed]')

/** Removes the details of database errors from a logged error, because they quote whole rows. */
function loggedError(error: Error): object {
  const {
    detail: _detail,
    where: _where,
    internalQuery: _query,
    ...shown
  } = stdSerializers.err(error) as { [key: string]: unknown }
  return shown
}

/**
 * Creates the log: JSON lines on standard output, or on `stream`, each scrubbed last. Times are in
 * ISO format, because milliseconds would look like a personal number.
 */
export const createLog = (
  level: Config['logLevel'],
  stream?: { write(line: string): void },
): Logger =>
  pino(
    {
      level,
      base: undefined,
      timestamp: stdTimeFunctions.isoTime,
      serializers: { err: loggedError },
      hooks: { streamWrite: redact },
    },
    stream ?? pino.destination({ dest: 1, sync: false }),
  )

/**
 * Logs one line per request: method, route, status, milliseconds, user and shortened address. No
 * URL, query or body.
 */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info({
      method: request.method,
      route: request.is404 ? null : request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      requestId: request.id,
      userId: request.caller?.id ?? null,
      address: networkOf(request.ip),
    })
    done()
  })
}

/**
 * Shortens an address to its network: drops the last number of IPv4 and the last 80 bits of IPv6.
 */
export const networkOf = (address: string) =>
  address.includes('.')
    ? address.replace(/\.\d+$/, '.0')
    : `${address.split(':').slice(0, 3).join(':')}::`
