import { timeZone } from '#model/dates.ts'
import { endSql } from '../exams/times.ts'

/** When the marks of an exam are due. `e` is the alias of its row, `rules` is the alias of the settings' row. */
export const dueAtSql = (e: string, rules: string) =>
  `coalesce(${e}.grade_due_at, ${endSql(e)} + ${rules}.grade_due_hours * interval '1 hour')`

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
       ${endSql(e)}) + ${rules}.grade_lock_hours * interval '1 hour',
     ${dueAtSql(e, rules)})`
