/** What is known of the appeals of marks, for the pages that show the marks. */
import { appealRefusal, hoursAfter, type WireGradeAppeal } from '#model/academic/appeals.ts'
import type { Role } from '#model/vocabulary.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { publishedSql } from '../exams/published.ts'

interface Asked {
  readonly role: Role | undefined
  readonly now: Date
}

interface MarkRow {
  readonly id: string
  readonly state: string
  readonly publishedAt: string | null
  readonly appealId: string | null
  readonly status: string | null
  readonly hours: number
}

const marks = `select g.id, g.state, g.published_at as "publishedAt", a.id as "appealId", a.status, r.grade_contest_hours as hours
  from grades g cross join settings r left join grade_appeals a on a.grade_id = g.id`

/** The appeal of a mark, and until when the student who asks can contest it. Who calls has found out that the mark may be seen. */
export async function appealOf(queries: Queries, { gradeId, ...asked }: Asked & { readonly gradeId: string }): Promise<WireGradeAppeal> {
  const [mark] = await queries.query<MarkRow>(`${marks} where g.id = $1::uuid`, [gradeId])
  return mark ? standing(mark, asked) : { appeal: null, contestUntil: null }
}

/** As `appealOf`, for the published marks of a student of which there is anything to say. */
export async function appealsOf(
  queries: Queries,
  { studentId, ...asked }: Asked & { readonly studentId: string },
): Promise<{ readonly [gradeId: string]: WireGradeAppeal }> {
  const rows = await queries.query<MarkRow>(`${marks} where g.student_id = $1::uuid and ${publishedSql('g')}`, [studentId])
  const all = rows.map((row) => [row.id, standing(row, asked)] as const)
  return Object.fromEntries(all.filter(([, { appeal, contestUntil }]) => appeal !== null || contestUntil !== null))
}

function standing({ state, publishedAt, appealId, status, hours }: MarkRow, { role, now }: Asked): WireGradeAppeal {
  const appeal = appealId !== null && status !== null ? { id: appealId, status } : null
  if (role !== 'student' || publishedAt === null) return { appeal, contestUntil: null }
  const refusal = appealRefusal({ state, publishedAt, isContested: appeal !== null }, { now, contestHours: hours })
  return { appeal, contestUntil: refusal === null ? hoursAfter(publishedAt, hours) : null }
}
