import type { FieldIssues, Issue } from '@matricola/schema/wire/wire.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import {
  type Hooks,
  type PlannedWrite,
  type Prepared,
  prepareEach,
  type WriteDraft,
} from '@matricola/server/records/hooks.ts'
import { degreeAverage } from '#resources/academic/study-record.ts'
import type { licenseExams } from '#resources/license-exams.ts'
import { readCredits, tooFewCreditsIssue } from '../study/credits.ts'
import { readStudyRules } from '../study/rules.ts'

/** Final degree exams: admission, and the result from the grades of both parts. */
export const licenseExamHooks = ({ database }: Context): Hooks<typeof licenseExams> => ({
  prepare: prepareEach((write) =>
    write.before ? prepareDegreeResult(database, write) : undefined,
  ),
  validate: (writes) => degreeExamIssues(database, writes),
})

const gradeFields = ['writtenGrade', 'defenceGrade'] as const

/**
 * Returns the issues of writes of final degree exams. A student needs all credits of the programme
 * to be admitted, and only admitted students get grades. Reopening is always allowed.
 */
async function degreeExamIssues(
  queries: Queries,
  writes: readonly PlannedWrite<typeof licenseExams>[],
): Promise<readonly FieldIssues[]> {
  const students = writes.flatMap(({ action, record }) =>
    action === 'admit' ? [record.studentId] : [],
  )
  const { credits } =
    students.length > 0 ? await readCredits(queries, students) : { credits: new Map() }
  return writes.map(({ action, before, changed, record }): FieldIssues => {
    if (action === 'admit') {
      const { won = 0, total = 0 } = credits.get(record.studentId) ?? {}
      return won < total ? { status: [tooFewCreditsIssue(won, total)] } : {}
    }
    if (action === 'reopen') return {}
    if (before?.values.status === 'eligible') return {}
    const refused: readonly Issue[] = [{ code: 'degree.notAdmitted' }]
    return Object.fromEntries(
      gradeFields.filter((name) => (changed[name] ?? null) !== null).map((name) => [name, refused]),
    )
  })
}

/**
 * Returns the result of a final degree exam once both parts have a grade. Reopening the grades
 * clears it.
 */
async function prepareDegreeResult(
  queries: Queries,
  { action, before, changed, record }: WriteDraft<typeof licenseExams>,
): Promise<Prepared | undefined> {
  if (action === 'reopen') return { set: { average: null, credits: 0 } }
  const isGraded =
    before?.values.status === 'eligible' && gradeFields.some((name) => name in changed)
  const { writtenGrade, defenceGrade } = record
  if (!isGraded || typeof writtenGrade !== 'number' || typeof defenceGrade !== 'number')
    return undefined
  const rules = await readStudyRules(queries)
  const average = degreeAverage(writtenGrade, defenceGrade)
  const isPassed =
    Math.min(writtenGrade, defenceGrade) >= rules.degreePartGrade && average >= rules.degreeAverage
  return {
    set: {
      average,
      status: isPassed ? 'passed' : 'failed',
      credits: isPassed ? rules.degreeCredits : 0,
    },
  }
}
