/** Appeals of grades, for the pages that show grades. */
import { appealRefusal, hoursAfter, type WireGradeAppeal } from '#model/academic/appeals.ts'
import type { Role } from '#model/vocabulary.ts'
import { gradeAppeals } from '#resources/grade-appeals.ts'
import { grades } from '#resources/grades.ts'
import { settings } from '#resources/settings.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { columns, type Expression, expr, iso, outer, pick, run, sql, table } from '#server/engine/sql/typed.ts'
import { isPublished } from '../grade-sheets/published-grades.ts'

interface Asked {
  readonly role: Role | undefined
  readonly now: Date
}

const g = table(grades, 'g')
const t = table(settings, 't')
const a = outer(gradeAppeals, 'a')

const mark = (published: { readonly publishedAt: typeof g.publishedAt }) =>
  pick({ ...columns(g, 'id', 'state'), ...published, appealId: a.id, status: a.status, hours: t.gradeContestHours })
export type Mark = ReturnType<typeof mark>['~selects']
const marks = sql`${g} cross join ${t} left join ${a} on ${a.gradeId} = ${g.id}`

/** Returns the appeal of a grade, and until when a student may appeal. The caller must have checked access to the grade. */
export async function appealOf(queries: Queries, { gradeId, ...asked }: Asked & { readonly gradeId: string }): Promise<WireGradeAppeal> {
  const [found] = await run(queries, sql`select ${mark({ publishedAt: g.publishedAt })} from ${marks} where ${g.id} = ${gradeId}::uuid`)
  return appealIn(found ?? null, asked)
}

/** SQL for the same facts, to be selected together with the grade. */
export const markFacts = (gradeId: Expression<string>) =>
  expr<Mark | null>`(select to_jsonb(q) from (select ${mark({ publishedAt: iso(g.publishedAt) })} from ${marks} where ${g.id} = ${gradeId}) q)`

/** Limits the facts of `markFacts` to those that the caller's role may see. */
export const appealIn = (found: Mark | null, asked: Asked): WireGradeAppeal =>
  found ? standing(found, asked) : { appeal: null, contestUntil: null }

/** Like `appealOf`, for all published grades of a student. Grades without an appeal that cannot be appealed are absent. */
export async function appealsOf(
  queries: Queries,
  { studentId, ...asked }: Asked & { readonly studentId: string },
): Promise<{ readonly [gradeId: string]: WireGradeAppeal }> {
  const rows = await run(
    queries,
    sql`select ${mark({ publishedAt: g.publishedAt })} from ${marks} where ${g.studentId} = ${studentId}::uuid and ${isPublished(g)}`,
  )
  const all = rows.map((row) => [row.id, standing(row, asked)] as const)
  return Object.fromEntries(all.filter(([, { appeal, contestUntil }]) => appeal !== null || contestUntil !== null))
}

function standing({ state, publishedAt, appealId, status, hours }: Mark, { role, now }: Asked): WireGradeAppeal {
  const appeal = appealId !== null && status !== null ? { id: appealId, status } : null
  if (role !== 'student' || publishedAt === null) return { appeal, contestUntil: null }
  const refusal = appealRefusal({ state, publishedAt, isContested: appeal !== null }, { now, contestHours: hours })
  return { appeal, contestUntil: refusal === null ? hoursAfter(publishedAt, hours) : null }
}
