/** Contesting a mark: what an appeal gets from the mark, what stands against it, its answer, and who is told. */
import { appealRefusal, type Contestable, hoursAfter } from '#model/academic/appeals.ts'
import { AppError, invalidInput } from '#model/errors.ts'
import type { FieldIssues } from '#model/wire.ts'
import { grades } from '#resources/grades.ts'
import { notifyAll } from '#server/engine/actions/notify.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { authorize } from '#server/engine/policy/permit.ts'
import type { AskedAction } from '#server/engine/records/action.ts'
import type { StoredRecord } from '#server/engine/records/find.ts'
import type { PlannedWrite, Prepared, Within, WriteEvent } from '#server/engine/records/lifecycles.ts'
import type { Values } from '#server/engine/sql/storage.ts'
import { studyRules } from '../study/rules.ts'

interface ContestedMark extends Contestable {
  readonly studentId: string
  readonly courseId: string
  readonly professorId: string | null
  readonly result: string
  readonly value: number | null
}

/**
 * What a new appeal holds beside its explanation: whose it is, the mark as it stands, who is asked and by when. Throws
 * `access.denied`, and `input.invalid` where the mark cannot be contested by who asks, or not now.
 */
export async function preparedAppeal(queries: Queries, { permit: { caller }, record }: PlannedWrite, now: Date): Promise<Prepared> {
  if (!caller?.personId) throw new AppError('access.denied')
  const [mark] = await queries.query<ContestedMark>(
    `select g.student_id as "studentId", g.course_id as "courseId", coalesce(e.professor_id, g.professor_id) as "professorId", g.result, g.value,
       g.state, g.published_at as "publishedAt", exists (select from grade_appeals a where a.grade_id = g.id) as "isContested"
     from grades g left join exams e on e.id = g.exam_id where g.id = $1::uuid`,
    [record.gradeId],
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

/** Who answers, and when. */
export function preparedAnswer({ permit: { caller }, changed }: PlannedWrite, now: Date): Prepared | undefined {
  if (changed.status !== 'changed' && changed.status !== 'upheld') return undefined
  return { set: { answeredAt: now.toISOString(), ...(caller?.personId && { professorId: caller.personId }) } }
}

/** A mark that an answer changes becomes another one. */
export const answerIssues = async (queries: Queries, writes: readonly PlannedWrite[]): Promise<readonly FieldIssues[]> => {
  const changing = writes.filter(({ changed }) => changed.status === 'changed')
  const marks =
    changing.length === 0
      ? []
      : await queries.query<{ id: string; result: string; value: number | null }>(
          'select id, result, value from grades where id = any($1::uuid[])',
          [changing.map(({ record }) => record.gradeId)],
        )
  const standing = new Map(marks.map(({ id, result, value }) => [id, `${result} ${value}`]))
  return writes.map((write): FieldIssues => {
    const { gradeId, newResult, newValue } = write.record
    const isSame = changing.includes(write) && standing.get(String(gradeId)) === `${newResult} ${newValue ?? null}`
    return isSame ? { newResult: [{ code: 'appeal.sameMark' }] } : {}
  })
}

/** Corrects the mark and answers the appeal in one transaction; a mark that was locked meanwhile stays locked. Throws `input.invalid`. */
export async function changeMark({ records, permit }: Within, { id, values }: StoredRecord, { values: given }: AskedAction): Promise<void> {
  const { caller } = permit
  if (!caller) throw new AppError('access.denied')
  await records.change(permit, { id, action: 'change', values: () => given })
  await records.change(authorize(caller, grades, 'act'), {
    id: String(values.gradeId),
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

/** Whether anybody is told of a write: not of what the student takes back. */
export const isToldOf = ({ before, changed, record }: PlannedWrite) =>
  before === null || ('status' in changed && record.status !== 'withdrawn')

/** Tells those who may answer of a new appeal, and the student of the answer. */
export async function tellOfAppeal(queries: Queries, { id, before, record, at }: WriteEvent): Promise<void> {
  const isNew = before === null
  const people = await queries.query<{ userId: string; course: string }>(
    isNew
      ? `select distinct u.id as "userId", c.name as course from grades g join courses c on c.id = g.course_id
           left join exams e on e.id = g.exam_id left join university_classes k on k.id = e.class_id
           join professors p on p.id in (coalesce(e.professor_id, g.professor_id), k.lead_professor_id) join users u on u.id = p.user_id and u.is_active
         where g.id = $1::uuid`
      : `select s.user_id as "userId", c.name as course from grades g join courses c on c.id = g.course_id join students s on s.id = g.student_id
         where g.id = $1::uuid and s.user_id is not null`,
    [record.gradeId],
  )
  const type = isNew ? 'gradeContested' : 'appealAnswered'
  await notifyAll(
    queries,
    new Date(at),
    people.map(({ userId, course }) => ({ type, userId, subject: course.slice(0, 120), link: `grade-appeals/${id}` })),
  )
}
