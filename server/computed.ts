import type { ComputedSql } from '@matricola/server/database/pack-contributions.ts'
import { metaTable } from '@matricola/server/sql/tables.ts'
import {
  type ColumnsOf,
  computedSqlFor,
  equalsLiteral,
  expr,
  isOneOfLiterals,
  raw,
  table,
} from '@matricola/server/sql/typed.ts'
import { weekdays } from '#resources/academic/hours.ts'
import { admissionDrafts } from '#resources/admission-drafts.ts'
import { applicationMessages } from '#resources/application-messages.ts'
import { cashSessions } from '#resources/cash-sessions.ts'
import { classEnrolments } from '#resources/class-enrolments.ts'
import { classHours } from '#resources/class-hours.ts'
import { departments } from '#resources/departments.ts'
import { exams } from '#resources/exams.ts'
import { finances } from '#resources/finances.ts'
import { grades } from '#resources/grades.ts'
import { professors } from '#resources/professors.ts'
import { receiptSeries } from '#resources/receipt-series.ts'
import { receipts } from '#resources/receipts.ts'
import { registrations } from '#resources/registrations.ts'
import type { UniversityComputation } from '#resources/scopes-and-computations.ts'
import { settings } from '#resources/settings.ts'
import { specializations } from '#resources/specializations.ts'
import { students } from '#resources/students.ts'
import { universityClasses } from '#resources/university-classes.ts'

const professor = table(professors)
const student = table(students)
const specialization = table(specializations)
const grade = table(grades)
const classEnrolment = table(classEnrolments)
const classHour = table(classHours)
const ledgerEntry = table(finances)
const reversal = table(finances, 'reversal')
const applicationMessage = table(applicationMessages)
const settingsRow = table(settings)
const receipt = table(receipts)
const cashSession = table(cashSessions)
const meta = table(metaTable)

const days = raw(weekdays.map((day) => `'${day}'`).join(', '))

/** SQL for an hour in the format of `resources/academic/hours.ts`; null while it is not planned. */
const timeOf = (row: ColumnsOf<typeof classHours, 'weekday' | 'startsAt' | 'endsAt' | 'weeks'>) =>
  expr<
    string | null
  >`(array_position(ARRAY[${days}]::text[], ${row.weekday}) || ' ' || ${row.startsAt} || '-' || ${row.endsAt}
    || CASE WHEN ${equalsLiteral(row.weeks, 'every')} THEN '' ELSE ' ' || ${row.weeks} END)`

/**
 * SQL condition: whether an exam has unpublished grades: either none is published yet, or drafts
 * were added after the publication.
 */
export const awaitsGrades = (exam: ColumnsOf<typeof exams, 'id' | 'state'>) =>
  expr<boolean>`(${isOneOfLiterals(exam.state, ['published', 'held'])} OR (${equalsLiteral(exam.state, 'graded')} AND EXISTS (SELECT FROM ${grade}
  WHERE ${grade.examId} = ${exam.id} AND ${equalsLiteral(grade.state, 'draft')})))`

/**
 * SQL for the effect of an entry on the amount due: charges and refunds increase it, payments and
 * reductions decrease it, and a reversal has the opposite effect to its entry.
 */
export const balanceEffectOf = (
  entry: ColumnsOf<typeof finances, 'amount' | 'direction' | 'reversalOfId'>,
) =>
  expr<number>`(${entry.amount} * CASE WHEN ${isOneOfLiterals(entry.direction, ['charge', 'refund'])} THEN 1 ELSE -1 END * CASE WHEN ${entry.reversalOfId} IS NULL THEN 1 ELSE -1 END)`

/**
 * SQL for the part of the application fee that is neither paid nor waived; null if nothing is due.
 */
export const applicationFeeDue = (application: ColumnsOf<typeof registrations, 'id'>) =>
  expr<
    number | null
  >`nullif(greatest((SELECT sum(${balanceEffectOf(ledgerEntry)}) FROM ${ledgerEntry}
  WHERE ${ledgerEntry.registrationId} = ${application.id} AND ${equalsLiteral(ledgerEntry.kind, 'application')}), 0), 0)`

/** SQL condition: whether an application was charged a fee, paid or not. */
export const hasApplicationFee = (application: ColumnsOf<typeof registrations, 'id'>) =>
  expr<boolean>`EXISTS (SELECT FROM ${ledgerEntry} WHERE ${ledgerEntry.registrationId} = ${application.id} AND ${equalsLiteral(ledgerEntry.kind, 'application')})`

/** SQL condition: whether a message of an applicant waits for an answer. */
export const isUnanswered = (
  message: ColumnsOf<typeof applicationMessages, 'author' | 'answeredAt'>,
) =>
  expr<boolean>`(${equalsLiteral(message.author, 'applicant')} AND ${message.answeredAt} IS NULL)`

export const isReversed = (entry: ColumnsOf<typeof finances, 'id'>) =>
  expr<boolean>`EXISTS (SELECT FROM ${reversal} WHERE ${reversal.reversalOfId} = ${entry.id})`

/** SQL condition: whether an entry is valid: neither a reversal nor reversed. */
export const isEffectiveEntry = (entry: ColumnsOf<typeof finances, 'id' | 'reversalOfId'>) =>
  expr<boolean>`(${entry.reversalOfId} IS NULL AND NOT ${isReversed(entry)})`

