import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Queries } from '../database/database.ts'

/** Maximum number of attempts per subject in a sliding window. */
export interface RateLimit {
  readonly bucket: string
  readonly max: number
  readonly windowMs: number
  /**
   * From this number of attempts on, each must wait: first one second, then twice as long each
   * time, up to 60. A stranger can slow down an account but never lock it.
   */
  readonly slowFrom?: number
}

export const minute = 60_000
export const hour = 60 * minute

export const rateLimits = {
  loginAccount: { bucket: 'login.account', max: 1000, windowMs: 15 * minute, slowFrom: 10 },
  loginAccountHour: { bucket: 'login.account.hour', max: 100, windowMs: hour },
  loginDevice: { bucket: 'login.device', max: 1000, windowMs: 15 * minute, slowFrom: 10 },
  loginAddress: { bucket: 'login.address', max: 100, windowMs: 15 * minute },
  refreshSession: { bucket: 'refresh.session', max: 30, windowMs: minute },
  refreshAddress: { bucket: 'refresh.address', max: 300, windowMs: minute },
  passwordResetAccount: { bucket: 'forgot.account', max: 3, windowMs: hour },
  passwordResetAddress: { bucket: 'forgot.address', max: 20, windowMs: hour },
  tokenAddress: { bucket: 'token.address', max: 30, windowMs: hour },
  passwordProof: { bucket: 'password.proof', max: 10, windowMs: 15 * minute },
  upload: { bucket: 'upload.user', max: 10, windowMs: hour },
  /** Documents of records: enough for a day's work, but not for copying all of them. */
  documents: { bucket: 'documents.user', max: 300, windowMs: hour },
  /**
   * Imported files. Reading one takes about a second of CPU time, and users need a few attempts.
   */
  imports: { bucket: 'import.user', max: 120, windowMs: hour },
  stagedFiles: { bucket: 'upload.staged', max: 100, windowMs: hour },
  backup: { bucket: 'backup.admin', max: 2, windowMs: hour },
  /** Exports: enough for a day's work, but not for exporting every list repeatedly. */
  exports: { bucket: 'export.user', max: 60, windowMs: hour },
  /** Limits how many refusals are recorded, not the refusals themselves. */
  deniedAccess: { bucket: 'denied.user', max: 60, windowMs: hour },
  invitation: { bucket: 'invitation.user', max: 5, windowMs: hour },
} as const satisfies Record<string, RateLimit>

/**
 * Counts an attempt and returns whether it is allowed. The decision and the count are a single
 * statement, so that parallel attempts together cannot exceed the limit. Rejected attempts are not
 * counted. The sliding window is approximated by two counters: one for the current window and one
 * for the previous window.
 */
export async function tryConsume(
  queries: Queries,
  limit: RateLimit,
  subject: string,
  now: Date,
): Promise<boolean> {
  const start = Math.floor(now.getTime() / limit.windowMs) * limit.windowMs
  const restOfPrevious = 1 - (now.getTime() - start) / limit.windowMs
  const rows = await queries.query(
    `insert into rate_limit as r (key, window_start, count, previous, blocked_until, updated_at)
     values ($1, $2::timestamptz, 1, 0, null, $4::timestamptz)
     on conflict (key) do update set
       count = case when r.window_start = $2::timestamptz then r.count + 1 else 1 end,
       previous = case when r.window_start = $2::timestamptz then r.previous when r.window_start = $3::timestamptz then r.count else 0 end,
       window_start = $2::timestamptz,
       updated_at = $4::timestamptz,
       blocked_until = case
         when $7::int is not null and ${attemptsSql} + 1 >= $7::int
         then $4::timestamptz + least(60, power(2, least(${attemptsSql} + 1 - $7::int, 10))) * interval '1 second'
       end
     where ${attemptsSql} < $6::int and (r.blocked_until is null or r.blocked_until <= $4::timestamptz)
     returning count`,
    [
      keyOf(limit, subject),
      new Date(start).toISOString(),
      new Date(start - limit.windowMs).toISOString(),
      now.toISOString(),
      restOfPrevious,
      limit.max,
      limit.slowFrom ?? null,
    ],
  )
  return rows.length > 0
}

/**
 * Attempts in the sliding window: all attempts in the current window, and the share of the previous
 * window that still counts.
 */
const attemptsSql = `(case
  when r.window_start = $2::timestamptz then r.count + r.previous * $5::float8
  when r.window_start = $3::timestamptz then r.count * $5::float8
  else 0 end)`

/**
 * Like `tryConsume`, but throws `requests.tooMany` with the time until the next attempt is allowed.
 */
export async function consume(
  queries: Queries,
  limit: RateLimit,
  subject: string,
  now: Date,
): Promise<void> {
  if (await tryConsume(queries, limit, subject, now)) return
  throw new AppError('requests.tooMany', {
    retryAfterSeconds: await waitSeconds(queries, limit, subject, now),
  })
}

interface WindowCount {
  readonly start: string
  readonly count: number
  readonly previous: number
  readonly until: string | null
}

/**
 * Seconds until the next attempt is allowed, rounded up to a whole minute. Exact seconds would
 * reveal how often others have tried.
 */
async function waitSeconds(
  queries: Queries,
  limit: RateLimit,
  subject: string,
  now: Date,
): Promise<number> {
  const [row] = await queries.query<WindowCount>(
    'select window_start as start, count, previous, blocked_until as until from rate_limit where key = $1',
    [keyOf(limit, subject)],
  )
  const { max, windowMs } = limit
  const free = row
    ? [freeAt(row, max, windowMs), row.until === null ? 0 : Date.parse(row.until)]
    : []
  return Math.max(1, Math.ceil((Math.max(...free, 0) - now.getTime()) / minute)) * 60
}

/**
 * Returns the time at which the sliding window will again hold fewer than `max` attempts. It is in
 * the current window or in the next one.
 */
function freeAt({ start, count, previous }: WindowCount, max: number, windowMs: number): number {
  const startedAt = Date.parse(start)
  if (count < max)
    return startedAt + windowMs * Math.max(0, 1 - (max - count) / Math.max(previous, 1))
  return startedAt + windowMs * (2 - max / count)
}

/** Refunds an attempt that succeeded, because only failures count towards the limit. */
export async function refundAttempt(
  queries: Queries,
  limit: RateLimit,
  subject: string,
): Promise<void> {
  await queries.query(
    'update rate_limit set count = greatest(count - 1, 0), blocked_until = null where key = $1',
    [keyOf(limit, subject)],
  )
}

const keyOf = (limit: RateLimit, subject: string) => `${limit.bucket}:${subject}`

/**
 * Returns the part of an address that limits apply to: a whole IPv4 address, or the /64 prefix of
 * an IPv6 address (usually one customer).
 */
export function rateLimitAddress(ip: string): string {
  const address = ip.replace(/^::ffff:(?=\d+\.)/, '')
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const leading = head.split(':').filter(Boolean)
  const trailing = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const zeros =
    tail === undefined
      ? []
      : Array.from({ length: Math.max(0, 8 - leading.length - trailing.length) }, () => '0')
  return [...leading, ...zeros, ...trailing].slice(0, 4).join(':')
}

/** Returns an address without its last part, for the list of sessions and the log. */
export const truncatedAddress = (ip: string) =>
  ip.includes('.')
    ? `${ip
        .replace(/^::ffff:/, '')
        .split('.')
        .slice(0, 3)
        .join('.')}.0`
    : `${rateLimitAddress(ip).split(':').slice(0, 3).join(':')}::`
