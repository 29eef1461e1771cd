import type { Role } from '@matricola/schema/vocabulary.ts'
import type { ScopeSql } from '@matricola/server/database/pack-contributions.ts'
import {
  type Columns,
  type ColumnsOf,
  differsFromLiteral,
  equalsLiteral,
  expr,
  isOneOfLiterals,
  outerTable,
  type SqlExpression,
  scopeSqlFor,
  type TableOf,
  table,
} from '@matricola/server/sql/typed.ts'
import { classAssistants } from '#resources/class-assistants.ts'
import { classEnrolments } from '#resources/class-enrolments.ts'
import { classHours } from '#resources/class-hours.ts'
import { examResits } from '#resources/exam-resits.ts'
import { exams } from '#resources/exams.ts'
import { gradeAppeals } from '#resources/grade-appeals.ts'
import { grades } from '#resources/grades.ts'
import { professors } from '#resources/professors.ts'
import type { UniversityScope } from '#resources/scopes-and-computations.ts'
import { students } from '#resources/students.ts'
import { universityClasses } from '#resources/university-classes.ts'

const professor = table(professors)
const classAssistant = table(classAssistants)
const classEnrolment = table(classEnrolments)
/** For conditions on a row of the same table. */
const ownEnrolment = table(classEnrolments, 'own_enrolment')
const student = table(students)
const universityClass = table(universityClasses)
const exam = table(exams)
const examResit = table(examResits)
const grade = table(grades)
const outerExams = outerTable(exams)
const outerClasses = outerTable(universityClasses)

/** SQL for the caller's id. */
type Me = SqlExpression<string>
type Id = SqlExpression<string | null>

/** SQL condition: whether the professor leads or assists a class. */
const isTaughtBy = (
  universityClass: ColumnsOf<typeof universityClasses, 'id' | 'leadProfessorId'>,
  me: Me,
) =>
  expr<boolean>`(${universityClass.leadProfessorId} IN (SELECT ${professor.id} FROM ${professor} WHERE ${professor.userId} = ${me}) OR EXISTS (
    SELECT FROM ${classAssistant} JOIN ${professor} ON ${professor.id} = ${classAssistant.professorId} WHERE ${classAssistant.classId} = ${universityClass.id} AND ${classAssistant.isActive} AND ${professor.userId} = ${me}))`

/** SQL condition: whether the student attends a class, by its id. */
const isAttendedBy = (classId: Id, me: Me) =>
  expr<boolean>`EXISTS (SELECT FROM ${ownEnrolment} JOIN ${student} ON ${student.id} = ${ownEnrolment.studentId}
  WHERE ${ownEnrolment.classId} = ${classId} AND ${equalsLiteral(ownEnrolment.status, 'active')} AND ${student.userId} = ${me})`

type OfClass = Columns<{ classId: string }>
/**
 * SQL condition: whether a row belongs to a class that the professor teaches or the student
 * attends.
 */
const isOfTaughtClass = (row: OfClass, me: Me) =>
  expr<boolean>`EXISTS (SELECT FROM ${universityClass} WHERE ${universityClass.id} = ${row.classId} AND ${isTaughtBy(universityClass, me)})`
const isOfAttendedClass = (row: OfClass, me: Me) => isAttendedBy(row.classId, me)

/** Scopes that other queries also use. They pass a row of their own and the SQL for a user's id. */
export const isOwnClass = {
  student: (row: ColumnsOf<typeof universityClasses, 'id'>, me: Me) => isAttendedBy(row.id, me),
}

export const isOfOwnCourse = {
  professor: (row: Columns<{ courseId: string }>, me: Me) =>
    expr<boolean>`EXISTS (SELECT FROM ${universityClass} WHERE ${universityClass.courseId} = ${row.courseId} AND ${isTaughtBy(universityClass, me)})`,
}

/**
 * Students may read published exams of the classes that they attend, and exams for which their
 * resit was approved. They may also read resit and special exams of courses that they attended,
 * because they can request these.
 */
