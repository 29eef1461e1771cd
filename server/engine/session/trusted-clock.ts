/**
 * Removal and marking by time need a clock that agrees with the database: a machine that wakes up in another year
 * would else erase in a minute what nobody gets back.
 */
import type { Caller } from '../caller.ts'
import type { Queries } from '../database/database.ts'
import type { Environment } from '../environment.ts'
import type { Clock } from '../ports/clock.ts'
import { recordEvent } from './events.ts'
import { demandRecentPassword } from './reauthentication.ts'

type Timed = Pick<Environment, 'database' | 'clock'>
interface Looking {
  readonly database: Queries
  readonly clock: Clock
}

/** Largest distance of the clock from the newest time that the database knows, in milliseconds. */
const agreeingMs = 2 * 24 * 3_600_000

/** The machine's time beside the newest one that the database knows. */
export interface ClockState {
  readonly now: Date
  readonly known: Date
  readonly isTrusted: boolean
}

/**
 * Compares the clock with the database, and moves on what the database knows where they agree; a running program does so
 * every minute, so that time passes for the database as it does for everybody, and a leap is seen whenever it comes. A
 * database that was never asked knows the time of its last change.
 */
export async function readClock({ database, clock }: Looking): Promise<ClockState> {
  const now = clock.now()
  await database.query(
    `insert into meta (key, value)
     select 'knownTime', to_char(coalesce((select max(at) from change), $1::timestamptz) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
     where not exists (select from meta where key = 'knownTime') on conflict (key) do nothing`,
    [now.toISOString()],
  )
  await database.query(`update meta set value = $1 where key = 'knownTime' and value < $1 and value >= $2`, [
    now.toISOString(),
    new Date(now.getTime() - agreeingMs).toISOString(),
  ])
  const [row] = await database.query<{ value: string }>(`select value from meta where key = 'knownTime'`)
  const known = new Date(row?.value ?? now)
  return { now, known, isTrusted: Math.abs(now.getTime() - known.getTime()) <= agreeingMs }
}

/** The time to remove or mark by; null while the clock is not to be believed. Work that asks once goes by the answer to its end. */
export async function trustedNow(context: Looking): Promise<Date | null> {
  const { now, isTrusted } = await readClock(context)
  return isTrusted ? now : null
}

/**
 * Takes a time for the right one, as somebody has read it from the clock: what goes by time goes on from there. A later
 * one than the clock's is taken for the clock's own.
 */
export async function settleClock({ database, clock }: Timed, seen: Date, userId: string | null): Promise<void> {
  const { now, known } = await readClock({ database, clock })
  const settled = new Date(Math.min(seen.getTime(), now.getTime())).toISOString()
  await database.transaction(async (queries) => {
    await queries.query(`update meta set value = $1 where key = 'knownTime'`, [settled])
    await recordEvent(queries, now, { kind: 'clockConfirmed', userId, details: { known: known.toISOString(), settled } })
  })
}

/** The same by an admin in the console, who gave the password just now. Throws `reauthentication.required`. */
export async function confirmClock(context: Timed, caller: Caller, seen: Date): Promise<void> {
  demandRecentPassword(caller, context.clock.now())
  await settleClock(context, seen, caller.id)
}

/** Looks at the clock, and notes in the log when it leaves what the database knows, and when it is back. */
export function watchClock(): (context: Environment) => Promise<void> {
  let wasTrusted = true
  return async (context) => {
    const { known, isTrusted } = await readClock(context)
    if (isTrusted === wasTrusted) return
    wasTrusted = isTrusted
    if (isTrusted) context.log.info('the clock agrees with the database again')
    else context.log.warn({ known }, 'the clock is more than two days away from what the database knows: nothing is removed by time')
  }
}
