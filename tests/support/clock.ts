import { joined } from '#server/app/packs/index.ts'
import type { Context } from '#server/engine/context.ts'
import { tidy } from '#server/engine/session/housekeeping.ts'

/** Has the database know the clock's time, as a program that runs all the while does; else a clock that a test moves is a clock that leaps. */
export const passTime = ({ database, clock }: Context): Promise<unknown> =>
  database.query(`insert into meta (key, value) values ('knownTime', $1) on conflict (key) do update set value = excluded.value`, [
    clock.now().toISOString(),
  ])

/** The housekeeping of a program that ran until now. */
export async function tidyInTime(context: Context): Promise<number> {
  await passTime(context)
  return tidy(context, joined.upkeep)
}
