import { AppError } from '@matricola/schema/wire/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Environment } from '../environment.ts'
import { rateLimitAddress } from '../session/rate-limits.ts'

const windowMs = 60_000
/**
 * Limits memory use during a flood: beyond this number, new subjects are not counted until the next
 * minute.
 */
const maxSubjects = 50_000

/**
 * Creates a function that checks whether a subject is below `max` requests per minute. Rejected
 * requests are not counted.
 */
export function createSlidingWindow(max: number): (subject: string, now: Date) => boolean {
  let start = 0
  let current = new Map<string, number>()
  let previous = new Map<string, number>()
  return (subject, now) => {
    const windowStart = Math.floor(now.getTime() / windowMs) * windowMs
    if (windowStart !== start) {
      previous = windowStart === start + windowMs ? current : new Map()
      current = new Map()
      start = windowStart
    }
    const count = current.get(subject) ?? 0
    const restOfPrevious = 1 - (now.getTime() - windowStart) / windowMs
    if (count + (previous.get(subject) ?? 0) * restOfPrevious >= max) return false
    if (count > 0 || current.size < maxSubjects) current.set(subject, count + 1)
    return true
  }
}

/**
 * Limits API calls per IP address and minute, for calls without a separate limit. Counts are kept
 * in the memory of each process, which is enough to keep one caller from using up a process. Limits
 * that protect passwords are stored in the database. Add this before any hook that queries the
 * database. Throws `requests.tooMany`.
 */
export function addAddressLimit(app: FastifyInstance, { config, clock }: Environment): void {
  if (config.requestsPerMinute === 0) return
  // A whole campus may share one IP address.
  const isBelowLimit = createSlidingWindow(config.requestsPerMinute * 2)
  app.addHook('onRequest', async (request) => {
    if (isApiCall(request) && !isBelowLimit(rateLimitAddress(request.ip), clock.now()))
      throw tooManyRequests()
  })
}

/** The same limit per session. Add this after the caller is known. */
export function addSessionLimit(app: FastifyInstance, { config, clock }: Environment): void {
  if (config.requestsPerMinute === 0) return
  const isBelowLimit = createSlidingWindow(config.requestsPerMinute)
  app.addHook('onRequest', async ({ caller }) => {
    if (caller && !isBelowLimit(caller.sessionId, clock.now())) throw tooManyRequests()
  })
}

/** Form submissions from pages count as API calls. */
const isApiCall = ({ method, url }: FastifyRequest) =>
  method === 'POST' || /^\/api(\/|$|\?)/.test(url)
const tooManyRequests = () => new AppError('requests.tooMany', { retryAfterSeconds: 60 })
