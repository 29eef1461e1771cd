/**
 * A person sees at once what the person wrote, also where a replica answers and whichever process does: the browser keeps how far
 * the database's log had come when a call that writes was answered, and shows it with the next ones.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { endOfLog, isPosition, type Position } from '../database/replica.ts'
import { giveCookie, isDoubled, readCookie } from '../session/cookies.ts'

/** A replica that is older than some seconds answers nobody, so a write of a minute ago is in any that does. */
const keptMs = 60_000
const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Has the answers to a person's writes hold how far the log has come; to be added before the routes. */
export function addOwnWrites(app: FastifyInstance, context: Context): void {
  if (!context.database.replica) return
  app.addHook('onSend', async (request, reply) => {
    if (!reading.has(request.method) && request.caller) await holdWrites(context, reply)
  })
}

/** Has an answer hold how far the log has come, where there is a replica: who reads it may read what follows from it. */
export async function holdWrites({ config, database: { replica } }: Context, reply: FastifyReply): Promise<void> {
  if (!replica) return
  // Where the database does not say, it is asked itself from now on.
  const value = reply.statusCode >= 500 ? endOfLog : await replica.written().catch(() => endOfLog)
  giveCookie(reply, config, 'log', { value, maxAgeMs: keptMs })
}

/** Position after the last write of who asks; null: nothing was written lately. */
export function writtenBefore({ headers }: FastifyRequest, { config }: Pick<Context, 'config'>): Position | null {
  const { cookie } = headers
  const kept = readCookie(config, cookie, 'log')
  if (kept === null) return isDoubled(config, cookie, 'log') ? endOfLog : null
  return isPosition(kept) ? kept : endOfLog
}
