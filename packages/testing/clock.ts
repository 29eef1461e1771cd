import type { ServerApp } from '@matricola/server/app/server-app.ts'
import type { Context } from '@matricola/server/context.ts'
import { runHousekeeping } from '@matricola/server/session/housekeeping.ts'

/**
 * Records the clock's time in the database, as a program that runs without interruption does.
 * Otherwise moving the test clock looks like a clock jump.
 */
export const recordClockTime = ({ database, clock }: Context): Promise<unknown> =>
  database.query(
    `insert into meta (key, value) values ('knownTime', $1) on conflict (key) do update set value = excluded.value`,
    [clock.now().toISOString()],
  )

/** Runs the housekeeping of an application as a program that has been running until now. */
export async function runHousekeepingOf({ packs }: ServerApp, context: Context): Promise<number> {
  await recordClockTime(context)
  return runHousekeeping(context, packs.housekeeping)
}
