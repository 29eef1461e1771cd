/**
 * Deletion by age requires a clock that agrees with the database. Otherwise a machine that starts
 * with a wrong date could erase data irrecoverably.
 */
import type { Caller } from '../caller.ts'
import type { Queries } from '../database/database.ts'
import type { Environment } from '../environment.ts'
import type { Clock } from '../ports/clock.ts'
import { assertRecentPassword } from './reauthentication.ts'
import { recordSecurityEvent } from './security-events.ts'

type ClockContext = Pick<Environment, 'database' | 'clock'>
interface ClockSources {
  readonly database: Queries
  readonly clock: Clock
}

/**
 * Maximum difference between the clock and the latest time known to the database, in milliseconds.
 */
const maxDifferenceMs = 2 * 24 * 3_600_000

/** The machine's time and the latest time known to the database. */
export interface ClockState {
  readonly now: Date
  readonly known: Date
  readonly isTrusted: boolean
}

/**
 * Compares the clock with the database, and advances the time known to the database if they agree.
 * A running program does this every minute, so that a sudden change of the clock is detected. For a
 * database that has never been compared, the known time is that of its last change.
 */
export async function readClockState({ database, clock }: ClockSources): Promise<ClockState> {
  const now = clock.now()
  await database.query(
    `insert into meta (key, value)
     select 'knownTime', to_char(coalesce((select max(at) from change), $1::timestamptz) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
     where not exists (select from meta where key = 'knownTime') on conflict (key) do nothing`,
    [now.toISOString()],
  )
  await database.query(
    `update meta set value = $1 where key = 'knownTime' and value < $1 and value >= $2`,
    [now.toISOString(), new Date(now.getTime() - maxDifferenceMs).toISOString()],
  )
  const [row] = await database.query<{ value: string }>(
    `select value from meta where key = 'knownTime'`,
  )
  const known = new Date(row?.value ?? now)
  return { now, known, isTrusted: Math.abs(now.getTime() - known.getTime()) <= maxDifferenceMs }
}

/**
 * Returns the time to use for deletion; null while the clock is not trusted. A task that has
 * received the time keeps using it until it ends.
 */
export async function findTrustedNow(context: ClockSources): Promise<Date | null> {
  const { now, isTrusted } = await readClockState(context)
  return isTrusted ? now : null
}

/**
 * Accepts a time that a user has confirmed as correct. Work that depends on time continues from
 * that time. If the clock shows an earlier time, that one is used.
 */
export async function storeTrustedTime(
  { database, clock }: ClockContext,
  confirmed: Date,
  userId: string | null,
): Promise<void> {
  const { now, known } = await readClockState({ database, clock })
  const trustedTime = new Date(Math.min(confirmed.getTime(), now.getTime())).toISOString()
  await database.transaction(async (queries) => {
    await queries.query(`update meta set value = $1 where key = 'knownTime'`, [trustedTime])
    await recordSecurityEvent(queries, now, {
      kind: 'clockConfirmed',
      userId,
      details: { known: known.toISOString(), settled: trustedTime },
    })
  })
}

/**
 * Like `storeTrustedTime`, for an administrator who has just entered the password. Throws
 * `reauthentication.required`.
 */
export async function trustClock(
  context: ClockContext,
  caller: Caller,
  confirmed: Date,
): Promise<void> {
  assertRecentPassword(caller, context.clock.now())
  await storeTrustedTime(context, confirmed, caller.id)
}

/**
 * Returns a function that checks the clock and logs when it starts or stops disagreeing with the
 * database.
 */
export function createClockWatch(): (context: Environment) => Promise<void> {
  let wasTrusted = true
  return async (context) => {
    const { known, isTrusted } = await readClockState(context)
    if (isTrusted === wasTrusted) return
    wasTrusted = isTrusted
    if (isTrusted) context.log.info('the clock agrees with the database again')
    else
      context.log.warn(
        { known },
        'the clock differs by more than two days from the newest time in the database; time-based deletion is suspended',
      )
  }
}