export const isOwnExam = {
  professor: (row: TableOf<typeof exams>, me: Me) =>
    expr<boolean>`(EXISTS (SELECT FROM ${universityClass} WHERE ${universityClass.id} = ${row.classId} AND ${isTaughtBy(universityClass, me)}) OR EXISTS (
        SELECT FROM ${professor} WHERE ${professor.userId} = ${me} AND ${professor.id} IN (${row.professorId}, ${row.secondProfessorId})))`,
  student: (row: TableOf<typeof exams>, me: Me) =>
    expr<boolean>`(${differsFromLiteral(row.state, 'draft')} AND (${isAttendedBy(row.classId, me)} OR EXISTS (
        SELECT FROM ${examResit} JOIN ${student} ON ${student.id} = ${examResit.studentId}
        WHERE ${examResit.examId} = ${row.id} AND ${isOneOfLiterals(examResit.status, ['approved', 'held'])} AND ${student.userId} = ${me})
        OR ${isOneOfLiterals(row.session, ['resit', 'special'])} AND EXISTS (
        SELECT FROM ${universityClass} JOIN ${classEnrolment} ON ${classEnrolment.classId} = ${universityClass.id} JOIN ${student} ON ${student.id} = ${classEnrolment.studentId}
        WHERE ${universityClass.courseId} = ${row.courseId} AND ${student.userId} = ${me})))`,
}

/**
 * An open appeal is visible to the current examiner and class leader, no matter who entered the
 * grade. Once answered, it is also visible to the user who answered.
 */
export const isAppealOfOwnGrade = {
  professor: (row: TableOf<typeof gradeAppeals>, me: Me) =>
    expr<boolean>`EXISTS (SELECT FROM ${professor} WHERE ${professor.userId} = ${me} AND (${differsFromLiteral(row.status, 'open')}
    AND ${professor.id} = ${row.professorId} OR EXISTS (
        SELECT FROM ${grade} LEFT JOIN ${outerExams} ON ${outerExams.id} = ${grade.examId} LEFT JOIN ${outerClasses} ON ${outerClasses.id} = ${outerExams.classId}
        WHERE ${grade.id} = ${row.gradeId} AND ${professor.id} IN (coalesce(${outerExams.professorId}, ${grade.professorId}), ${outerClasses.leadProfessorId}))))`,
}

/**
 * Students in a class that the professor teaches, and those who sit an exam that the professor
 * holds or that belongs to such a class.
 */
export const isStudentOfOwnClass = {
  professor: (row: ColumnsOf<typeof students, 'id'>, me: Me) =>
    expr<boolean>`(EXISTS (SELECT FROM ${classEnrolment} JOIN ${universityClass} ON ${universityClass.id} = ${classEnrolment.classId}
        WHERE ${classEnrolment.studentId} = ${row.id} AND ${equalsLiteral(classEnrolment.status, 'active')} AND ${isTaughtBy(universityClass, me)})
       OR EXISTS (SELECT FROM ${examResit} JOIN ${exam} ON ${exam.id} = ${examResit.examId} JOIN ${universityClass} ON ${universityClass.id} = ${exam.classId}
        JOIN ${professor} ON ${professor.userId} = ${me} AND ${professor.id} IN (${exam.professorId}, ${universityClass.leadProfessorId})
        WHERE ${examResit.studentId} = ${row.id} AND ${isOneOfLiterals(examResit.status, ['approved', 'held'])})
       OR EXISTS (SELECT FROM ${classEnrolment} JOIN ${exam} ON ${exam.classId} = ${classEnrolment.classId} JOIN ${professor} ON ${professor.id} = ${exam.professorId} AND ${professor.userId} = ${me}
        WHERE ${classEnrolment.studentId} = ${row.id} AND ${equalsLiteral(classEnrolment.status, 'active')}))`,
}

/** SQL of each scope by role. A role that is missing has access to no rows. */
export const scopes = {
  ownClasses: {
    professor: scopeSqlFor(universityClasses, isTaughtBy),
    student: scopeSqlFor(universityClasses, isOwnClass.student),
  },
  // For class-assistants, class-enrolments and class-hours, which all have the field `classId`.
  recordsOfOwnClasses: {
    professor: scopeSqlFor(classEnrolments, isOfTaughtClass),
    student: scopeSqlFor(classEnrolments, isOfAttendedClass),
  },
  /** Students see active hours only. */
  activeHoursOfOwnClasses: {
    student: scopeSqlFor(
      classHours,
      (row, me) => expr`(${row.isActive} AND ${isOfAttendedClass(row, me)})`,
    ),
  },
  resitsOfOwnCourses: { professor: scopeSqlFor(examResits, isOfOwnCourse.professor) },
  ownExams: {
    professor: scopeSqlFor(exams, isOwnExam.professor),
    student: scopeSqlFor(exams, isOwnExam.student),
  },
  appealsOfOwnGrades: { professor: scopeSqlFor(gradeAppeals, isAppealOfOwnGrade.professor) },
  studentsOfOwnClasses: { professor: scopeSqlFor(students, isStudentOfOwnClass.professor) },
} satisfies { readonly [S in UniversityScope]: { readonly [R in Role]?: ScopeSql } }
