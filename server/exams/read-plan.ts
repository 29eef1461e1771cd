import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { columns, differsFromLiteral, expr, inLanguage, outerTable, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import type { WireExamPlan, WirePlannedExam } from '#resources/academic/wire-exams.ts'
import { academicPeriods } from '#resources/academic-periods.ts'
import { courses } from '#resources/courses.ts'
import { exams } from '#resources/exams.ts'
import { professors } from '#resources/professors.ts'
import { universityClasses } from '#resources/university-classes.ts'
import { countConflicts, type PlannedExam } from './conflicts.ts'
import { uncancelledExamStates } from './times.ts'

const p = table(academicPeriods, 'p')
const e = table(exams, 'e')
const c = table(courses, 'c')
const k = table(universityClasses, 'k')
const px = outerTable(professors, 'px')

type Row = PlannedExam & Pick<WirePlannedExam, 'id' | 'course' | 'group' | 'state' | 'type' | 'professor'>

/** Returns the exams of a session that are not cancelled, in order of time, each with its conflicts. */
export async function readExamPlan(
  queries: Queries,
  { academicYearId, session, language }: { readonly academicYearId: string; readonly session: string; readonly language: Language },
): Promise<WireExamPlan> {
  const periods = await runStatement(
    queries,
    sql`select ${pick(columns(p, 'name', 'startsOn', 'endsOn'))} from ${p}
     where ${p.academicYearId} = ${academicYearId}::uuid and ${p.kind} = ${session} order by ${p.startsOn}`,
  )
  const exams = await runStatement(
    queries,
    sql`select ${pick({
      ...columns(
        e,
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
      course: inLanguage(c.name, language),
      group: k.groupName,
      professor: expr<Row['professor']>`${px.lastName} || ' ' || ${px.firstName}`,
    })}
     from ${e} join ${c} on ${c.id} = ${e.courseId} join ${k} on ${k.id} = ${e.classId}
       left join ${px} on ${px.id} = ${e.professorId}
     where ${e.academicYearId} = ${academicYearId}::uuid and ${e.session} = ${session} and ${differsFromLiteral(e.state, 'cancelled')}
     order by ${e.startsAt}, ${c.nameKey}, ${e.id}`,
  )
  const counts = await countConflicts(queries, exams, uncancelledExamStates)
  return {
    periods,
    exams: exams.map(({ id, course, group, state, type, professor, startsAt, durationMinutes, room, capacity }, at): WirePlannedExam => {
      const { participants = 0, clashes = 0, sameDay = 0, isRoomTaken = false, isProfessorTaken = false } = counts[at] ?? {}
      const missingPlaces = capacity === null ? 0 : Math.max(0, participants - capacity)
      const conflicts = { participants, clashes, sameDay, isRoomTaken, isProfessorTaken, missingPlaces }
      return { id, course, group, state, type, professor, startsAt, durationMinutes, room, ...conflicts }
    }),
  }
}
