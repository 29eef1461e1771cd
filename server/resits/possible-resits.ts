import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import {
  columns,
  equalsLiteral,
  isOneOfLiterals,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import {
  canStillRequestResit,
  findResitRefusal,
  lastResitRequestDay,
  resitKindFor,
  sittingFee,
} from '#resources/academic/resits.ts'
import type { WirePossibleResit, WirePossibleResits } from '#resources/academic/wire-exams.ts'
import { exams } from '#resources/exams.ts'
import { readStudyRules } from '../study/rules.ts'
import { readCourseHistories } from './course-history.ts'

const exam = table(exams)

/**
 * Returns an entry for each course in which the student has a result: the request that is possible
 * or the reason why none is, the fee, and the open exams.
 */
export async function readPossibleResits(
  queries: Queries,
  { studentId, language }: { readonly studentId: string; readonly language: Language },
  now: Date,
): Promise<WirePossibleResits> {
  const rules = await readStudyRules(queries)
  const { allowExamResit: isOpen, improvementsPerSemester, academicYearId } = rules
  if (!isOpen) return { isOpen, improvementsPerSemester, courses: [] }
  const histories = await readCourseHistories(queries, {
    studentId,
    courseId: null,
    yearId: academicYearId,
    language,
  })
  const sittings = await runStatement(
    queries,
    sql`select ${pick(columns(exam, 'id', 'courseId', 'startsAt', 'room', 'session'))} from ${exam}
     where ${exam.courseId} = any(${histories.map(({ courseId }) => courseId)}::uuid[]) and ${equalsLiteral(exam.state, 'published')}
     and ${isOneOfLiterals(exam.session, ['resit', 'special'])} and ${exam.startsAt} > ${now.toISOString()}::timestamptz
     order by ${exam.startsAt}, ${exam.id}`,
  )
  return {
    isOpen,
    improvementsPerSemester,
    courses: histories.map((history): WirePossibleResit => {
      const { courseId, course, result, value } = history
      const kind = resitKindFor(history)
      const fee = sittingFee(history.sittings, rules)
      const refusal = findResitRefusal(kind, history, {
        yearId: academicYearId ?? history.yearId,
        improvementsPerSemester,
      })
      const open = sittings
        .filter(
          (sitting) =>
            sitting.courseId === courseId && canStillRequestResit(now, sitting.startsAt, rules),
        )
        .map(({ id, startsAt, room, session }) => ({
          id,
          startsAt,
          room,
          session,
          fee,
          lastDay: lastResitRequestDay(startsAt, rules),
        }))
      return { courseId, course, kind, refusal, result, value, fee, sittings: refusal ? [] : open }
    }),
  }
}
