import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { FieldIssues, Issue } from '@matricola/schema/wire/wire.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type {
  Hooks,
  PlannedWrite,
  WriteDraft,
  WriteEvent,
} from '@matricola/server/records/hooks.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { pick, raw, runStatement, sql, sqlTextWith, table } from '@matricola/server/sql/typed.ts'
import { exams } from '#resources/exams.ts'
import type { grades } from '#resources/grades.ts'
import {
  type GradeAppealFacts,
  gradeAppealColumns,
  readGradeAppeal,
  toGradeAppeal,
} from '#server/appeals/read-grade-appeal.ts'
import { readStudyRules } from '#server/study/rules.ts'
import { type GradeFacts, readGradeFacts } from './grade-facts.ts'

const exam = table(exams)

/** States of an exam in which grades can be entered, once it has started. */
const gradableStates = ['published', 'held', 'graded']

/**
 * Grades are entered by the examiner or the leader of the class, for participants of the exam, from
 * its start until the grades are locked. The server sets the type and attempt number of a grade.
 */
export const gradeHooks = ({ clock, database }: Context): Hooks<typeof grades> => ({
  async prepare(writes) {
    const newGrades = writes.filter(({ before }) => before === null)
    const newValues =
      newGrades.length > 0 ? await newGradeValues(database, newGrades, clock.now()) : []
    return writes.map((write) => {
      const { action, before, permit, record } = write
      if (before === null) return { set: newValues[newGrades.indexOf(write)] ?? {} }
      if (action === 'correct' && record.correctionReason === null)
        return invalidInput({ correctionReason: [{ code: 'required' }] })
      // Overwriting a draft grade makes the caller its examiner.
      return action === 'update' && permit.caller?.personId
        ? { set: { professorId: permit.caller.personId } }
        : undefined
    })
  },
  async validate(writes) {
    const enteredWrites = writes.filter(isEntered)
    const facts = await readGradeFacts(database, enteredWrites, clock.now())
    return writes.map((write) => {
      const found = facts[enteredWrites.indexOf(write)]
      return found ? gradeIssues(write, found) : {}
    })
  },
  async after(queries, events) {
    await lockExamsOfGrades(
      queries,
      events.filter((event) => isEntered(event) && event.permit.actor.role !== null),
    )
  },
  async remove(_, { values }) {
    if (values.state !== 'draft') throw new AppError('record.referenced')
  },
  detail: async ({ role }, { id }) => ({
    ...(await readGradeAppeal(database, { gradeId: id, role, now: clock.now() })),
  }),
  selectedDetail: {
    fields: ['state', 'publishedAt'],
    sql: (_, row, parameters) => sqlTextWith(gradeAppealColumns(raw(`${row}.id`)), parameters),
    read: (found, { role }) => ({
      ...toGradeAppeal(found as GradeAppealFacts | null, { role, now: clock.now() }),
    }), // A row that `gradeAppealColumns` selected.
  },
})

/** Returns the year, type, attempt number and professor of new grades. */
async function newGradeValues(
  queries: Queries,
  writes: readonly WriteDraft<typeof grades>[],
  now: Date,
): Promise<Values[]> {
  const facts = await readGradeFacts(queries, writes, now)
  const { academicYearId } = facts.some(({ exam }) => exam === null)
    ? await readStudyRules(queries)
    : { academicYearId: null }
  const before = new Map<string, number>()
  return writes.map(({ permit, record }, at): Values => {
    const found = facts[at]
    if (!found) return {}
    const { exam, kind, attempts } = found
    const key = `${record.studentId} ${exam?.courseId ?? record.courseId}`
    const earlierCount = before.get(key) ?? 0
    before.set(key, earlierCount + 1)
    return {
      academicYearId: exam?.academicYearId ?? record.academicYearId ?? academicYearId,
      kind: exam ? kind : 'recognised',
      attempt: attempts + earlierCount + 1,
      professorId: permit.caller?.personId ?? record.professorId ?? exam?.professorId ?? null,
    }
  })
}

/**
 * Whether a grade is entered or corrected directly. Locking changes no grade, and answers to
 * appeals may change locked ones.
 */
const isEntered = ({ action, input }: PlannedWrite<typeof grades>) =>
  action !== 'lock' && action !== 'unlock' && input.isAnswer !== true

function gradeIssues(
  { permit, before, record }: PlannedWrite<typeof grades>,
  { exam, isParticipant, leadsCourse }: GradeFacts,
): FieldIssues {
  const fieldIssue = (field: string, code: string, issue: Issue = { code }): FieldIssues => ({
    [field]: [issue],
  })
  const callerPersonId = permit.caller?.personId
  const isByProgram = permit.actor.role === null
  if (!exam) {
    // The write itself rejects an unknown exam.
    if (record.examId != null) return {}
    if (!isByProgram && !leadsCourse) return fieldIssue('courseId', 'grade.notYours')
    return record.academicYearId == null ? fieldIssue('examId', 'required') : {}
  }
  if (record.courseId !== exam.courseId) return fieldIssue('courseId', 'grade.otherCourse')
  if (!isByProgram && callerPersonId !== exam.professorId && callerPersonId !== exam.leaderId)
    return fieldIssue('examId', 'grade.notYours')
  if (exam.state === 'locked' || exam.state === 'cancelled')
    return isByProgram ? {} : fieldIssue('examId', 'grade.examClosed')
  if (!gradableStates.includes(exam.state) || !exam.hasBegun)
    return fieldIssue('examId', 'grade.examNotBegun')
  return before === null && !isParticipant ? fieldIssue('studentId', 'grade.notParticipant') : {}
}

/**
 * Locks the exams of written grades until the transaction ends. Saving and locking a grade sheet do
 * the same, so no grade is written while its exam is being locked. Throws `input.invalid` if an
 * exam is locked or cancelled.
 */
async function lockExamsOfGrades(
  queries: Queries,
  events: readonly WriteEvent<typeof grades>[],
): Promise<void> {
  const ids = [...new Set(events.flatMap(({ record }) => record.examId ?? []))]
  if (ids.length === 0) return
  const exams = await runStatement(
    queries,
    sql`select ${pick({ state: exam.state })} from ${exam} where ${exam.id} = any(${ids}::uuid[]) order by ${exam.id} for no key update`,
  )
  if (exams.some(({ state }) => state === 'locked' || state === 'cancelled'))
    throw invalidInput({ examId: [{ code: 'grade.examClosed' }] })
}
