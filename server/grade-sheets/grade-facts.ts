import type { Queries } from '@matricola/server/database/database.ts'
import type { WriteDraft } from '@matricola/server/records/hooks.ts'
import {
  expr,
  notNull,
  outerTable,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { examResits } from '#resources/exam-resits.ts'
import { exams } from '#resources/exams.ts'
import { grades } from '#resources/grades.ts'
import { universityClasses } from '#resources/university-classes.ts'
import { participantsOf } from '../exams/participants.ts'

const grade = table(grades)
const ownClass = table(universityClasses, 'own_class')
const exam = outerTable(exams)
const universityClass = outerTable(universityClasses)
const examResit = outerTable(examResits)

/** Facts that decide whether a grade can be entered, and what type of grade it is. */
export interface GradeFacts {
  /** Null if the grade refers to no exam or to an unknown one. */
  readonly exam: {
    readonly courseId: string
    readonly academicYearId: string
    readonly state: string
    readonly hasBegun: boolean
    readonly professorId: string
    /** Leader of the exam's class. */
    readonly leaderId: string
  } | null
  readonly isParticipant: boolean
  readonly kind: 'exam' | 'resit' | 'improvement'
  /** Number of the student's other grades in the course. */
  readonly attempts: number
  /** For a grade without an exam: whether the caller leads a class of the course. */
  readonly leadsCourse: boolean
}

/** Returns the facts of each grade, in the same order. */
export async function readGradeFacts(
  queries: Queries,
  writes: readonly WriteDraft<typeof grades>[],
  now: Date,
): Promise<readonly GradeFacts[]> {
  if (writes.length === 0) return []
  const column = (select: (write: WriteDraft<typeof grades>) => unknown) =>
    writes.map((write) => select(write) ?? null)
  const rows = await runStatement(
    queries,
    // Without an exam `course` is null, and the other columns of the exam are not read.
    sql`select ${pick({
      course: exam.courseId,
      year: notNull(exam.academicYearId),
      state: notNull(exam.state),
      hasBegun: expr<boolean>`${exam.startsAt} <= ${now.toISOString()}`,
      professor: expr<string>`coalesce(${exam.professorId}, ${universityClass.leadProfessorId})`,
      leaderId: notNull(universityClass.leadProfessorId),
      isParticipant: expr<boolean>`p.student_id is not null`,
      kind: examResit.kind,
      attempts: expr<number>`(select count(*)::int from ${grade}
        where ${grade.studentId} = g.student and ${grade.courseId} = coalesce(${exam.courseId}, g.course) and ${grade.id} is distinct from g.grade)`,
      leadsCourse: expr<boolean>`${exam.id} is null and exists (select from ${ownClass} where ${ownClass.courseId} = g.course and ${ownClass.leadProfessorId} = g.asker)`,
    })}
     from unnest(${column(({ before }) => before?.id)}::uuid[], ${column(({ record }) => record.examId)}::uuid[], ${column(({ record }) => record.studentId)}::uuid[], ${column(({ record }) => record.courseId)}::uuid[], ${column(({ permit }) => permit.caller?.personId)}::uuid[]) with ordinality as g(grade, exam, student, course, asker, place)
     left join ${exam} on ${exam.id} = g.exam
     left join ${universityClass} on ${universityClass.id} = ${exam.classId}
     left join lateral (select * from (${participantsOf(exam)}) s where s.student_id = g.student limit 1) p on true
     left join ${examResit} on ${examResit.id} = p.resit_id
     order by g.place`,
  )
  return rows.map(
    ({
      course,
      year,
      state,
      hasBegun,
      professor,
      leaderId,
      isParticipant,
      kind,
      attempts,
      leadsCourse,
    }) => ({
      exam:
        course === null
          ? null
          : {
              courseId: course,
              academicYearId: year,
              state,
              hasBegun,
              professorId: professor,
              leaderId,
            },
      isParticipant,
      kind: kind ?? 'exam',
      attempts,
      leadsCourse,
    }),
  )
}
