/** Values that an exam gets from its class, and checks of exams. */

import type { FieldIssues, Issue } from '@matricola/schema/wire/wire.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import {
  changesAnyOf,
  type PlannedWrite,
  type WriteDraft,
} from '@matricola/server/records/hooks.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import {
  columns,
  expr,
  isOneOfLiterals,
  outerTable,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import {
  findExamDayRefusal,
  gradesDueAt,
  isBeforeNoticeDeadline,
  noticeDeadline,
  type YearPlan,
} from '#resources/academic/exams.ts'
import { academicPeriods } from '#resources/academic-periods.ts'
import { academicYears } from '#resources/academic-years.ts'
import type { exams } from '#resources/exams.ts'
import { settings } from '#resources/settings.ts'
import { universityClasses } from '#resources/university-classes.ts'
import { readStudyRules } from '../study/rules.ts'

const settingsRow = table(settings)
const universityClass = table(universityClasses)
const academicYear = table(academicYears)
const academicPeriod = outerTable(academicPeriods)

/**
 * Returns the values that the server sets: the due date of grades and, for new exams, the values
 * from their classes.
 */
export async function prepareExams(
  context: Context,
  writes: readonly WriteDraft<typeof exams>[],
): Promise<Values[]> {
  const newExams = writes.filter(({ before }) => before === null)
  const newExamValues = newExams.length > 0 ? await completeNew(context, newExams) : []
  const isMoved = (write: WriteDraft<typeof exams>) =>
    write.before !== null && changesAnyOf(write.changed, 'startsAt', 'durationMinutes')
  // Grades are due a number of hours after the end, so a moved exam moves the deadline.
  const hours = writes.some(isMoved) ? (await readStudyRules(context.database)).gradeDueHours : 0
  return writes.map((write): Values => {
    const { startsAt, durationMinutes } = write.record
    if (isMoved(write)) return { gradeDueAt: gradesDueAt(startsAt, durationMinutes, hours) }
    return newExamValues[newExams.indexOf(write)] ?? {}
  })
}

/**
 * Returns the course, year and professor of new exams, taken from their classes, and when grades
 * are due.
 */
async function completeNew(
  { database }: Context,
  writes: readonly WriteDraft<typeof exams>[],
): Promise<Values[]> {
  const rows = await runStatement(
    database,
    sql`select ${pick({
      ...columns(universityClass, 'id', 'courseId', 'academicYearId', 'leadProfessorId'),
      hours: expr<number>`(select ${settingsRow.gradeDueHours} from ${settingsRow} limit 1)`,
    })}
     from ${universityClass} where ${universityClass.id} = any(${[...new Set(writes.map(({ record }) => record.classId))]}::uuid[])`,
  )
  const classes = new Map(rows.map((row) => [row.id, row]))
  return writes.map(({ record }): Values => {
    const found = classes.get(record.classId)
    // The write itself rejects an unknown class.
    if (!found) return {}
    const { courseId, academicYearId, leadProfessorId, hours } = found
    const gradeDueAt = gradesDueAt(record.startsAt, record.durationMinutes, hours)
    return {
      courseId,
      academicYearId,
      professorId: record.professorId ?? leadProfessorId,
      gradeDueAt,
    }
  })
}

/** Fields that cannot change once an exam has taken place or was cancelled. */
const fixedFields = ['session', 'type', 'startsAt', 'durationMinutes', 'room'] as const

/** Returns the issues of each write. Reads the data for all writes together. */
export async function examIssues(
  { database, clock }: Context,
  writes: readonly PlannedWrite<typeof exams>[],
): Promise<FieldIssues[]> {
  const years = await yearPlans(database, writes.filter(changesSchedule))
  const isStep = writes.some(
    ({ changed }) => changed.state === 'published' || changed.state === 'held',
  )
  const noticeDays = isStep ? (await readStudyRules(database)).examNoticeDays : 0
  const now = clock.now()
  return writes.map((write) => {
    const { record } = write
    const { startsAt, session } = record
    const year = changesSchedule(write) ? years.get(record.academicYearId) : undefined
    return {
      ...(year && dayIssues(year, { session, startsAt })),
      ...classIssues(write),
      ...fixedIssues(write),
      ...noticeIssues(write, { now, startsAt, noticeDays }),
      ...(write.changed.state === 'held' &&
        startsAt > now.toISOString() && { startsAt: [{ code: 'exam.notBegun' }] }),
    }
  })
}

const changesSchedule = ({ before, changed }: PlannedWrite<typeof exams>) =>
  before === null || changesAnyOf(changed, 'session', 'startsAt')

function dayIssues(
  year: YearPlan,
  exam: { readonly session: string; readonly startsAt: string },
): FieldIssues {
  const refusal = findExamDayRefusal(year, exam)
  if (!refusal) return {}
  const { code, from, to } = refusal
  const issue: Issue = { code, ...(from && to && { params: { from, to } }) }
  return { [code === 'exam.noSession' ? 'session' : 'startsAt']: [issue] }
}

/** Professors may only plan exams of the classes that they lead. */
function classIssues({ permit, before, record }: PlannedWrite<typeof exams>): FieldIssues {
  const isOwn =
    before !== null || permit.role !== 'professor' || record.professorId === permit.caller?.personId
  return isOwn ? {} : { classId: [{ code: 'reference.notAllowed' }] }
}

function fixedIssues({ before, changed }: PlannedWrite<typeof exams>): FieldIssues {
  if (!before || ['draft', 'published'].includes(before.values.state)) return {}
  return Object.fromEntries(
    fixedFields.filter((name) => name in changed).map((name) => [name, [{ code: 'exam.over' }]]),
  )
}

/** Exams must be published a number of days ahead. Only an admin may publish later. */
function noticeIssues(
  { permit, before, changed }: PlannedWrite<typeof exams>,
  {
    now,
    startsAt,
    noticeDays,
  }: { readonly now: Date; readonly startsAt: string; readonly noticeDays: number },
): FieldIssues {
  const isPublished = changed.state === 'published' && before?.values.state === 'draft'
  if (!isPublished || permit.role === 'admin' || isBeforeNoticeDeadline(now, startsAt, noticeDays))
    return {}
  return {
    startsAt: [
      {
        code: 'exam.tooLate',
        params: { days: noticeDays, last: noticeDeadline(startsAt, noticeDays) },
      },
    ],
  }
}

async function yearPlans(
  queries: Queries,
  writes: readonly PlannedWrite<typeof exams>[],
): Promise<ReadonlyMap<string, YearPlan>> {
  // An exam of an unknown class has no year.
  const ids = [...new Set(writes.flatMap(({ record }) => record.academicYearId ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await runStatement(
    queries,
    sql`select ${pick({
      ...columns(academicYear, 'id', 'startsOn', 'endsOn'),
      periods: expr<
        YearPlan['periods']
      >`coalesce(jsonb_agg(jsonb_build_object('kind', ${academicPeriod.kind}, 'startsOn', ${academicPeriod.startsOn}, 'endsOn', ${academicPeriod.endsOn}) order by ${academicPeriod.startsOn})
         filter (where ${academicPeriod.id} is not null), '[]')`,
    })}
     from ${academicYear} left join ${academicPeriod} on ${academicPeriod.academicYearId} = ${academicYear.id} and ${isOneOfLiterals(academicPeriod.kind, ['winter', 'summer', 'resit'])}
     where ${academicYear.id} = any(${ids}::uuid[]) group by ${academicYear.id}`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
