import type { Queries } from '#server/engine/database/database.ts'

/** The settings that steps of the office keep to. */
export interface ReviewSettings {
  readonly holdMinutes: number
  readonly isReleasedByHand: boolean
  readonly requestDays: number
  readonly areUpdatesDisabled: boolean
}

/** The settings as they stand now. */
export async function reviewSettings(queries: Queries): Promise<ReviewSettings> {
  const [row] = await queries.query<{ minutes: number; release: string; days: number; disabled: boolean }>(
    `select decision_hold_minutes as minutes, decision_release as release, update_request_days as days, disable_updates as disabled
     from settings`,
  )
  if (!row) throw new Error('there are no settings')
  return {
    holdMinutes: row.minutes,
    isReleasedByHand: row.release === 'manual',
    requestDays: row.days,
    areUpdatesDisabled: row.disabled,
  }
}
