import type { Queries } from '@matricola/server/database/database.ts'
import type { WriteDraft } from '@matricola/server/records/hooks.ts'
import { expr, notNull, outerTable, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { examResits } from '#resources/exam-resits.ts'
import { exams } from '#resources/exams.ts'
import { grades } from '#resources/grades.ts'
import { universityClasses } from '#resources/university-classes.ts'
import { participantsOf } from '../exams/participants.ts'

const x = table(grades, 'x')
const c = table(universityClasses, 'c')
const e = outerTable(exams, 'e')
const k = outerTable(universityClasses, 'k')
const q = outerTable(examResits, 'q')

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
  const column = (select: (write: WriteDraft<typeof grades>) => unknown) => writes.map((write) => select(write) ?? null)
  const rows = await runStatement(
    queries,
    // Without an exam `course` is null, and the other columns of the exam are not read.
    sql`select ${pick({
      course: e.courseId,
      year: notNull(e.academicYearId),
      state: notNull(e.state),
      hasBegun: expr<boolean>`${e.startsAt} <= ${now.toISOString()}`,
      professor: expr<string>`coalesce(${e.professorId}, ${k.leadProfessorId})`,
      leaderId: notNull(k.leadProfessorId),
      isParticipant: expr<boolean>`p.student_id is not null`,
      kind: q.kind,
      attempts: expr<number>`(select count(*)::int from ${x}
        where ${x.studentId} = g.student and ${x.courseId} = coalesce(${e.courseId}, g.course) and ${x.id} is distinct from g.grade)`,
      leadsCourse: expr<boolean>`${e.id} is null and exists (select from ${c} where ${c.courseId} = g.course and ${c.leadProfessorId} = g.asker)`,
    })}
     from unnest(${column(({ before }) => before?.id)}::uuid[], ${column(({ record }) => record.examId)}::uuid[], ${column(({ record }) => record.studentId)}::uuid[], ${column(({ record }) => record.courseId)}::uuid[], ${column(({ permit }) => permit.caller?.personId)}::uuid[]) with ordinality as g(grade, exam, student, course, asker, place)
     left join ${e} on ${e.id} = g.exam
     left join ${k} on ${k.id} = ${e.classId}
     left join lateral (select * from (${participantsOf(e)}) s where s.student_id = g.student limit 1) p on true
     left join ${q} on ${q.id} = p.resit_id
     order by g.place`,
  )
  return rows.map(({ course, year, state, hasBegun, professor, leaderId, isParticipant, kind, attempts, leadsCourse }) => ({
    exam: course === null ? null : { courseId: course, academicYearId: year, state, hasBegun, professorId: professor, leaderId },
    isParticipant,
    kind: kind ?? 'exam',
    attempts,
    leadsCourse,
  }))
}