/** SQL aggregate for payments less refunds, in RON, net of reversals. */
export const revenueOf = (
  entry: ColumnsOf<typeof finances, 'amount' | 'direction' | 'reversalOfId'>,
) =>
  expr<number>`coalesce(sum(-${balanceEffectOf(entry)}) FILTER (WHERE ${isOneOfLiterals(entry.direction, ['payment', 'refund'])}), 0)::float8`

/** SQL for the latest restore of a backup; null if there was none. */
export const latestRestore = expr<
  string | null
>`(SELECT ${meta.value} FROM ${meta} WHERE ${meta.key} = 'restoredAt')`

/** SQL condition: whether a backup was restored and the last printed number is not known. */
export const seriesIsClosed = (series: ColumnsOf<typeof receiptSeries, 'confirmedRestore'>) =>
  expr<boolean>`(${series.confirmedRestore} IS DISTINCT FROM ${latestRestore})`

/** SQL for the cash that a session should contain. */
export const sessionCash = (session: ColumnsOf<typeof cashSessions, 'id' | 'openingCash'>) =>
  expr<number>`(${session.openingCash} + coalesce((SELECT sum(${receipt.amount} * CASE WHEN ${equalsLiteral(receipt.direction, 'refund')} THEN -1 ELSE 1 END) FROM ${receipt}
  WHERE ${receipt.cashSessionId} = ${session.id} AND ${equalsLiteral(receipt.method, 'cash')} AND ${equalsLiteral(receipt.state, 'valid')}), 0))`

/** SQL of all computed fields of the university. */
export const universityComputations: { readonly [C in UniversityComputation]: ComputedSql } = {
  /**
   * Active students in the department's programmes per active professor; null if there are no
   * professors.
   */
  studentFacultyRatio: computedSqlFor(
    departments,
    (row) =>
      expr`(SELECT round(count(*)::numeric / nullif((SELECT count(*) FROM ${professor}
      WHERE ${professor.departmentProfileId} = ${row.id} AND ${professor.isActive}), 0), 1)
      FROM ${student} JOIN ${specialization} ON ${specialization.id} = ${student.specializationId} WHERE ${specialization.departmentProfileId} = ${row.id} AND ${equalsLiteral(student.status, 'active')})`,
  ),
  awaitsGrades: computedSqlFor(exams, awaitsGrades),
  classMembers: computedSqlFor(
    universityClasses,
    (row) =>
      expr`(SELECT count(*) FROM ${classEnrolment} WHERE ${classEnrolment.classId} = ${row.id} AND ${equalsLiteral(classEnrolment.status, 'active')})`,
  ),
  /**
   * The planned hours of the class in the format of `resources/academic/hours.ts`, in weekday
   * order.
   */
  classHours: computedSqlFor(
    universityClasses,
    (row) =>
      expr`(SELECT string_agg(${timeOf(classHour)}, '; ' ORDER BY ${timeOf(classHour)}) FROM ${classHour} WHERE ${classHour.classId} = ${row.id} AND ${classHour.isActive})`,
  ),
  classRooms: computedSqlFor(
    universityClasses,
    (row) =>
      expr`(SELECT string_agg(DISTINCT ${classHour.room}, ', ') FROM ${classHour} WHERE ${classHour.classId} = ${row.id} AND ${classHour.isActive} AND ${classHour.room} IS NOT NULL)`,
  ),
  classHourTime: computedSqlFor(classHours, timeOf),
  /** Amount that the student owes, in RON. */
  studentBalance: computedSqlFor(
    students,
    (row) =>
      expr`coalesce((SELECT sum(${balanceEffectOf(ledgerEntry)}) FROM ${ledgerEntry} WHERE ${ledgerEntry.studentId} = ${row.id}), 0)`,
  ),
  isReversed: computedSqlFor(finances, isReversed),
  needsSecond: computedSqlFor(
    admissionDrafts,
    () => expr`(SELECT ${settingsRow.rankingNeedsSecond} FROM ${settingsRow})`,
  ),
  seriesIsClosed: computedSqlFor(receiptSeries, seriesIsClosed),
  receiptInOpenSession: computedSqlFor(
    receipts,
    (row) =>
      expr`EXISTS (SELECT FROM ${cashSession} WHERE ${cashSession.id} = ${row.cashSessionId} AND ${equalsLiteral(cashSession.state, 'open')})`,
  ),
  sessionReceipts: computedSqlFor(
    cashSessions,
    (row) => expr`(SELECT count(*) FROM ${receipt} WHERE ${receipt.cashSessionId} = ${row.id})`,
  ),
  sessionCash: computedSqlFor(cashSessions, sessionCash),
  sessionDifference: computedSqlFor(
    cashSessions,
    (row) => expr`(${row.counted} - ${sessionCash(row)})`,
  ),
  cashNeedsSecond: computedSqlFor(
    cashSessions,
    () => expr`(SELECT ${settingsRow.cashNeedsSecond} FROM ${settingsRow})`,
  ),
  applicationFeeDue: computedSqlFor(registrations, applicationFeeDue),
  unansweredSince: computedSqlFor(
    registrations,
    (row) =>
      expr`(SELECT min(${applicationMessage.sentAt}) FROM ${applicationMessage} WHERE ${applicationMessage.registrationId} = ${row.id} AND ${isUnanswered(applicationMessage)})`,
  ),
  documentMissing: computedSqlFor(
    registrations,
    (row) =>
      expr`(${row.erasedAt} IS NULL AND (${row.fileIdCardUrl} IS NULL OR ${row.fileDiplomaUrl} IS NULL OR ${row.fileCVUrl} IS NULL))`,
  ),
}
