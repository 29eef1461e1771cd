/** Requesting a resit or improvement: the values that the server sets, and the checks. */

import { registryOf } from '@matricola/schema/registry.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { notifyAll } from '@matricola/server/mail/notify.ts'
import type { Prepared, WriteDraft, WriteEvent } from '@matricola/server/records/hooks.ts'
import { pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { academicErrors } from '#resources/academic/errors.ts'
import {
  canStillRequestResit,
  findResitRefusal,
  lastResitRequestDay,
  type ResitKind,
} from '#resources/academic/resits.ts'
import { classEnrolments } from '#resources/class-enrolments.ts'
import { courses } from '#resources/courses.ts'
import type { examResits } from '#resources/exam-resits.ts'
import { exams } from '#resources/exams.ts'
import { professors } from '#resources/professors.ts'
import { students } from '#resources/students.ts'
import { universityClasses } from '#resources/university-classes.ts'
import { users } from '#resources/users.ts'
import { readStudyRules, type StudyRules } from '../study/rules.ts'
import { readCourseHistories } from './course-history.ts'
import { findSitting, type Sitting, sittingIssue } from './sitting.ts'

const student = table(students)
const course = table(courses)
const professor = table(professors)
const exam = table(exams)
const universityClass = table(universityClasses)
const classEnrolment = table(classEnrolments)
const user = table(users)

/**
 * Returns the student and year of a new request after checking the rules. Throws
 * `resits.notAllowed` while the settings do not allow requests, and `input.invalid`.
 */
export async function prepareResitRequest(
  context: Context,
  { permit, record }: WriteDraft<typeof examResits>,
): Promise<Prepared> {
  const { database, clock } = context
  const rules = await readStudyRules(database)
  if (!rules.allowExamResit) throw new AppError(academicErrors['resits.notAllowed'])
  const studentId = permit.role === 'student' ? permit.caller?.personId : record.studentId
  if (typeof studentId !== 'string') throw invalidInput({ studentId: [{ code: 'required' }] })
  const sitting = await findSitting(database, record.examId)
  const request = { studentId, courseId: record.courseId, kind: record.kind }
  const { yearId, issues } = await requestIssues(database, request, {
    rules,
    sitting,
    now: clock.now(),
    isLateAllowed: permit.role === 'admin',
  })
  if (Object.keys(issues).length > 0) throw invalidInput(issues)
  return { set: { studentId, academicYearId: yearId } }
}

interface ResitRequest {
  readonly studentId: string
  readonly courseId: string
  readonly kind: ResitKind
}
interface RequestContext {
  readonly rules: StudyRules
  readonly sitting: Sitting | null
  readonly now: Date
  readonly isLateAllowed: boolean
}

async function requestIssues(
  queries: Queries,
  { studentId, courseId, kind }: ResitRequest,
  { rules, sitting, now, isLateAllowed }: RequestContext,
): Promise<{ readonly yearId: string | null; readonly issues: FieldIssues }> {
  const targetYearId = sitting?.academicYearId ?? rules.academicYearId
  const [history] = await readCourseHistories(queries, {
    studentId,
    courseId,
    yearId: targetYearId,
  })
  const yearId = targetYearId ?? history?.yearId ?? null
  if (!history || yearId === null)
    return { yearId, issues: { courseId: [{ code: 'resit.noResult' }] } }
  const refusal = findResitRefusal(kind, history, {
    yearId,
    improvementsPerSemester: rules.improvementsPerSemester,
  })
  if (refusal)
    return {
      yearId,
      issues: {
        courseId: [
          {
            code: refusal,
            ...(refusal === 'resit.tooMany' && { params: { max: rules.improvementsPerSemester } }),
          },
        ],
      },
    }
  if (!sitting) return { yearId, issues: {} }
  const issue = sittingIssue(sitting, { courseId, now })
  if (issue) return { yearId, issues: { examId: [issue] } }
  if (isLateAllowed || canStillRequestResit(now, sitting.startsAt, rules))
    return { yearId, issues: {} }
  return {
    yearId,
    issues: {
      examId: [
        { code: 'resit.tooLate', params: { last: lastResitRequestDay(sitting.startsAt, rules) } },
      ],
    },
  }
}

/**
 * Completes the transaction of a new request. Locks the student's row, so that two concurrent
 * requests cannot both take the last improvement of a semester, and notifies the professor. Throws
 * `input.invalid`.
 */
export async function completeResitRequest(
  queries: Queries,
  { record, at, permit }: WriteEvent<typeof examResits>,
): Promise<void> {
  await runStatement(
    queries,
    sql`select ${pick({ id: student.id })} from ${student} where ${student.id} = ${record.studentId}::uuid for no key update`,
  )
  if (record.kind === 'improvement') {
    const { improvementsPerSemester: max } = await readStudyRules(queries)
    const [history] = await readCourseHistories(queries, {
      studentId: record.studentId,
      courseId: record.courseId,
      yearId: record.academicYearId,
    })
    // The new request is included in the count.
    if (history && history.improvements > max)
      throw invalidInput({ courseId: [{ code: 'resit.tooMany', params: { max } }] })
  }
  const recipients = await runStatement(
    queries,
    sql`select distinct ${pick({ userId: user.id, course: course.name })} from ${course} join ${professor} on
       ${professor.id} = (select ${exam.professorId} from ${exam} where ${exam.id} = ${record.examId}::uuid)
       or (${record.examId}::uuid is null and ${professor.id} in (select ${universityClass.leadProfessorId} from ${universityClass} join ${classEnrolment} on ${classEnrolment.classId} = ${universityClass.id}
         where ${universityClass.courseId} = ${course.id} and ${classEnrolment.studentId} = ${record.studentId}::uuid))
       join ${user} on ${user.id} = ${professor.userId} and ${user.isActive}
     where ${course.id} = ${record.courseId}::uuid and ${user.id} is distinct from ${permit.caller?.id ?? null}::uuid`,
  )
  await notifyAll(
    queries,
    { registry: registryOf(permit.resource), now: new Date(at) },
    recipients.map(({ userId, course }) => ({
      type: 'resitRequested',
      userId,
      subject: course,
      link: 'exam-resits',
    })),
  )
}
