import { timeZone } from '@matricola/schema/values/dates.ts'
import { expr, raw, type TableOf, table } from '@matricola/server/sql/typed.ts'
import { academicPeriods } from '#resources/academic-periods.ts'
import type { exams } from '#resources/exams.ts'
import type { settings } from '#resources/settings.ts'
import { examEnd } from '../exams/times.ts'

type Exam = TableOf<typeof exams>
type Rules = TableOf<typeof settings>
const academicPeriod = table(academicPeriods)
const zone = raw(`'${timeZone}'`)

/** SQL for the time when the grades of an exam are due. */
export const gradesDueSql = (e: Exam, rules: Rules) =>
  expr<string>`coalesce(${e.gradeDueAt}, ${examEnd(e)} + ${rules.gradeDueHours} * interval '1 hour')`

/**
 * SQL for the time when the grades of an exam are locked automatically: some hours after the end of
 * the exam period (or of the exam, if it is outside any exam period), and never before they are
 * due. Unlocking an exam sets a new due date.
 */
export const gradesLockSql = (e: Exam, rules: Rules) =>
  expr<string>`greatest(
     coalesce(
       (select max((${academicPeriod.endsOn} + 1)::timestamp at time zone ${zone}) from ${academicPeriod}
        where ${academicPeriod.academicYearId} = ${e.academicYearId} and ${academicPeriod.kind} = ${e.session}
          and (${e.startsAt} at time zone ${zone})::date between ${academicPeriod.startsOn} and ${academicPeriod.endsOn}),
       ${examEnd(e)}) + ${rules.gradeLockHours} * interval '1 hour',
     ${gradesDueSql(e, rules)})`
