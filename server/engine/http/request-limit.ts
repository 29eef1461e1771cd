import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#model/wire/errors.ts'
import type { Environment } from '#server/engine/environment.ts'
import { addressOf } from '#server/engine/session/limiter.ts'

const windowMs = 60_000
/** Subjects remembered at most: past them the newcomers of a minute go uncounted, so that a flood cannot fill the memory. */
const maxSubjects = 50_000

/** Answers, for each request of a subject, whether it still lies within `max` a minute; a refused one is not counted. */
export function slidingWindow(max: number): (subject: string, now: Date) => boolean {
  let start = 0
  let current = new Map<string, number>()
  let previous = new Map<string, number>()
  return (subject, now) => {
    const begun = Math.floor(now.getTime() / windowMs) * windowMs
    if (begun !== start) {
      previous = begun === start + windowMs ? current : new Map()
      current = new Map()
      start = begun
    }
    const count = current.get(subject) ?? 0
    const restOfPrevious = 1 - (now.getTime() - begun) / windowMs
    if (count + (previous.get(subject) ?? 0) * restOfPrevious >= max) return false
    if (count > 0 || current.size < maxSubjects) current.set(subject, count + 1)
    return true
  }
}

/**
 * The limit of everything that has none of its own: calls of the API a minute from one address. Kept in the memory of
 * each process: it keeps one caller from taking all of a process, while what guards passwords counts in the database.
 * To be added before anything that asks the database; throws `requests.tooMany` (S-5.5).
 */
export function addAddressLimit(app: FastifyInstance, { config, clock }: Environment): void {
  if (config.requestsPerMinute === 0) return
  // A campus stands behind one address.
  const mayGoOn = slidingWindow(config.requestsPerMinute * 2)
  app.addHook('onRequest', async (request) => {
    if (isCall(request) && !mayGoOn(addressOf(request.ip), clock.now())) throw tooMany()
  })
}

/** The same for calls of one session; to be added after the caller is known. */
export function addSessionLimit(app: FastifyInstance, { config, clock }: Environment): void {
  if (config.requestsPerMinute === 0) return
  const mayGoOn = slidingWindow(config.requestsPerMinute)
  app.addHook('onRequest', async ({ caller }) => {
    if (caller && !mayGoOn(caller.sessionId, clock.now())) throw tooMany()
  })
}

/** Requests that a form of a page sends are calls as well. */
const isCall = ({ method, url }: FastifyRequest) => method === 'POST' || /^\/api(\/|$|\?)/.test(url)
const tooMany = () => new AppError('requests.tooMany', { retryAfterSeconds: 60 })
