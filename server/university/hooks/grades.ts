import { AppError, invalidInput } from '#model/errors.ts'
import type { FieldIssues, Issue } from '#model/wire.ts'
import { courses } from '#resources/courses.ts'
import type { grades } from '#resources/grades.ts'
import { professors } from '#resources/professors.ts'
import { students } from '#resources/students.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { Draft, Hooks, PlannedWrite, WriteEvent } from '#server/engine/records/hooks.ts'
import { notifyAll } from '#server/engine/services/notify.ts'
import type { Values } from '#server/engine/sql/storage.ts'
import { expr, outer, pick, run, sql, table } from '#server/engine/sql/typed.ts'
import { appealOf } from '#server/university/appeals/of-mark.ts'
import { holdExams } from '#server/university/sheets/lock-exam-rows.ts'
import { type MarkFacts, markFacts } from '#server/university/sheets/mark-facts.ts'
import { studyRules } from '#server/university/study/rules.ts'

const c = table(courses, 'c')
const s = outer(students, 's')
const p = outer(professors, 'p')

/** States of an exam whose marks can be entered once it has begun. */
const open = ['published', 'held', 'graded']

/**
 * Marks are entered by who holds the exam, or leads its class, for who sits it, from its start until they are locked. What
 * a mark counts as, and the how many-th attempt it is, the university says. Who gets a mark is told when it is out.
 */
export const gradeHooks = ({ clock, database }: Context): Hooks<typeof grades> => ({
  async prepare(writes) {
    const news = writes.filter(({ before }) => before === null)
    const counted = news.length > 0 ? await valuesOfNew(database, news, clock.now()) : []
    return writes.map((write) => {
      const { action, before, permit, record } = write
      if (before === null) return { set: counted[news.indexOf(write)] ?? {} }
      if (action === 'correct' && record.correctionReason === null) return invalidInput({ correctionReason: [{ code: 'required' }] })
      if (action === 'publish') return { set: { publishedAt: clock.now().toISOString() } }
      // Overwriting a draft means answering for it.
      return action === 'update' && permit.caller?.personId ? { set: { professorId: permit.caller.personId } } : undefined
    })
  },
  async validate(writes) {
    const entered = writes.filter(isEntered)
    const facts = await markFacts(database, entered, clock.now())
    return writes.map((write) => {
      const found = facts[entered.indexOf(write)]
      return found ? issuesIn(write, found) : {}
    })
  },
  async after(queries, events) {
    await holdExams(
      queries,
      events.filter((event) => isEntered(event) && event.permit.actor.role !== null),
    )
    await tell(
      queries,
      events.filter(({ before, extras }) => before !== null && extras.isToldAtOnce !== true),
    )
  },
  async remove(_, { values }) {
    if (values.state !== 'draft') throw new AppError('record.referenced')
  },
  detail: async ({ role }, { id }) => ({ ...(await appealOf(database, { gradeId: id, role, now: clock.now() })) }),
})

/** Year, kind, attempt and professor of each of some new marks. */
async function valuesOfNew(queries: Queries, writes: readonly Draft<typeof grades>[], now: Date): Promise<Values[]> {
  const facts = await markFacts(queries, writes, now)
  const { academicYearId } = facts.some(({ exam }) => exam === null) ? await studyRules(queries) : { academicYearId: null }
  const before = new Map<string, number>()
  return writes.map(({ permit, record }, at): Values => {
    const found = facts[at]
    if (!found) return {}
    const { exam, kind, attempts } = found
    const key = `${record.studentId} ${exam?.courseId ?? record.courseId}`
    const earlier = before.get(key) ?? 0
    before.set(key, earlier + 1)
    return {
      academicYearId: exam?.academicYearId ?? record.academicYearId ?? academicYearId,
      kind: exam ? kind : 'recognised',
      attempt: attempts + earlier + 1,
      professorId: permit.caller?.personId ?? record.professorId ?? exam?.professorId ?? null,
    }
  })
}

/** Notifications of the person named by each field, by step. */
const told: { readonly [action: string]: 'gradePublished' | 'gradeCorrected' | 'gradesUnlocked' | undefined } = {
  publish: 'gradePublished',
  correct: 'gradeCorrected',
  unlock: 'gradesUnlocked',
}

/** Steps that admins take change no mark, and the answer to an appeal changes one that was locked meanwhile too. */
const isEntered = ({ action, extras }: PlannedWrite<typeof grades>) => action !== 'lock' && action !== 'unlock' && extras.isAnswer !== true

function issuesIn({ permit, before, record }: PlannedWrite<typeof grades>, { exam, sits, leadsCourse }: MarkFacts): FieldIssues {
  const refused = (field: string, code: string, issue: Issue = { code }): FieldIssues => ({ [field]: [issue] })
  const asker = permit.caller?.personId
  const isByProgram = permit.actor.role === null
  if (!exam) {
    // An exam that does not exist is refused by the write itself.
    if (record.examId != null) return {}
    if (!isByProgram && !leadsCourse) return refused('courseId', 'mark.notYours')
    return record.academicYearId == null ? refused('examId', 'required') : {}
  }
  if (record.courseId !== exam.courseId) return refused('courseId', 'mark.otherCourse')
  if (!isByProgram && asker !== exam.professorId && asker !== exam.leaderId) return refused('examId', 'mark.notYours')
  if (exam.state === 'locked' || exam.state === 'cancelled') return isByProgram ? {} : refused('examId', 'mark.examClosed')
  if (!open.includes(exam.state) || !exam.hasBegun) return refused('examId', 'mark.examNotBegun')
  return before === null && !sits ? refused('studentId', 'mark.notParticipant') : {}
}

/** Tells students of their marks, and professors of those that were unlocked. */
async function tell(queries: Queries, events: readonly WriteEvent<typeof grades>[]): Promise<void> {
  const news = events.flatMap(({ id, action, record }) => {
    const type = told[action]
    return type ? [{ id, type, studentId: record.studentId, professorId: record.professorId ?? null, courseId: record.courseId }] : []
  })
  const [first] = events
  if (!first || news.length === 0) return
  const rows = await run(
    queries,
    sql`select ${pick({ id: expr<string>`n.id`, type: expr<(typeof news)[number]['type']>`n.type`, userId: expr<string>`a.user_id`, course: c.name })}
     from jsonb_to_recordset(${JSON.stringify(news)}::jsonb) as n (id uuid, type text, "studentId" uuid, "professorId" uuid, "courseId" uuid)
       join ${c} on ${c.id} = n."courseId" left join ${s} on ${s.id} = n."studentId" left join ${p} on ${p.id} = n."professorId"
       cross join lateral (select case when n.type = 'gradesUnlocked' then ${p.userId} else ${s.userId} end as user_id) a
     where a.user_id is not null`,
  )
  await notifyAll(
    queries,
    new Date(first.at),
    rows.map(({ id, type, userId, course }) => ({ type, userId, subject: course.slice(0, 120), link: `grades/${id}` })),
  )
}
