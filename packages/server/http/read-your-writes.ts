/**
 * Lets users see their own writes immediately, even if a replica or another process serves the
 * read. Responses to writes set a cookie with the position in the database's log, which the browser
 * sends with its next requests.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { isWalPosition, maxWalPosition, type WalPosition } from '../database/replica.ts'
import { isDuplicateCookie, readCookie, setCookie } from '../session/cookies.ts'

/**
 * A replica that lags by more than a few seconds is not used, so every replica in use has all
 * writes older than a minute.
 */
const positionRetentionMs = 60_000
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Stores the log position in the responses to a user's writes. Add this hook before the routes. */
export function addReadYourWrites(app: FastifyInstance, context: Context): void {
  if (!context.database.replica) return
  app.addHook('onSend', async (request, reply) => {
    if (!safeMethods.has(request.method) && request.caller) await storeLogPosition(context, reply)
  })
}

/**
 * Stores the log position in a response, if there is a replica. Later requests then see at least
 * the same data.
 */
export async function storeLogPosition(
  { config, database: { replica } }: Context,
  reply: FastifyReply,
): Promise<void> {
  if (!replica) return
  // If the position is unknown, later requests read from the primary.
  const value =
    reply.statusCode >= 500
      ? maxWalPosition
      : await replica.currentPosition().catch(() => maxWalPosition)
  setCookie(reply, config, 'log', { value, maxAgeMs: positionRetentionMs })
}

/** Returns the position of the caller's last write; null if there was none recently. */
export function lastWritePosition(
  { headers }: FastifyRequest,
  { config }: Pick<Context, 'config'>,
): WalPosition | null {
  const { cookie } = headers
  const position = readCookie(config, cookie, 'log')
  if (position === null) return isDuplicateCookie(config, cookie, 'log') ? maxWalPosition : null
  return isWalPosition(position) ? position : maxWalPosition
}
