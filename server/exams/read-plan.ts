import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { inLanguage } from '@matricola/server/sql/translated-columns.ts'
import {
  columns,
  differsFromLiteral,
  expr,
  outerTable,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import type { WireExamPlan, WirePlannedExam } from '#resources/academic/wire-exams.ts'
import { academicPeriods } from '#resources/academic-periods.ts'
import { courses } from '#resources/courses.ts'
import { exams } from '#resources/exams.ts'
import { professors } from '#resources/professors.ts'
import { universityClasses } from '#resources/university-classes.ts'
import { countConflicts, type PlannedExam } from './conflicts.ts'
import { uncancelledExamStates } from './times.ts'

const academicPeriod = table(academicPeriods)
const exam = table(exams)
const course = table(courses)
const universityClass = table(universityClasses)
const professor = outerTable(professors)

type Row = PlannedExam &
  Pick<WirePlannedExam, 'id' | 'course' | 'group' | 'state' | 'type' | 'professor'>

/**
 * Returns the exams of a session that are not cancelled, in order of time, each with its conflicts.
 */
export async function readExamPlan(
  queries: Queries,
  {
    academicYearId,
    session,
    language,
  }: { readonly academicYearId: string; readonly session: string; readonly language: Language },
): Promise<WireExamPlan> {
  const periods = await runStatement(
    queries,
    sql`select ${pick(columns(academicPeriod, 'name', 'startsOn', 'endsOn'))} from ${academicPeriod}
     where ${academicPeriod.academicYearId} = ${academicYearId}::uuid and ${academicPeriod.kind} = ${session} order by ${academicPeriod.startsOn}`,
  )
  const exams = await runStatement(
    queries,
    sql`select ${pick({
      ...columns(
        exam,
        'id',
        'state',
        'type',
        'classId',
        'session',
        'startsAt',
        'durationMinutes',
        'room',
        'capacity',
        'professorId',
        'secondProfessorId',
      ),
      course: inLanguage(course.name, language),
      group: universityClass.groupName,
      professor: expr<Row['professor']>`${professor.lastName} || ' ' || ${professor.firstName}`,
    })}
     from ${exam} join ${course} on ${course.id} = ${exam.courseId} join ${universityClass} on ${universityClass.id} = ${exam.classId}
       left join ${professor} on ${professor.id} = ${exam.professorId}
     where ${exam.academicYearId} = ${academicYearId}::uuid and ${exam.session} = ${session} and ${differsFromLiteral(exam.state, 'cancelled')}
     order by ${exam.startsAt}, ${course.nameKey}, ${exam.id}`,
  )
  const counts = await countConflicts(queries, exams, uncancelledExamStates)
  return {
    periods,
    exams: exams.map(
      (
        { id, course, group, state, type, professor, startsAt, durationMinutes, room, capacity },
        at,
      ): WirePlannedExam => {
        const {
          participants = 0,
          clashes = 0,
          sameDay = 0,
          isRoomTaken = false,
          isProfessorTaken = false,
        } = counts[at] ?? {}
        const missingPlaces = capacity === null ? 0 : Math.max(0, participants - capacity)
        const conflicts = {
          participants,
          clashes,
          sameDay,
          isRoomTaken,
          isProfessorTaken,
          missingPlaces,
        }
        return {
          id,
          course,
          group,
          state,
          type,
          professor,
          startsAt,
          durationMinutes,
          room,
          ...conflicts,
        }
      },
    ),
  }
}
