import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { authorize, permitForSubtask } from '@matricola/server/policy/permit.ts'
import type { Batch } from '@matricola/server/records/batch/types.ts'
import { type Records, recordsOf } from '@matricola/server/records/store.ts'
import { equalsLiteral, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { academicErrors } from '#resources/academic/errors.ts'
import {
  type GradeSheetSummary,
  summarizeGrades,
  type WireGradeSheet,
} from '#resources/academic/grade-sheet.ts'
import { examResits } from '#resources/exam-resits.ts'
import { exams } from '#resources/exams.ts'
import { grades } from '#resources/grades.ts'
import { lockGradeSheet, readGradeSheet } from './read-grade-sheet.ts'

const examResit = table(examResits)

export interface PublishRequest {
  readonly examId: string
  /** Numbers of drafts and of rows without a grade that the professor saw. */
  readonly drafts: number
  readonly missing: number
  /** Records students without a grade as absent. */
  readonly missingResult?: 'absent' | undefined
}

/**
 * Publishes all drafts of a grade sheet in one transaction and returns the figures of all published
 * grades. A sheet without participants is closed without grades. Throws as `readGradeSheet` does,
 * `gradeSheet.closed`, `gradeSheet.changed` if the sheet differs from what the professor saw, and
 * `gradeSheet.missing` if students have no grade and `missingResult` is absent.
 */
export function publishExamGrades(
  context: Context,
  caller: Caller,
  call: PublishRequest,
): Promise<GradeSheetSummary> {
  const now = context.clock.now()
  const sheetQuery = { caller, examId: call.examId, now }
  return recordsOf(context).inTransaction(async (records, queries) => {
    const sheet = await lockGradeSheet(queries, sheetQuery)
    if (!sheet.can.includes('publish')) throw new AppError(academicErrors['gradeSheet.closed'])
    const count = sheet.drafts + sheet.missing
    const isDone = count === 0 && sheet.exam.state === 'graded'
    if (isDone || sheet.drafts !== call.drafts || sheet.missing !== call.missing)
      throw new AppError(academicErrors['gradeSheet.changed'])
    if (sheet.missing > 0 && call.missingResult !== 'absent')
      throw new AppError(academicErrors['gradeSheet.missing'])
    if (sheet.missing > 0) await markAbsent(records, caller, sheet)
    const updatedSheet = sheet.missing > 0 ? await readGradeSheet(queries, sheetQuery) : sheet
    await publishDrafts(records, caller, updatedSheet)
    await closeExam(records, caller, updatedSheet)
    await markResitsHeld(records, queries, caller, updatedSheet)
    return summarizeGrades(
      updatedSheet.rows.map(({ grade }) => grade),
      updatedSheet.passMark,
    )
  })
}

/** Writes rows, all of which must succeed. Throws `gradeSheet.changed`. */
async function writeAll(records: Records, batch: Omit<Batch, 'jobId' | 'commit'>): Promise<void> {
  if (batch.rows.length === 0) return
  const results = await records.batch({ ...batch, jobId: null, commit: true })
  if (results.some(({ outcome }) => outcome !== 'done' && outcome !== 'same'))
    throw new AppError(academicErrors['gradeSheet.changed'])
}

const markAbsent = (records: Records, caller: Caller, { rows, exam }: WireGradeSheet) =>
  writeAll(records, {
    permit: authorize(caller, grades, 'update'),
    action: 'update',
    rows: rows
      .filter(({ grade, hasLeft }) => grade === null && !hasLeft)
      .map(({ studentId }, position) => ({
        position,
        id: null,
        version: null,
        valuesFor: () => ({
          studentId,
          examId: exam.id,
          courseId: exam.courseId,
          result: 'absent',
        }),
      })),
  })

const publishDrafts = (records: Records, caller: Caller, { rows }: WireGradeSheet) =>
  writeAll(records, {
    permit: authorize(caller, grades, 'update'),
    action: 'publish',
    rows: rows
      .flatMap(({ grade }) => (grade?.state === 'draft' ? [grade] : []))
      .map(({ id, version }, position) => ({
        position,
        id,
        version,
        valuesFor: () => ({ state: 'published' }),
      })),
  })

async function closeExam(
  records: Records,
  caller: Caller,
  { exam }: WireGradeSheet,
): Promise<void> {
  if (exam.state === 'graded') return
  await records.applyInternalChange(permitForSubtask(caller, exams, 'update'), {
    id: exam.id,
    action: 'grade',
    values: () => ({ state: 'graded' }),
  })
}

/** Marks the resit requests approved for this exam as held. */
async function markResitsHeld(
  records: Records,
  queries: Queries,
  caller: Caller,
  { exam }: WireGradeSheet,
): Promise<void> {
  const resits = await runStatement(
    queries,
    sql`select ${pick({ id: examResit.id })} from ${examResit} where ${examResit.examId} = ${exam.id} and ${equalsLiteral(examResit.status, 'approved')} order by ${examResit.id}`,
  )
  await writeAll(records, {
    permit: permitForSubtask(caller, examResits, 'update'),
    action: 'hold',
    rows: resits.map(({ id }, position) => ({
      position,
      id,
      version: null,
      valuesFor: () => ({ status: 'held' }),
    })),
  })
}
