/** What goes of a student when the data of the application is erased: words and ways to reach the person. The register stays. */
import type { AnyResource } from '#model/resource.ts'
import { type ResourceName, resourceNamed } from '#resources/index.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { columnNameOf, tableNameOf } from '#server/engine/database/names.ts'
import { uuidv7 } from '#server/engine/database/uuid.ts'
import type { SecretKeys } from '#server/engine/secret-keys.ts'
import { storedColumns, type Values } from '#server/engine/sql/storage.ts'

interface Forgotten {
  readonly resource: ResourceName
  /** Its rows `r`, of the student `p.student` with the account `p.account`. */
  readonly rows: string
  /** What stands in place of the words. */
  readonly set: Values
}

/** Stands where a column must hold a text. */
const neutralText = '-'

/** A letter to nobody else. */
const toAlone = 'r.recipient_id = p.account and r.recipient_count = 1'
const ofStudent = 'r.student_id = p.student'
const hasLeft = "s.status in ('withdrawn', 'expelled', 'graduated')"

/**
 * What students wrote, what was answered to them alone, and what papers were for. Names, marks with their history, theses,
 * decisions on the status and the books stay: the archive has them.
 */
const forgotten: readonly Forgotten[] = [
  { resource: 'grade-appeals', rows: `${ofStudent} and r.answer is null`, set: { explanation: neutralText } },
  { resource: 'grade-appeals', rows: `${ofStudent} and r.answer is not null`, set: { explanation: neutralText, answer: neutralText } },
  {
    // The answer to an appeal is the reason of the correction.
    resource: 'grades',
    rows: `${ofStudent} and exists (select from grade_appeals a where a.grade_id = r.id and a.status = 'changed')`,
    set: { correctionReason: null },
  },
  // A request without the value that it wants cannot be granted.
  { resource: 'data-changes', rows: `${ofStudent} and r.status = 'requested'`, set: { status: 'withdrawn' } },
  { resource: 'data-changes', rows: ofStudent, set: { wanted: neutralText, explanation: neutralText, answer: null } },
  { resource: 'exam-resits', rows: ofStudent, set: { explanation: null, answer: null } },
  { resource: 'certificates', rows: ofStudent, set: { purpose: null, revokeReason: null } },
  { resource: 'messages', rows: `r.sender_id = p.account or (${toAlone})`, set: { subject: neutralText, body: neutralText } },
  {
    resource: 'students',
    rows: `r.id = p.student and exists (select from students s where s.id = r.id and ${hasLeft})`,
    set: { personalEmail: null, phone: null, address: null, city: null, emergencyContact: null },
  },
  {
    resource: 'users',
    rows: `r.id = p.account and exists (select from students s where s.user_id = r.id and ${hasLeft})`,
    set: { phone: null, description: null },
  },
]

interface Forgetting {
  readonly studentId: string
  readonly keys: SecretKeys
  readonly at: Date
}

/** Inside the transaction that erases the application. Answers the mails that went. */
export async function forgetStudent(queries: Queries, { studentId, ...how }: Forgetting): Promise<{ readonly id: string }[]> {
  const [student] = await queries.query<{ userId: string | null }>('select user_id as "userId" from students where id = $1', [studentId])
  const userId = student?.userId ?? null
  const letters = await queries.query<{ link: string }>(`select 'messages/' || r.id as link from messages r where r.sender_id = $1::uuid`, [
    userId,
  ])
  for (const { resource, rows, set } of forgotten) {
    const found = await queries.query<Values & { readonly id: string }>(
      `select ${['id', ...searchedBy(resource)].map((name) => `r.${columnNameOf(name)} as "${name}"`).join(', ')}
       from ${tableNameOf(resourceNamed(resource))} r cross join (select $1::uuid as student, $2::uuid as account) p where ${rows}`,
      [studentId, userId],
    )
    await blank(queries, resourceNamed(resource), { ...how, found, set })
  }
  return forgetNews(
    queries,
    userId,
    letters.map(({ link }) => link),
  )
}

const searchedBy = (resource: ResourceName) => resourceNamed(resource).list.search ?? []

interface Blanking extends Omit<Forgetting, 'studentId'> {
  readonly found: readonly (Values & { readonly id: string })[]
  readonly set: Values
}

/** Puts the neutral values in the rows, and takes the others out of their history. */
async function blank(queries: Queries, resource: AnyResource, { found, set, keys, at }: Blanking): Promise<void> {
  for (const { id, ...searched } of found) {
    const columns = storedColumns(resource, set, { ...searched, ...set }, { keys, id })
    await queries.query(
      `update ${tableNameOf(resource)} set ${columns.map(([name], i) => `${name} = $${i + 3}`).join(', ')}, version = version + 1, updated_at = $2
       where id = $1`,
      [id, at.toISOString(), ...columns.map(([, value]) => value)],
    )
    await queries.query(
      `insert into change (id, resource, record_id, version, action, actor_id, actor_name, actor_role, at, reason, before, after)
       select $1, $2, r.id, r.version, 'update', null, 'erasure', null, $3, null, '{}'::jsonb, '{}'::jsonb from ${tableNameOf(resource)} r where r.id = $4`,
      [uuidv7(at), resource.name, at.toISOString(), id],
    )
  }
  await queries.query(
    `update change set before = before - $3::text[], after = after - $3::text[], reason = null
     where resource = $1 and record_id = any($2::uuid[])`,
    [resource.name, found.map(({ id }) => id), Object.keys(set).filter((name) => name !== 'status')],
  )
}

/** What the student was told, and what others were told of the student's letters. */
async function forgetNews(queries: Queries, userId: string | null, links: readonly string[]): Promise<{ readonly id: string }[]> {
  await queries.query('delete from notifications where user_id = $1::uuid', [userId])
  await queries.query('update notifications set subject = null, subject_key = null where link = any($1::text[])', [links])
  return queries.query<{ id: string }>(
    `delete from outbox_mail where kind = 'notification' and (user_id = $1::uuid or params ->> 'link' = any($2::text[])) returning id`,
    [userId, links],
  )
}
