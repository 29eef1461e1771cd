import { invalidInput } from '#model/errors.ts'
import { courses } from '#resources/courses.ts'
import type { exams } from '#resources/exams.ts'
import { grades } from '#resources/grades.ts'
import { professors } from '#resources/professors.ts'
import { universityClasses } from '#resources/university-classes.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { type Actor, permitForActor } from '#server/engine/policy/permit.ts'
import { storeMany } from '#server/engine/records/batch-statement.ts'
import type { Hooks, PlannedWrite, WriteEvent } from '#server/engine/records/hooks.ts'
import { Totals } from '#server/engine/records/totals.ts'
import { notifyAll } from '#server/engine/services/notify.ts'
import type { Values } from '#server/engine/sql/storage.ts'
import { columns, expr, is, pick, present, run, sql, table } from '#server/engine/sql/typed.ts'
import { studyRules } from '../study/rules.ts'

const g = table(grades, 'g')
const c = table(courses, 'c')
const p = table(professors, 'p')
const k = table(universityClasses, 'k')

/** Change that a step of the exam makes to its marks. */
const steps = { lock: { from: 'published', to: 'locked' }, unlock: { from: 'locked', to: 'published' } } as const
const isLockStep = (action: string): action is keyof typeof steps => Object.hasOwn(steps, action)

/**
 * The hooks of exams along with that of their marks: they are locked and unlocked with the exam, which has no drafts
 * then. After an unlocking the professors are told, and the marks are due anew before they are locked again.
 */
export const lockingMarks = (context: Context, hooks: Hooks = {}): Hooks => {
  const concerns = (write: PlannedWrite<typeof exams>) => hooks.afterWrite !== undefined && (hooks.isConcerned?.(write) ?? true)
  return {
    ...hooks,
    async beforeUpdate(write) {
      const prepared = await hooks.beforeUpdate?.(write)
      const times = await timesOf(context, write)
      return times ? { ...prepared, set: { ...prepared?.set, ...times } } : prepared
    },
    isConcerned: (write) => isLockStep(write.action) || concerns(write),
    async afterWrite(queries, event) {
      if (concerns(event)) await hooks.afterWrite?.(queries, event)
      if (!isLockStep(event.action)) return
      if (event.action === 'lock') await demandNoDrafts(queries, event.id)
      await stepMarks(context, queries, { examId: event.id, step: event.action, actor: event.permit.actor, at: event.at })
      if (event.action === 'unlock') await tellProfessors(queries, event)
    },
  }
}

/** Examiners say what becomes of drafts. The exam's row is held by the write, and by whoever enters a mark. Throws `input.invalid`. */
async function demandNoDrafts(queries: Queries, examId: string): Promise<void> {
  const [row] = await run(
    queries,
    sql`select ${pick({ drafts: expr<number>`count(*)` })} from ${g} where ${g.examId} = ${examId} and ${is(g.state, 'draft')}`,
  )
  if (row && row.drafts > 0) throw invalidInput({ state: [{ code: 'exam.drafts', params: { number: row.drafts } }] })
}

async function timesOf({ clock, database }: Context, { action }: PlannedWrite<typeof exams>): Promise<Values | undefined> {
  const now = clock.now()
  if (action === 'lock') return { lockedAt: now.toISOString() }
  if (action !== 'unlock') return undefined
  const { gradeLockHours } = await studyRules(database)
  return { lockedAt: null, gradeDueAt: new Date(now.getTime() + gradeLockHours * 3_600_000).toISOString() }
}

interface MarkStep {
  readonly examId: string
  readonly step: keyof typeof steps
  readonly actor: Actor
  readonly at: string
}

/** Takes the step on every mark of the exam that is in the state for it, with its history. */
async function stepMarks({ database, keys, clock }: Context, queries: Queries, { examId, step, actor, at }: MarkStep): Promise<void> {
  const { from, to } = steps[step]
  const found = await run(
    queries,
    sql`select ${pick(columns(g, 'id', 'version'))} from ${g} where ${g.examId} = ${examId} and ${g.state} = ${from}
     order by ${g.id} for no key update`,
  )
  if (found.length === 0) return
  const values = { state: to }
  const rows = found.map(({ id, version }) => ({ id, from: version, values, noted: values, before: { state: from }, record: values }))
  const source = { database, keys, clock, totals: new Totals(clock) }
  await storeMany(source, queries, { permit: permitForActor(actor, grades, 'update'), action: step, at: new Date(at), rows })
}

async function tellProfessors(queries: Queries, { id, record, at }: WriteEvent<typeof exams>): Promise<void> {
  const people = await run(
    queries,
    sql`select distinct ${pick({ user: present(p.userId), course: c.name })} from ${c}, ${p}
     where ${c.id} = ${record.courseId} and ${p.userId} is not null
       and ${p.id} in (${record.professorId}::uuid, (select ${k.leadProfessorId} from ${k} where ${k.id} = ${record.classId}))`,
  )
  await notifyAll(
    queries,
    new Date(at),
    people.map(({ user, course }) => ({ type: 'gradesUnlocked', userId: user, subject: course, link: `exams/${id}/marks` })),
  )
}
