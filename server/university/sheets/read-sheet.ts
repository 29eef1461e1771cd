import { maySeeSheet, type WireMark, type WireSheet, type WireSheetRow } from '#model/academic/sheet.ts'
import { AppError } from '#model/errors.ts'
import { exams } from '#resources/exams.ts'
import { grades } from '#resources/grades.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { authorize, permittedRows } from '#server/engine/policy/permit.ts'
import { Parameters } from '#server/engine/sql/parameters.ts'
import { participantsSql } from '../exams/participants.ts'
import { dueAtSql, locksAtSql } from './times.ts'

interface ExamRow extends Omit<WireSheet['exam'], 'professor'> {
  readonly professor: string
  readonly professorId: string
  readonly leadProfessorId: string
  readonly hasBegun: boolean
  readonly dueAt: string
  readonly locksAt: string
  readonly lockedAt: string | null
  readonly unlockReason: string | null
  readonly passMark: number
}

export interface SheetAsked {
  readonly caller: Caller
  readonly examId: string
  readonly now: Date
}

/**
 * The sheet of an exam: who sits it, and their marks. Open to the office, and to who holds the exam or leads its class.
 * Throws `record.missing`, `access.denied`.
 */
export async function readSheet(queries: Queries, { caller, examId, now }: SheetAsked): Promise<WireSheet> {
  const exam = await examOf(queries, caller, examId, now)
  const rows = await sheetRows(queries, examId)
  const { courseId, className, courseName, session, type, state, startsAt, durationMinutes, room, professor, id, version } = exam
  return {
    exam: { id, version, courseId, className, courseName, session, type, state, startsAt, durationMinutes, room, professor },
    dueAt: exam.dueAt,
    locksAt: exam.locksAt,
    lockedAt: exam.lockedAt,
    unlockReason: exam.unlockReason,
    passMark: exam.passMark,
    can: allowed(exam, caller),
    rows,
    ...countsOf(rows),
  }
}

async function examOf(queries: Queries, caller: Caller, examId: string, now: Date): Promise<ExamRow> {
  const permit = authorize(caller, exams, 'read')
  authorize(caller, grades, 'read')
  const parameters = new Parameters()
  const id = parameters.add(examId, 'uuid')
  const [exam] = await queries.query<ExamRow>(
    `select e.id, e.version, e.course_id as "courseId", k.name as "className", c.name as "courseName", e.session, e.type, e.state, e.starts_at as "startsAt",
       e.duration_minutes as "durationMinutes", e.room, p.last_name || ' ' || p.first_name as professor, p.id as "professorId",
       k.lead_professor_id as "leadProfessorId", e.starts_at <= ${parameters.add(now.toISOString(), 'timestamptz')} as "hasBegun",
       ${dueAtSql('e', 'r')} as "dueAt", ${locksAtSql('e', 'r')} as "locksAt", e.locked_at as "lockedAt",
       e.unlock_reason as "unlockReason", r.pass_mark as "passMark"
     from exams e join university_classes k on k.id = e.class_id join courses c on c.id = e.course_id
       join professors p on p.id = coalesce(e.professor_id, k.lead_professor_id) cross join settings r
     where e.id = ${id} and ${permittedRows(permit, 'e', parameters)}`,
    parameters.values,
  )
  if (!exam) throw new AppError('record.missing')
  if (!maySeeSheet(caller, exam)) throw new AppError('access.denied')
  return exam
}

/** What the caller may do with the marks now. */
function allowed({ state, hasBegun }: ExamRow, { role }: Caller): WireSheet['can'] {
  if (role !== 'professor' || !hasBegun || !['published', 'held', 'graded'].includes(state)) return []
  return state === 'graded' ? ['enter', 'publish', 'correct'] : ['enter', 'publish']
}

interface SittingRow extends Omit<WireSheetRow, 'mark'>, Omit<WireMark, 'id'> {
  readonly markId: string | null
}

/** Who sits the exam, and who has a mark of it, by name. */
export async function sheetRows(queries: Queries, examId: string): Promise<WireSheetRow[]> {
  const rows = await queries.query<SittingRow>(
    `with e as (select * from exams where id = $1), sitting as materialized (select p.* from e, lateral (${participantsSql('e')}) p),
       everyone as (
         select student_id, resit_id, false as has_left from sitting union all
         select g.student_id, null, true from grades g where g.exam_id = $1 and g.student_id not in (select student_id from sitting))
     select s.id as "studentId", s.last_name || ' ' || s.first_name as name, s.matriculation_number as number, s.group_name as "group",
       q.kind as resit, v.has_left as "hasLeft",
       coalesce(g.attempt, 1 + (select count(*)::int from grades x where x.student_id = s.id and x.course_id = e.course_id)) as attempt,
       g.id as "markId", g.version, g.result, g.value, g.state, g.published_at as "publishedAt", g.correction_reason as "correctionReason"
     from e cross join everyone v join students s on s.id = v.student_id left join exam_resits q on q.id = v.resit_id
       left join grades g on g.exam_id = e.id and g.student_id = s.id
     order by s.last_name_key, s.first_name_key, s.id`,
    [examId],
  )
  return rows.map(({ studentId, name, number, group, resit, attempt, hasLeft, markId, ...mark }) => ({
    studentId,
    name,
    number,
    group,
    resit,
    attempt,
    hasLeft,
    mark: markId === null ? null : { id: markId, ...mark },
  }))
}

/** How many of the rows have no mark, and how many a draft. */
export const countsOf = (rows: readonly WireSheetRow[]) => ({
  missing: rows.filter(({ mark, hasLeft }) => mark === null && !hasLeft).length,
  drafts: rows.filter(({ mark }) => mark?.state === 'draft').length,
})

/**
 * The sheet with its exam held until the transaction ends: who saves, publishes or locks marks of one exam does so one
 * after the other. Throws as `readSheet`.
 */
export async function heldSheet(queries: Queries, asked: SheetAsked): Promise<WireSheet> {
  await queries.query('select 1 from exams where id = $1 for no key update', [asked.examId])
  return readSheet(queries, asked)
}
