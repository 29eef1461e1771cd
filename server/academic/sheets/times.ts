import { timeZone } from '#model/dates.ts'

/** End of an exam, in SQL; `e` is the alias of its row. */
const endsAt = (e: string) => `(${e}.starts_at + ${e}.duration_minutes * interval '1 minute')`

/** When the marks of an exam are due. `rules` is the alias of the settings' row. */
export const dueAtSql = (e: string, rules: string) =>
  `coalesce(${e}.grade_due_at, ${endsAt(e)} + ${rules}.grade_due_hours * interval '1 hour')`

/**
 * When the marks of an exam are locked by themselves: some hours after the end of the session's period, or of the exam
 * where it lies in none, and never before they are due. An exam that was unlocked is due anew.
 */
export const locksAtSql = (e: string, rules: string) =>
  `greatest(
     coalesce(
       (select max((p.ends_on + 1)::timestamp at time zone '${timeZone}') from academic_periods p
        where p.academic_year_id = ${e}.academic_year_id and p.kind = ${e}.session
          and (${e}.starts_at at time zone '${timeZone}')::date between p.starts_on and p.ends_on),
       ${endsAt(e)}) + ${rules}.grade_lock_hours * interval '1 hour',
     ${dueAtSql(e, rules)})`
