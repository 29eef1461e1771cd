/** Grade appeals, for the pages that show grades. */

import type { Role } from '@matricola/schema/vocabulary.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import {
  columns,
  expr,
  isoInstant,
  outerTable,
  pick,
  runStatement,
  type SqlExpression,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { findAppealRefusal, hoursAfter, type WireGradeAppeal } from '#resources/academic/appeals.ts'
import { gradeAppeals } from '#resources/grade-appeals.ts'
import { grades } from '#resources/grades.ts'
import { settings } from '#resources/settings.ts'
import { isPublishedGrade } from '../grade-sheets/published-grades.ts'

interface Reader {
  readonly role: Role | undefined
  readonly now: Date
}

const grade = table(grades)
const settingsRow = table(settings)
const gradeAppeal = outerTable(gradeAppeals)

const appealFacts = (published: { readonly publishedAt: typeof grade.publishedAt }) =>
  pick({
    ...columns(grade, 'id', 'state'),
    ...published,
    appealId: gradeAppeal.id,
    status: gradeAppeal.status,
    hours: settingsRow.gradeAppealHours,
  })
export type GradeAppealFacts = ReturnType<typeof appealFacts>['~selects']
const gradesWithAppeals = sql`${grade} cross join ${settingsRow} left join ${gradeAppeal} on ${gradeAppeal.gradeId} = ${grade.id}`

/**
 * Returns the appeal against a grade, and the deadline for appealing. The caller must have checked
 * access to the grade.
 */
export async function readGradeAppeal(
  queries: Queries,
  { gradeId, ...reader }: Reader & { readonly gradeId: string },
): Promise<WireGradeAppeal> {
  const [found] = await runStatement(
    queries,
    sql`select ${appealFacts({ publishedAt: grade.publishedAt })} from ${gradesWithAppeals} where ${grade.id} = ${gradeId}::uuid`,
  )
  return toGradeAppeal(found ?? null, reader)
}

/** SQL for the same facts, to be selected together with the grade. */
export const gradeAppealColumns = (gradeId: SqlExpression<string>) =>
  expr<GradeAppealFacts | null>`(select to_jsonb(q) from (select ${appealFacts({ publishedAt: isoInstant(grade.publishedAt) })} from ${gradesWithAppeals} where ${grade.id} = ${gradeId}) q)`

/** Limits the facts of `gradeAppealColumns` to those that the caller's role may see. */
export const toGradeAppeal = (found: GradeAppealFacts | null, reader: Reader): WireGradeAppeal =>
  found ? toWireAppeal(found, reader) : { appeal: null, appealUntil: null }

/**
 * Like `readGradeAppeal`, for all published grades of a student. Leaves out grades that have no
 * appeal and can no longer be appealed.
 */
export async function readGradeAppeals(
  queries: Queries,
  { studentId, ...reader }: Reader & { readonly studentId: string },
): Promise<{ readonly [gradeId: string]: WireGradeAppeal }> {
  const rows = await runStatement(
    queries,
    sql`select ${appealFacts({ publishedAt: grade.publishedAt })} from ${gradesWithAppeals} where ${grade.studentId} = ${studentId}::uuid and ${isPublishedGrade(grade)}`,
  )
  const all = rows.map((row) => [row.id, toWireAppeal(row, reader)] as const)
  return Object.fromEntries(
    all.filter(([, { appeal, appealUntil }]) => appeal !== null || appealUntil !== null),
  )
}

function toWireAppeal(
  { state, publishedAt, appealId, status, hours }: GradeAppealFacts,
  { role, now }: Reader,
): WireGradeAppeal {
  const appeal = appealId !== null && status !== null ? { id: appealId, status } : null
  if (role !== 'student' || publishedAt === null) return { appeal, appealUntil: null }
  const refusal = findAppealRefusal(
    { state, publishedAt, isAppealed: appeal !== null },
    { now, appealHours: hours },
  )
  return { appeal, appealUntil: refusal === null ? hoursAfter(publishedAt, hours) : null }
}
