/** What time alone brings about for marks: they fall due, and they are locked. Any number of processes may watch at once. */
import { exams } from '#resources/exams.ts'
import { notifyAll } from '#server/engine/actions/notify.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { systemPermit } from '#server/engine/policy/permit.ts'
import { recordsOf } from '#server/engine/records/store.ts'
import { trustedNow } from '#server/engine/session/trusted-clock.ts'
import { computed } from '#server/university/computed.ts'
import { dueAtSql, locksAtSql } from './times.ts'

/** What has been due for longer is not told of any more: the professor was told, or nobody is. */
const toldWithinDays = 7
const atOnce = 50

/** Does all that is due now, and answers how many exams it was: none while the clock is not to be believed. */
export async function watchMarks(context: Context): Promise<number> {
  const now = await trustedNow(context)
  if (now === null) return 0
  const records = recordsOf(context)
  const told = await context.database.transaction((queries) => tellDue(queries, now))
  let locked = 0
  const lockNext = () =>
    records.together(async (inner, queries) => {
      const id = await nextToLock(queries, now)
      if (id === null) return false
      await inner.change(systemPermit('studies', exams, 'update'), { id, action: 'lock', values: () => ({ state: 'locked' }) })
      return true
    })
  while (await lockNext()) locked += 1
  return told + locked
}

/** Published marks whose time to be corrected is over. What has drafts waits for who examines. */
async function nextToLock(queries: Queries, now: Date): Promise<string | null> {
  const [next] = await queries.query<{ id: string }>(
    `select e.id from exams e cross join settings r where e.state = 'graded' and e.starts_at < $1 and ${locksAtSql('e', 'r')} <= $1 and not ${hasDrafts}
     order by e.starts_at, e.id limit 1 for no key update of e skip locked`,
    [now.toISOString()],
  )
  if (!next) return null
  // A draft may have come between the look and the hold.
  const [held] = await queries.query(`select 1 from exams e where e.id = $1 and not ${hasDrafts}`, [next.id])
  return held ? next.id : null
}

const hasDrafts = "exists (select from grades g where g.exam_id = e.id and g.state = 'draft')"

interface Due {
  readonly id: string
  readonly user: string
  readonly course: string
  readonly dueAt: string
}

/**
 * Tells who holds an exam once that its marks are due, or that drafts keep it from being locked. The exam's row is held,
 * so that two processes do not both tell.
 */
async function tellDue(queries: Queries, now: Date): Promise<number> {
  const due = await queries.query<Due>(
    `select e.id, p.user_id as "user", c.name as course, due.at as "dueAt"
     from exams e join university_classes k on k.id = e.class_id join professors p on p.id = coalesce(e.professor_id, k.lead_professor_id) join courses c on c.id = e.course_id cross join settings r
       cross join lateral (select case when e.state = 'graded' then ${locksAtSql('e', 'r')} else ${dueAtSql('e', 'r')} end as at) due
     where ${computed.awaitsMarks('e')} and p.user_id is not null and r.notification_enabled
       and e.starts_at < $1 and due.at between $1::timestamptz - $2 * interval '1 day' and $1
       and not exists (select from notifications n where n.user_id = p.user_id and ${isToldOfSql('n')})
     order by e.starts_at, e.id limit ${atOnce} for no key update of e skip locked`,
    [now.toISOString(), toldWithinDays],
  )
  // Whoever had the row first may have told meanwhile: only what is there now counts.
  const known = await queries.query<{ link: string }>(
    `select n.link from jsonb_to_recordset($1::jsonb) as e (id uuid, due timestamptz) cross join lateral (select e.due as at) due
       join notifications n on ${isToldOfSql('n')}`,
    [JSON.stringify(due.map(({ id, dueAt }) => ({ id, due: dueAt })))],
  )
  const links = new Set(known.map(({ link }) => link))
  const untold = due.filter(({ id }) => !links.has(linkOf(id)))
  await notifyAll(
    queries,
    now,
    untold.map(({ id, user, course }) => ({ type: 'gradesDue', userId: user, subject: course, link: linkOf(id) })),
  )
  return untold.length
}

/** Whether a notification tells of the exam `e` that what is due at `due.at` is due; what fell due earlier was another matter. */
const isToldOfSql = (n: string) => `${n}.type = 'gradesDue' and ${n}.link = 'exams/' || e.id || '/marks' and ${n}.sent_at >= due.at`

const linkOf = (examId: string) => `exams/${examId}/marks`
