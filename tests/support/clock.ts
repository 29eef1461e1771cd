import type { Context } from '@matricola/server/context.ts'
import { runHousekeeping } from '@matricola/server/session/housekeeping.ts'
import { testedApp } from './tested-app.ts'

/**
 * Records the clock's time in the database, as a program that runs without interruption does. Otherwise moving the test clock
 * looks like a clock jump.
 */
export const recordClockTime = ({ database, clock }: Context): Promise<unknown> =>
  database.query(`insert into meta (key, value) values ('knownTime', $1) on conflict (key) do update set value = excluded.value`, [
    clock.now().toISOString(),
  ])

/** Runs housekeeping as a program that has been running until now. */
export async function runHousekeepingNow(context: Context): Promise<number> {
  await recordClockTime(context)
  return runHousekeeping(context, testedApp.packs.housekeeping)
}
