/**
 * Lets users see their own writes immediately, even if a replica or another process answers. Responses to writes set a cookie
 * with the position in the database's log, which the browser sends with its next requests.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { endOfLog, isPosition, type Position } from '../database/replica.ts'
import { giveCookie, isDoubled, readCookie } from '../session/cookies.ts'

/** A replica that lags by more than a few seconds is not used, so every replica in use has a write that is a minute old. */
const keptMs = 60_000
const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Stores the log position in the responses to a user's writes. Add this hook before the routes. */
export function addOwnWrites(app: FastifyInstance, context: Context): void {
  if (!context.database.replica) return
  app.addHook('onSend', async (request, reply) => {
    if (!reading.has(request.method) && request.caller) await holdWrites(context, reply)
  })
}

/** Stores the log position in a response, if there is a replica. Later requests then see at least the same data. */
export async function holdWrites({ config, database: { replica } }: Context, reply: FastifyReply): Promise<void> {
  if (!replica) return
  // If the position is unknown, later requests read from the primary.
  const value = reply.statusCode >= 500 ? endOfLog : await replica.written().catch(() => endOfLog)
  giveCookie(reply, config, 'log', { value, maxAgeMs: keptMs })
}

/** Returns the position of the caller's last write; null if there was none recently. */
export function writtenBefore({ headers }: FastifyRequest, { config }: Pick<Context, 'config'>): Position | null {
  const { cookie } = headers
  const kept = readCookie(config, cookie, 'log')
  if (kept === null) return isDoubled(config, cookie, 'log') ? endOfLog : null
  return isPosition(kept) ? kept : endOfLog
}
