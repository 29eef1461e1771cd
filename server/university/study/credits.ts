import type { Issue } from '#model/wire.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { publishedSql } from '../exams/published.ts'
import { type StudyRules, studyRules } from './rules.ts'

/** What is asked about the credits of a student, and what the student's programme is made of. */
export interface CreditsOf {
  readonly won: number
  /** All credits of the programme. */
  readonly total: number
  readonly yearsOfStudy: number
}

/** The credits that some students have won, by id: of courses passed, each once, those beside the programme left out. */
export async function creditsOf(
  queries: Queries,
  studentIds: readonly string[],
): Promise<{ readonly rules: StudyRules; readonly credits: ReadonlyMap<string, CreditsOf> }> {
  const rules = await studyRules(queries)
  const rows = await queries.query<CreditsOf & { id: string }>(
    `select s.id, p.total_credits as total, p.years_of_study as "yearsOfStudy", coalesce((
       select sum(c.credits)::int from courses c where c.type <> 'facultative' and c.id in (
         select g.course_id from grades g where g.student_id = s.id and ${publishedSql('g')}
           and g.result = 'graded' and g.value >= $2::int)), 0) as won
     from students s join specializations p on p.id = s.specialization_id where s.id = any($1::uuid[])`,
    [[...new Set(studentIds)], rules.passMark],
  )
  return { rules, credits: new Map(rows.map(({ id, ...row }) => [id, row])) }
}

/** The credits that it takes to go on to a year of study; null where the settings name none. */
export function creditsForYear(year: number, rules: StudyRules): number | null {
  return { 2: rules.creditsForYear2, 3: rules.creditsForYear3, 4: rules.creditsForYear4 }[year] ?? null
}

/** Says how many credits there are and how many it takes. */
export const tooFewCredits = (have: number, need: number): Issue => ({ code: 'credits.tooFew', params: { have, need } })
