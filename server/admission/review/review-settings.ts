import type { Queries } from '@matricola/server/database/database.ts'
import { pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { settings } from '#resources/settings.ts'

const settingsRow = table(settings)

/** Settings that affect transitions. */
export interface ReviewSettings {
  readonly holdMinutes: number
  readonly isReleasedManually: boolean
  readonly requestDays: number
  readonly areUpdatesDisabled: boolean
}

/** End of the hold. Applicants are not notified before it, so they do not notice an undo. */
export const holdEndsAt = ({ holdMinutes }: Pick<ReviewSettings, 'holdMinutes'>, now: Date) =>
  new Date(now.getTime() + holdMinutes * 60_000)

export async function readReviewSettings(queries: Queries): Promise<ReviewSettings> {
  const [row] = await runStatement(
    queries,
    sql`select ${pick({
      minutes: settingsRow.decisionHoldMinutes,
      release: settingsRow.decisionRelease,
      days: settingsRow.updateRequestDays,
      disabled: settingsRow.disableUpdates,
    })}
     from ${settingsRow}`,
  )
  if (!row) throw new Error('the settings record is missing')
  return {
    holdMinutes: row.minutes,
    isReleasedManually: row.release === 'manual',
    requestDays: row.days,
    areUpdatesDisabled: row.disabled,
  }
}
