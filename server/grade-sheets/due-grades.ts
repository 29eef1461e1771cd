/**
 * Scheduled work on grades: notifying that they are due, and locking them. Several processes can
 * run it at once.
 */

import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { type NotificationOrigin, notifyAll } from '@matricola/server/mail/notify.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import type { RepeatedWork } from '@matricola/server/repeating.ts'
import { findTrustedNow } from '@matricola/server/session/trusted-clock.ts'
import {
  equalsLiteral,
  expr,
  notNull,
  pick,
  raw,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { courses } from '#resources/courses.ts'
import { exams } from '#resources/exams.ts'
import { grades } from '#resources/grades.ts'
import { notifications } from '#resources/notifications.ts'
import { professors } from '#resources/professors.ts'
import { settings } from '#resources/settings.ts'
import { universityClasses } from '#resources/university-classes.ts'
import { awaitsGrades } from '#server/computed.ts'
import { gradesDueSql, gradesLockSql } from './times.ts'

const exam = table(exams)
const settingsRow = table(settings)
const universityClass = table(universityClasses)
const professor = table(professors)
const course = table(courses)
const notification = table(notifications)
const grade = table(grades)

/** Days after the deadline on which a notification is still sent. */
const notifiedWithinDays = 7
const batchSize = 50

/**
 * Does everything that is due and returns the number of exams. Does nothing while the clock is not
 * trusted.
 */
export async function processDueGrades(context: Context): Promise<number> {
  const now = await findTrustedNow(context)
  if (now === null) return 0
  const records = recordsOf(context)
  const notified = await context.database.transaction((queries) =>
    notifyOfDueGrades(queries, { registry: context.registry, now }),
  )
  let locked = 0
  const lockNext = () =>
    records.inTransaction(async (transactionRecords, queries) => {
      const id = await findNextToLock(queries, now)
      if (id === null) return false
      await transactionRecords.applyInternalChange(systemPermit('studies', exams, 'update'), {
        id,
        action: 'lock',
        values: () => ({ state: 'locked' }),
      })
      return true
    })
  while (await lockNext()) locked += 1
  return notified + locked
}

/**
 * Returns the next exam whose grades can no longer be corrected. Exams with draft grades are left
 * to the examiner.
 */
async function findNextToLock(queries: Queries, now: Date): Promise<string | null> {
  const [next] = await runStatement(
    queries,
    sql`select ${pick({ id: exam.id })} from ${exam} cross join ${settingsRow}
     where ${equalsLiteral(exam.state, 'graded')} and ${exam.startsAt} < ${now.toISOString()} and ${gradesLockSql(exam, settingsRow)} <= ${now.toISOString()} and not ${hasDrafts}
     order by ${exam.startsAt}, ${exam.id} limit 1 for no key update of exams skip locked`,
  )
  if (!next) return null
  // A draft may have been committed before the row was locked.
  const [ready] = await runStatement(
    queries,
    sql`select 1 from ${exam} where ${exam.id} = ${next.id} and not ${hasDrafts}`,
  )
  return ready ? next.id : null
}

const hasDrafts = expr<boolean>`exists (select from ${grade} where ${grade.examId} = ${exam.id} and ${equalsLiteral(grade.state, 'draft')})`

/**
 * Notifies the examiner once that grades are due, or that drafts prevent locking. Locks the exams'
 * rows, so that two processes do not both notify.
 */
async function notifyOfDueGrades(queries: Queries, origin: NotificationOrigin): Promise<number> {
  const { now } = origin
  const due = await runStatement(
    queries,
    sql`select ${pick({ id: exam.id, user: notNull(professor.userId), course: course.name, dueAt: expr<string>`due.at` })}
     from ${exam} join ${universityClass} on ${universityClass.id} = ${exam.classId} join ${professor} on ${professor.id} = coalesce(${exam.professorId}, ${universityClass.leadProfessorId})
     join ${course} on ${course.id} = ${exam.courseId} cross join ${settingsRow}
       cross join lateral (select case when ${equalsLiteral(exam.state, 'graded')} then ${gradesLockSql(exam, settingsRow)} else ${gradesDueSql(exam, settingsRow)} end as at) due
     where ${awaitsGrades(exam)} and ${professor.userId} is not null and ${settingsRow.notificationEnabled}
       and ${exam.startsAt} < ${now.toISOString()} and due.at between ${now.toISOString()}::timestamptz - ${notifiedWithinDays} * interval '1 day'
       and ${now.toISOString()}
       and not exists (select from ${notification} where ${notification.userId} = ${professor.userId} and ${isNotifiedOf})
     order by ${exam.startsAt}, ${exam.id} limit ${raw(batchSize)} for no key update of exams skip locked`,
  )
  // A process that held the lock earlier may have sent notifications. A new statement sees them.
  const existing = await runStatement(
    queries,
    sql`select ${pick({ link: notification.link })} from jsonb_to_recordset(${JSON.stringify(due.map(({ id, dueAt }) => ({ id, due: dueAt })))}::jsonb) as exams (id uuid, due timestamptz) cross join lateral (select exams.due as at) due
       join ${notification} on ${isNotifiedOf}`,
  )
  const links = new Set(existing.map(({ link }) => link))
  const notNotified = due.filter(({ id }) => !links.has(linkOf(id)))
  await notifyAll(
    queries,
    origin,
    notNotified.map(({ id, user, course }) => ({
      type: 'gradesDue',
      userId: user,
      subject: course,
      link: linkOf(id),
    })),
  )
  return notNotified.length
}

/**
 * SQL condition: whether a notification is about exam `e` and the deadline `due.at`. One about an
 * earlier deadline does not count.
 */
const isNotifiedOf = expr<boolean>`${equalsLiteral(notification.type, 'gradesDue')} and ${notification.link} = 'exams/' || ${exam.id} || '/grade-sheet' and ${notification.sentAt} >= due.at`

const linkOf = (examId: string) => `exams/${examId}/grade-sheet`

export const dueGradeWork: RepeatedWork = {
  work: processDueGrades,
  failure: 'processing due grades failed',
}
