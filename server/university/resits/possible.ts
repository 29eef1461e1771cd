import type { WirePossibleResit, WirePossibleResits, WireSitting } from '#model/academic/exam-wire.ts'
import { isTimeToAsk, kindFor, lastDayToAsk, resitRefusal, sittingFee } from '#model/academic/resits.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { studyRules } from '../study/rules.ts'
import { standingsOf } from './standing.ts'

type Sitting = Pick<WireSitting, 'id' | 'startsAt' | 'room' | 'session'> & { readonly courseId: string }

/** For each course that the student has a result in: what may be asked for, why not, what it costs, and the sittings still open. */
export async function possibleResits(queries: Queries, studentId: string, now: Date): Promise<WirePossibleResits> {
  const rules = await studyRules(queries)
  const { allowExamResit: isOpen, improvementsPerSemester, academicYearId } = rules
  if (!isOpen) return { isOpen, improvementsPerSemester, courses: [] }
  const standings = await standingsOf(queries, { studentId, courseId: null, yearId: academicYearId })
  const sittings = await queries.query<Sitting>(
    `select e.id, e.course_id as "courseId", e.starts_at as "startsAt", e.room, e.session from exams e
     where e.course_id = any($1::uuid[]) and e.state = 'published' and e.session in ('resit', 'special') and e.starts_at > $2::timestamptz
     order by e.starts_at, e.id`,
    [standings.map(({ courseId }) => courseId), now.toISOString()],
  )
  return {
    isOpen,
    improvementsPerSemester,
    courses: standings.map((standing): WirePossibleResit => {
      const { courseId, course, result, value } = standing
      const kind = kindFor(standing)
      const fee = sittingFee(standing.sittings, rules)
      const refusal = resitRefusal(kind, standing, { yearId: academicYearId ?? standing.yearId, improvementsPerSemester })
      const open = sittings
        .filter((one) => one.courseId === courseId && isTimeToAsk(now, one.startsAt, rules))
        .map(({ id, startsAt, room, session }) => ({ id, startsAt, room, session, fee, lastDay: lastDayToAsk(startsAt, rules) }))
      return { courseId, course, kind, refusal, result, value, fee, sittings: refusal ? [] : open }
    }),
  }
}
