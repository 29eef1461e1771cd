import { settings } from '#resources/settings.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { pick, run, sql, table } from '#server/engine/sql/typed.ts'

const t = table(settings, 't')

/** The settings that steps of the office keep to. */
export interface ReviewSettings {
  readonly holdMinutes: number
  readonly isReleasedByHand: boolean
  readonly requestDays: number
  readonly areUpdatesDisabled: boolean
}

/** Time until which what is done now is told to nobody, so that it can be undone unnoticed. */
export const holdEnd = ({ holdMinutes }: Pick<ReviewSettings, 'holdMinutes'>, now: Date) => new Date(now.getTime() + holdMinutes * 60_000)

/** The settings as they stand now. */
export async function reviewSettings(queries: Queries): Promise<ReviewSettings> {
  const [row] = await run(
    queries,
    sql`select ${pick({
      minutes: t.decisionHoldMinutes,
      release: t.decisionRelease,
      days: t.updateRequestDays,
      disabled: t.disableUpdates,
    })}
     from ${t}`,
  )
  if (!row) throw new Error('there are no settings')
  return {
    holdMinutes: row.minutes,
    isReleasedByHand: row.release === 'manual',
    requestDays: row.days,
    areUpdatesDisabled: row.disabled,
  }
}
