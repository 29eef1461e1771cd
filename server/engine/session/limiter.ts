import { AppError } from '#model/wire/errors.ts'
import type { Queries } from '../database/database.ts'

/** Tries that a subject has in a sliding window. The numbers and their reasons: S-5.5. */
export interface Limit {
  readonly bucket: string
  readonly max: number
  readonly windowMs: number
  /** From this many tries on, each next one must wait: 1 second, doubling up to 60. A stranger can slow an account, never lock it. */
  readonly slowFrom?: number
}

export const minute = 60_000
export const hour = 60 * minute

export const limits = {
  loginAccount: { bucket: 'login.account', max: 1000, windowMs: 15 * minute, slowFrom: 10 },
  loginAccountHour: { bucket: 'login.account.hour', max: 100, windowMs: hour },
  loginDevice: { bucket: 'login.device', max: 1000, windowMs: 15 * minute, slowFrom: 10 },
  loginAddress: { bucket: 'login.address', max: 100, windowMs: 15 * minute },
  refreshSession: { bucket: 'refresh.session', max: 30, windowMs: minute },
  refreshAddress: { bucket: 'refresh.address', max: 300, windowMs: minute },
  forgotAccount: { bucket: 'forgot.account', max: 3, windowMs: hour },
  forgotAddress: { bucket: 'forgot.address', max: 20, windowMs: hour },
  tokenAddress: { bucket: 'token.address', max: 30, windowMs: hour },
  passwordProof: { bucket: 'password.proof', max: 10, windowMs: 15 * minute },
  upload: { bucket: 'upload.user', max: 10, windowMs: hour },
  /** Documents of records: a day's work, and not all that there are. */
  documents: { bucket: 'documents.user', max: 300, windowMs: hour },
  /** Files of rows: each takes a second of a core, and a person tries a few times. */
  imports: { bucket: 'import.user', max: 120, windowMs: hour },
  stagedFiles: { bucket: 'upload.staged', max: 100, windowMs: hour },
  backup: { bucket: 'backup.admin', max: 2, windowMs: hour },
  /** Files of records: a day's work, and not every list again and again. */
  exports: { bucket: 'export.user', max: 60, windowMs: hour },
  /** Not of the refusals, which go on: of their notes. */
  deniedNotes: { bucket: 'denied.user', max: 60, windowMs: hour },
  invitation: { bucket: 'invitation.user', max: 5, windowMs: hour },
} as const satisfies Record<string, Limit>

/**
 * Counts one try and answers whether it may go on. One statement decides and counts, so that parallel tries cannot
 * pass together; a refused try is not counted. Two counters, of this window and the one before, stand for the sliding one.
 */
export async function take(queries: Queries, limit: Limit, subject: string, now: Date): Promise<boolean> {
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
         when $7::int is not null and ${tries} + 1 >= $7::int
         then $4::timestamptz + least(60, power(2, least(${tries} + 1 - $7::int, 10))) * interval '1 second'
       end
     where ${tries} < $6::int and (r.blocked_until is null or r.blocked_until <= $4::timestamptz)
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

/** Tries so far in the sliding window: this window's, and the share of the one before that still lies inside. */
const tries = `(case
  when r.window_start = $2::timestamptz then r.count + r.previous * $5::float8
  when r.window_start = $3::timestamptz then r.count * $5::float8
  else 0 end)`

/** As `take`, but throws `requests.tooMany` with the time after which another try may go on. */
export async function consume(queries: Queries, limit: Limit, subject: string, now: Date): Promise<void> {
  if (await take(queries, limit, subject, now)) return
  throw new AppError('requests.tooMany', { retryAfterSeconds: await waitSeconds(queries, limit, subject, now) })
}

interface Counted {
  readonly start: string
  readonly count: number
  readonly previous: number
  readonly until: string | null
}

/** Seconds until a refused subject may try again, in whole minutes: to the second it would tell how often others tried. */
async function waitSeconds(queries: Queries, limit: Limit, subject: string, now: Date): Promise<number> {
  const [row] = await queries.query<Counted>(
    'select window_start as start, count, previous, blocked_until as until from rate_limit where key = $1',
    [keyOf(limit, subject)],
  )
  const { max, windowMs } = limit
  const free = row ? [freeAt(row, max, windowMs), row.until === null ? 0 : Date.parse(row.until)] : []
  return Math.max(1, Math.ceil((Math.max(...free, 0) - now.getTime()) / minute)) * 60
}

/** When the tries of a sliding window are fewer than `max` again: while those of the window before slide out of it, or in the next. */
function freeAt({ start, count, previous }: Counted, max: number, windowMs: number): number {
  const begun = Date.parse(start)
  if (count < max) return begun + windowMs * Math.max(0, 1 - (max - count) / Math.max(previous, 1))
  return begun + windowMs * (2 - max / count)
}

/** Takes back a try that turned out well: only failures count. */
export async function release(queries: Queries, limit: Limit, subject: string): Promise<void> {
  await queries.query('update rate_limit set count = greatest(count - 1, 0), blocked_until = null where key = $1', [keyOf(limit, subject)])
}

const keyOf = (limit: Limit, subject: string) => `${limit.bucket}:${subject}`

/** An address as the limiter knows it: IPv4 whole, IPv6 by its /64, which is one customer's. */
export function addressOf(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.split('::')
  const front = head.split(':').filter(Boolean)
  const back = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0')
  return [...front, ...zeros, ...back].slice(0, 4).join(':')
}

/** An address as the list of sessions and the log show it: without its last part. */
export const truncatedAddress = (ip: string) =>
  ip.includes('.')
    ? `${ip
        .replace(/^::ffff:/, '')
        .split('.')
        .slice(0, 3)
        .join('.')}.0`
    : `${addressOf(ip).split(':').slice(0, 3).join(':')}::`
