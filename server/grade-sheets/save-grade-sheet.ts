import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import { authorize } from '@matricola/server/policy/permit.ts'
import type { BatchResult, BatchRow } from '@matricola/server/records/batch/types.ts'
import { type Records, recordsOf } from '@matricola/server/records/store.ts'
import { academicErrors } from '#resources/academic/errors.ts'
import type {
  GradeSheetEntry,
  GradeSheetOutcome,
  WireGrade,
  WireGradeSheet,
  WireGradeSheetSaved,
} from '#resources/academic/grade-sheet.ts'
import { grades } from '#resources/grades.ts'
import { gradeCountsOf, lockGradeSheet, readSheetRows } from './read-grade-sheet.ts'

export interface GradeSheetChanges {
  readonly examId: string
  readonly entries: readonly GradeSheetEntry[]
  /** Reason for correcting published grades. Without it, they are not changed. */
  readonly reason?: string | undefined
}

/**
 * Saves rows of a grade sheet, each with its own outcome. Drafts are overwritten; published grades
 * are corrected if there is a reason. A row whose grade changed since it was read is not saved, and
 * its outcome contains the current grade. Throws as `readGradeSheet` does, and `gradeSheet.closed`.
 */
export async function saveExamGrades(
  context: Context,
  caller: Caller,
  call: GradeSheetChanges,
): Promise<WireGradeSheetSaved> {
  const repeated = call.entries.some(
    ({ studentId }, at) => call.entries.findIndex((other) => other.studentId === studentId) !== at,
  )
  if (repeated) throw invalidInput({ rows: [{ code: 'set.repeated' }] })
  return recordsOf(context).inTransaction(
    async (records, queries) => {
      const sheetQuery = { caller, examId: call.examId, now: context.clock.now() }
      const sheet = await lockGradeSheet(queries, sheetQuery)
      if (!sheet.can.includes('enter')) throw new AppError(academicErrors['gradeSheet.closed'])
      const outcomes = await saveRows(records, caller, sheet, call)
      const after = await readSheetRows(queries, call.examId)
      const gradesByStudent = new Map(after.map(({ studentId, grade }) => [studentId, grade]))
      return {
        outcomes: outcomes.map((one) => ({
          ...one,
          grade: gradesByStudent.get(one.studentId) ?? null,
        })),
        ...gradeCountsOf(after),
      }
    },
    { isOneOfMany: true },
  )
}

type RowRefusal = Omit<GradeSheetOutcome, 'grade'>

async function saveRows(
  records: Records,
  caller: Caller,
  sheet: WireGradeSheet,
  { entries, reason }: GradeSheetChanges,
): Promise<RowRefusal[]> {
  const rows = new Map(sheet.rows.map((row) => [row.studentId, row]))
  const verdicts = new Map<string, RowRefusal>()
  const [drafts, corrections]: [BatchRow[], BatchRow[]] = [[], []]
  entries.forEach((entry, position) => {
    const { studentId } = entry
    const grade = rows.get(studentId)?.grade ?? null
    const verdict = verdictOf(entry, rows.has(studentId), { grade, reason })
    if (verdict) verdicts.set(studentId, verdict)
    else if (grade === null)
      drafts.push({
        position,
        id: null,
        version: null,
        valuesFor: () => newGrade(sheet, entry, rows.get(studentId)),
      })
    else if (entry.result === null)
      drafts.push({
        position,
        id: grade.id,
        version: grade.version,
        valuesFor: () => ({}),
        removes: true,
      })
    else if (grade.state === 'draft')
      drafts.push({
        position,
        id: grade.id,
        version: grade.version,
        valuesFor: () => valuesOf(entry),
      })
    else
      corrections.push({
        position,
        id: grade.id,
        version: grade.version,
        valuesFor: () => ({ ...valuesOf(entry), correctionReason: reason }),
      })
  })
  const permit = authorize(caller, grades, 'update')
  const done = [
    ...(drafts.length > 0
      ? await records.batch({ permit, action: 'update', jobId: null, commit: true, rows: drafts })
      : []),
    ...(corrections.length > 0
      ? await records.batch({
          permit: authorize(caller, grades, 'act'),
          action: 'correct',
          jobId: null,
          commit: true,
          rows: corrections,
        })
      : []),
  ]
  for (const result of done) {
    const studentId = entries[result.position]?.studentId
    if (studentId) verdicts.set(studentId, { studentId, ...outcomeOf(result) })
  }
  return entries.flatMap(({ studentId }) => verdicts.get(studentId) ?? [])
}

/** Returns the outcome of a row that is not to be written; undefined if it is. */
function verdictOf(
  { studentId, result, value = null, version = null }: GradeSheetEntry,
  isOnSheet: boolean,
  { grade, reason }: { readonly grade: WireGrade | null; readonly reason: string | undefined },
): RowRefusal | undefined {
  const refusal = (field: string, code: string): RowRefusal => ({
    studentId,
    outcome: 'refused',
    issues: { [field]: [{ code }] },
  })
  if (!isOnSheet) return refusal('studentId', 'grade.notParticipant')
  const isSame =
    grade === null
      ? result === null
      : grade.result === result && grade.value === (result === 'graded' ? value : null)
  if (isSame) return { studentId, outcome: 'same', issues: {} }
  if ((grade?.version ?? null) !== version) return { studentId, outcome: 'conflict', issues: {} }
  if (result === 'graded' && value === null) return refusal('value', 'required')
  if (!grade || grade.state === 'draft') return undefined
  if (grade.state === 'locked') return refusal('examId', 'grade.examClosed')
  return result === null || reason === undefined
    ? refusal('correctionReason', 'grade.published')
    : undefined
}

const valuesOf = ({ result, value = null }: GradeSheetEntry) => ({
  result,
  value: result === 'graded' ? value : null,
})

const newGrade = (
  sheet: WireGradeSheet,
  entry: GradeSheetEntry,
  row: WireGradeSheet['rows'][number] | undefined,
) => ({
  studentId: row?.studentId,
  examId: sheet.exam.id,
  courseId: sheet.exam.courseId,
  ...valuesOf(entry),
})

function outcomeOf({ outcome, issues }: BatchResult): {
  readonly outcome: GradeSheetOutcome['outcome']
  readonly issues: FieldIssues
} {
  if (outcome === 'done') return { outcome: 'saved', issues: {} }
  if (outcome === 'same') return { outcome: 'same', issues: {} }
  return { outcome: outcome === 'stale' ? 'conflict' : 'refused', issues }
}
