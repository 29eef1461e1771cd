/** Contesting a mark: what an appeal gets from the mark, what stands against it, its answer, and who is told. */
import { appealRefusal, hoursAfter } from '#model/academic/appeals.ts'
import { AppError, invalidInput } from '#model/errors.ts'
import type { FieldIssues } from '#model/wire.ts'
import { courses } from '#resources/courses.ts'
import { exams } from '#resources/exams.ts'
import { gradeAppeals } from '#resources/grade-appeals.ts'
import { grades } from '#resources/grades.ts'
import { professors } from '#resources/professors.ts'
import { students } from '#resources/students.ts'
import { universityClasses } from '#resources/university-classes.ts'
import { users } from '#resources/users.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { authorize } from '#server/engine/policy/permit.ts'
import type { AskedAction } from '#server/engine/records/action.ts'
import type { StoredRecord } from '#server/engine/records/find.ts'
import { type Draft, type PlannedWrite, type Prepared, touches, type Within, type WriteEvent } from '#server/engine/records/hooks.ts'
import { notifyAll } from '#server/engine/services/notify.ts'
import type { Values } from '#server/engine/sql/storage.ts'
import { columns, expr, outer, pick, present, run, sql, table } from '#server/engine/sql/typed.ts'
import { studyRules } from '../study/rules.ts'

const a = table(gradeAppeals, 'a')
const g = table(grades, 'g')
const e = outer(exams, 'e')
const k = outer(universityClasses, 'k')
const c = table(courses, 'c')
const p = table(professors, 'p')
const s = table(students, 's')
const u = table(users, 'u')

/**
 * Values of a new appeal beside its explanation: whose it is, the mark as it stands, who is asked and by when. Throws
 * `access.denied`, and `input.invalid` where the mark cannot be contested by who asks, or not now.
 */
export async function preparedAppeal(
  queries: Queries,
  { permit: { caller }, record }: Draft<typeof gradeAppeals>,
  now: Date,
): Promise<Prepared> {
  if (!caller?.personId) throw new AppError('access.denied')
  const [mark] = await run(
    queries,
    sql`select ${pick({
      ...columns(g, 'studentId', 'courseId', 'result', 'value', 'state', 'publishedAt'),
      professorId: expr<string | null>`coalesce(${e.professorId}, ${g.professorId})`,
      isContested: expr<boolean>`exists (select from ${a} where ${a.gradeId} = ${g.id})`,
    })}
     from ${g} left join ${e} on ${e.id} = ${g.examId} where ${g.id} = ${record.gradeId}::uuid`,
  )
  if (!mark || mark.studentId !== caller.personId) throw invalidInput({ gradeId: [{ code: 'reference.unknown' }] })
  const { gradeContestHours: contestHours, gradeAnswerHours } = await studyRules(queries)
  const refusal = appealRefusal(mark, { now, contestHours })
  if (refusal)
    throw invalidInput({ gradeId: [{ code: refusal, ...(refusal === 'appeal.tooLate' && { params: { hours: contestHours } }) }] })
  const { state: _, publishedAt: __, isContested: ___, ...held } = mark
  const contestedAt = now.toISOString()
  return { set: { ...held, contestedAt, dueAt: hoursAfter(contestedAt, gradeAnswerHours) } }
}

/** Sets who answers, and when. */
export function preparedAnswer({ permit: { caller }, changed }: Draft<typeof gradeAppeals>, now: Date): Prepared | undefined {
  if (changed.status !== 'changed' && changed.status !== 'upheld') return undefined
  return { set: { answeredAt: now.toISOString(), ...(caller?.personId && { professorId: caller.personId }) } }
}

/** A mark that an answer changes becomes another one. */
export const answerIssues = async (
  queries: Queries,
  writes: readonly PlannedWrite<typeof gradeAppeals>[],
): Promise<readonly FieldIssues[]> => {
  const changing = writes.filter(({ changed }) => changed.status === 'changed')
  const marks =
    changing.length === 0
      ? []
      : await run(
          queries,
          sql`select ${pick(columns(g, 'id', 'result', 'value'))} from ${g}
           where ${g.id} = any(${changing.map(({ record }) => record.gradeId)}::uuid[])`,
        )
  const standing = new Map(marks.map(({ id, result, value }) => [id, `${result} ${value}`]))
  return writes.map((write): FieldIssues => {
    const { gradeId, newResult, newValue } = write.record
    const isSame = changing.includes(write) && standing.get(gradeId) === `${newResult} ${newValue}`
    return isSame ? { newResult: [{ code: 'appeal.sameMark' }] } : {}
  })
}

/** Corrects the mark and answers the appeal in one transaction; a mark that was locked meanwhile stays locked. Throws `input.invalid`. */
export async function changeMark(
  { records, permit }: Within,
  { id, values }: StoredRecord<typeof gradeAppeals>,
  { values: given }: AskedAction,
): Promise<void> {
  const { caller } = permit
  if (!caller) throw new AppError('access.denied')
  await records.change(permit, { id, action: 'change', values: () => given })
  await records.change(authorize(caller, grades, 'act'), {
    id: values.gradeId,
    action: 'correct',
    // The student is told of the answer, which says it all.
    extras: { isAnswer: true, isToldAtOnce: true },
    values: () => correctionOf(given),
  })
}

const correctionOf = ({ newResult, newValue, answer }: Values): Values => ({
  result: newResult,
  value: newResult === 'graded' ? newValue : null,
  correctionReason: String(answer).replace(/\s+/g, ' '),
})

/** Tells whether anybody is told of a write: not of what the student takes back. */
export const isToldOf = ({ before, changed, record }: PlannedWrite<typeof gradeAppeals>) =>
  before === null || (touches(changed, 'status') && record.status !== 'withdrawn')

/** Tells those who may answer of a new appeal, and the student of the answer. */
export async function tellOfAppeal(queries: Queries, { id, before, record, at }: WriteEvent<typeof gradeAppeals>): Promise<void> {
  const isNew = before === null
  const people = await run(
    queries,
    isNew
      ? sql`select distinct ${pick({ userId: u.id, course: c.name })} from ${g} join ${c} on ${c.id} = ${g.courseId}
           left join ${e} on ${e.id} = ${g.examId} left join ${k} on ${k.id} = ${e.classId}
           join ${p} on ${p.id} in (coalesce(${e.professorId}, ${g.professorId}), ${k.leadProfessorId})
           join ${u} on ${u.id} = ${p.userId} and ${u.isActive}
         where ${g.id} = ${record.gradeId}::uuid`
      : sql`select ${pick({ userId: present(s.userId), course: c.name })} from ${g} join ${c} on ${c.id} = ${g.courseId}
      join ${s} on ${s.id} = ${g.studentId}
         where ${g.id} = ${record.gradeId}::uuid and ${s.userId} is not null`,
  )
  const type = isNew ? 'gradeContested' : 'appealAnswered'
  await notifyAll(
    queries,
    new Date(at),
    people.map(({ userId, course }) => ({ type, userId, subject: course.slice(0, 120), link: `grade-appeals/${id}` })),
  )
}
