/**
 * Exam conflicts: students with two exams at the same time or on the same day, and occupied rooms
 * and professors.
 */

import { timeZone } from '@matricola/schema/values/dates.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { inLanguage } from '@matricola/server/sql/translated-columns.ts'
import {
  bareColumns,
  columns,
  expr,
  pick,
  raw,
  runStatement,
  type SqlExpression,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import type { WireExamConflicts } from '#resources/academic/wire-exams.ts'
import { courses } from '#resources/courses.ts'
import { exams } from '#resources/exams.ts'
import { students } from '#resources/students.ts'
import { universityClasses } from '#resources/university-classes.ts'
import { participantsOf } from './participants.ts'
import { examEnd, maxExamLength, uncancelledExamStates, visibleExamStates } from './times.ts'

const exam = table(exams)
/** Rows of the planned exams, with the column names of exams. */
const planned = table(exams, 'planned')
const student = table(students)
/** The other exam of a student, in queries that define it. */
const ranked = table(exams, 'ranked')
const course = table(courses)
const universityClass = table(universityClasses)

/** An exam as it is stored, or as it would be. */
export interface PlannedExam {
  /** Null for an exam that is not stored. */
  readonly id: string | null
  readonly classId: string
  readonly session: string
  readonly startsAt: string
  readonly durationMinutes: number
  readonly room: string | null
  readonly capacity: number | null
  readonly professorId: string | null
  readonly secondProfessorId: string | null
}

const maxNamed = 20
const zone = raw(`'${timeZone}'`)
const day = (instant: SqlExpression<string>) =>
  expr<string>`(${instant} AT TIME ZONE ${zone})::date`

/**
 * Common table expressions for conflicts. `plan`: the planned exams; `sits`: their students;
 * `overlapping`: other exams in the given states on the same day or at the same time; `meetings`:
 * students who sit a planned exam and one of those. `together` is true if the two overlap.
 */
const conflictTables = (plans: readonly PlannedExam[], states: readonly string[]) => sql`
  plan AS (SELECT * FROM jsonb_to_recordset(${plannedRows(plans)}::jsonb) AS planned (nth integer, ${bareColumns(planned, 'id')} uuid, ${bareColumns(planned, 'classId')} uuid,
    ${bareColumns(planned, 'session')} text, ${bareColumns(planned, 'startsAt')} timestamptz, ${bareColumns(planned, 'durationMinutes')} integer, ${bareColumns(planned, 'room')} text,
    ${bareColumns(planned, 'capacity')} integer, ${bareColumns(planned, 'professorId')} uuid, ${bareColumns(planned, 'secondProfessorId')} uuid)),
  sits AS (SELECT planned.nth, s.student_id FROM plan planned CROSS JOIN LATERAL (${participantsOf(planned)}) s),
  overlapping AS (SELECT planned.nth, ${exam.id}, ${exam.startsAt} < ${examEnd(planned)} AND ${examEnd(exam)} > ${planned.startsAt} AS together,
      lower(${exam.room}) = lower(${planned.room}) AS is_room,
      ${exam.professorId} IN (${planned.professorId}, ${planned.secondProfessorId}) OR ${exam.secondProfessorId} IN (${planned.professorId}, ${planned.secondProfessorId}) AS is_professor
    FROM plan planned JOIN ${exam} ON ${exam.id} IS DISTINCT FROM ${planned.id} AND ${exam.state} = ANY(${states}::text[])
      AND ${exam.startsAt} > ${planned.startsAt} - interval '1 day' - ${maxExamLength} AND ${exam.startsAt} < ${planned.startsAt} + interval '1 day' + ${maxExamLength}
    WHERE ${day(exam.startsAt)} = ${day(planned.startsAt)} OR (${exam.startsAt} < ${examEnd(planned)} AND ${examEnd(exam)} > ${planned.startsAt})),
  meetings AS (SELECT b.nth, b.id, b.together, o.student_id FROM overlapping b JOIN ${exam} ON ${exam.id} = b.id
    CROSS JOIN LATERAL (${participantsOf(exam)}) o JOIN sits s ON s.nth = b.nth AND s.student_id = o.student_id)`

const plannedRows = (plans: readonly PlannedExam[]) =>
  JSON.stringify(
    plans.map((plan, nth) => ({
      nth,
      id: plan.id,
      class_id: plan.classId,
      session: plan.session,
      starts_at: plan.startsAt,
      duration_minutes: plan.durationMinutes,
      room: plan.room,
      capacity: plan.capacity,
      professor_id: plan.professorId,
      second_professor_id: plan.secondProfessorId,
    })),
  )

export interface ConflictCounts {
  readonly participants: number
  readonly clashes: number
  readonly sameDay: number
  readonly isRoomTaken: boolean
  readonly isProfessorTaken: boolean
}

/** Counts the conflicts of each planned exam, in the same order. */
export async function countConflicts(
  queries: Queries,
  plans: readonly PlannedExam[],
  states: readonly string[],
): Promise<ConflictCounts[]> {
  if (plans.length === 0) return []
  return runStatement(
    queries,
    sql`WITH ${conflictTables(plans, states)},
       met AS (SELECT nth, student_id, bool_or(together) AS together FROM meetings GROUP BY nth, student_id)
     SELECT ${pick({
       nth: expr<number>`planned.nth`,
       participants: expr<number>`(SELECT count(*) FROM sits s WHERE s.nth = planned.nth)`,
       clashes: expr<number>`(SELECT count(*) FROM met m WHERE m.nth = planned.nth AND m.together)`,
       sameDay: expr<number>`(SELECT count(*) FROM met m WHERE m.nth = planned.nth AND NOT m.together)`,
       isRoomTaken: expr<boolean>`EXISTS (SELECT FROM overlapping b WHERE b.nth = planned.nth AND b.together AND b.is_room)`,
       isProfessorTaken: expr<boolean>`EXISTS (SELECT FROM overlapping b WHERE b.nth = planned.nth AND b.together AND b.is_professor)`,
     })}
     FROM plan planned ORDER BY planned.nth`,
  )
}

/**
 * Returns the conflicts of one exam with the names of those affected. Courses are named in the
 * caller's language.
 */
export async function readConflicts(
  queries: Queries,
  plan: PlannedExam,
  language: Language | null,
): Promise<WireExamConflicts> {
  const states = visibleExamStates
  const [counts] = await countConflicts(queries, [plan], states)
  const meetings = await runStatement(
    queries,
    sql`WITH ${conflictTables([plan], states)},
       named AS (SELECT DISTINCT ON (m.student_id) m.student_id, m.together, ${exam.startsAt}, ${exam.courseId} FROM meetings m
       JOIN ${exam} ON ${exam.id} = m.id
         ORDER BY m.student_id, m.together DESC, ${exam.startsAt}),
       ranked AS (SELECT n.*, ${student.lastName} || ' ' || ${student.firstName} AS student,
           row_number() OVER (PARTITION BY n.together ORDER BY ${student.lastName}, ${student.firstName}, ${student.id}) AS place
         FROM named n JOIN ${student} ON ${student.id} = n.student_id)
     SELECT ${pick({
       studentId: expr<string>`ranked.student_id`,
       student: expr<string>`ranked.student`,
       course: inLanguage(course.name, language),
       startsAt: ranked.startsAt,
       together: expr<boolean>`ranked.together`,
     })}
     FROM ranked JOIN ${course} ON ${course.id} = ${ranked.courseId} WHERE ranked.place <= ${raw(maxNamed)} ORDER BY ranked.place`,
  )
  const others = await runStatement(
    queries,
    sql`WITH ${conflictTables([plan], uncancelledExamStates)}
     SELECT ${pick({
       ...columns(exam, 'id', 'startsAt', 'durationMinutes', 'room'),
       course: inLanguage(course.name, language),
       group: universityClass.groupName,
       is_room: expr<boolean | null>`b.is_room`,
       is_professor: expr<boolean | null>`b.is_professor`,
     })}
     FROM overlapping b JOIN ${exam} ON ${exam.id} = b.id JOIN ${course} ON ${course.id} = ${exam.courseId} JOIN ${universityClass} ON ${universityClass.id} = ${exam.classId}
     WHERE b.together AND (b.is_room OR b.is_professor) ORDER BY ${exam.startsAt}, ${exam.id} LIMIT ${raw(maxNamed)}`,
  )
  const participants = counts?.participants ?? 0
  const conflictingStudents = (together: boolean) =>
    meetings
      .filter((meeting) => meeting.together === together)
      .map(({ studentId, student, course, startsAt }) => ({ studentId, student, course, startsAt }))
  const conflictingExams = (isMatch: (other: (typeof others)[number]) => boolean | null) =>
    others.filter(isMatch).map(({ is_room: _, is_professor: __, ...other }) => other)
  return {
    participants,
    clashes: { count: counts?.clashes ?? 0, students: conflictingStudents(true) },
    sameDay: { count: counts?.sameDay ?? 0, students: conflictingStudents(false) },
    room: conflictingExams(({ is_room }) => is_room),
    professors: conflictingExams(({ is_professor }) => is_professor),
    missingPlaces: plan.capacity === null ? 0 : Math.max(0, participants - plan.capacity),
  }
}
