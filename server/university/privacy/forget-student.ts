/** Data of a student that is erased with the application: texts and contact data. The records that must be archived stay. */
import type { Fields } from '#model/field.ts'
import type { AnyResource, RecordOf } from '#model/resource.ts'
import { certificates } from '#resources/certificates.ts'
import { dataChanges } from '#resources/data-changes.ts'
import { examResits } from '#resources/exam-resits.ts'
import { gradeAppeals } from '#resources/grade-appeals.ts'
import { grades } from '#resources/grades.ts'
import { messages } from '#resources/messages.ts'
import { notifications } from '#resources/notifications.ts'
import { students } from '#resources/students.ts'
import { users } from '#resources/users.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { uuidv7 } from '#server/engine/database/uuid.ts'
import type { SystemReason } from '#server/engine/policy/permit.ts'
import type { SecretKeys } from '#server/engine/secret-keys.ts'
import { storedColumns, type Values } from '#server/engine/sql/storage.ts'
import { change, outboxMail } from '#server/engine/sql/tables.ts'
import {
  assigned,
  type Columns,
  type Expression,
  expr,
  into,
  is,
  isIn,
  type Part,
  pick,
  run,
  type Statement,
  set,
  sql,
  type TableOf,
  table,
} from '#server/engine/sql/typed.ts'

const s = table(students, 's')
const l = table(messages, 'l')
const a = table(gradeAppeals, 'a')
const h = table(change, 'h')
const n = table(notifications, 'n')
const o = table(outboxMail, 'o')

/** The student and account whose data is erased. */
interface Person {
  readonly studentId: Expression<string>
  readonly userId: Expression<string | null>
}
interface Forgotten {
  readonly resource: AnyResource
  /** Query for the rows of one person. */
  readonly rowsOf: (person: Person) => Statement<Row>
  /** Values that replace the personal ones. */
  readonly set: Values
}
type Row = Values & { readonly id: string }
type Declared = AnyResource & { readonly fields: Fields }

/** Declares which rows of a resource are erased and the values they get. */
function forget<const D extends Declared>(
  resource: D,
  isMeant: (row: TableOf<D>, person: Person) => Part,
  set: { readonly [N in keyof D['fields']]?: RecordOf<D>[N & keyof RecordOf<D>] },
): Forgotten {
  const row = table(resource, 'r')
  // The search text is computed from all of its fields, including those that are not erased.
  const kept = Object.fromEntries(['id', ...(resource.list.search ?? [])].map((name) => [name, Reflect.get(row, name) as Expression]))
  return {
    resource,
    set,
    rowsOf: (person) => sql`select ${pick(kept)} from ${row} where ${isMeant(row, person)}` as Statement<unknown> as Statement<Row>,
  }
}

/** Replaces personal texts in columns that do not allow null. */
const neutralText = '-'

type OfStudent = Columns<{ studentId: string }>
const isOfStudent = (row: OfStudent, { studentId }: Person) => expr<boolean>`${row.studentId} = ${studentId}`
const hasLeft = isIn(s.status, ['withdrawn', 'expelled', 'graduated'])

/**
 * Texts written by students, answers to them, and purposes of certificates. Names, grades with their history, theses, status
 * decisions and the ledger stay, since they must be archived.
 */
const forgotten: readonly Forgotten[] = [
  forget(gradeAppeals, (row, person) => sql`${isOfStudent(row, person)} and ${row.answer} is null`, { explanation: neutralText }),
  forget(gradeAppeals, (row, person) => sql`${isOfStudent(row, person)} and ${row.answer} is not null`, {
    explanation: neutralText,
    answer: neutralText,
  }),
  // The correction reason of an appealed grade is the answer to the appeal.
  forget(
    grades,
    (row, person) =>
      sql`${isOfStudent(row, person)} and exists (select from ${a} where ${a.gradeId} = ${row.id} and ${is(a.status, 'changed')})`,
    { correctionReason: null },
  ),
  // A request cannot be granted without the value that it asks for.
  forget(dataChanges, (row, person) => sql`${isOfStudent(row, person)} and ${is(row.status, 'requested')}`, { status: 'withdrawn' }),
  forget(dataChanges, isOfStudent, { wanted: neutralText, explanation: neutralText, answer: null }),
  forget(examResits, isOfStudent, { explanation: null, answer: null }),
  forget(certificates, isOfStudent, { purpose: null, revokeReason: null }),
  // Of the messages to the student, only those without other recipients.
  forget(
    messages,
    (row, { userId }) => sql`(${row.senderId} = ${userId} or (${row.recipientId} = ${userId} and ${row.recipientCount} = 1))`,
    { subject: neutralText, body: neutralText },
  ),
  forget(
    students,
    (row, { studentId }) => sql`${row.id} = ${studentId} and exists (select from ${s} where ${s.id} = ${row.id} and ${hasLeft})`,
    {
      personalEmail: null,
      phone: null,
      address: null,
      city: null,
      emergencyContact: null,
    },
  ),
  forget(
    users,
    (row, { userId }) => sql`${row.id} = ${userId} and exists (select from ${s} where ${s.userId} = ${row.id} and ${hasLeft})`,
    {
      phone: null,
      description: null,
    },
  ),
]

interface Forgetting {
  readonly studentId: string
  readonly keys: SecretKeys
  readonly at: Date
}

/** Erases the data in the transaction that erases the application. Returns the ids of the deleted emails. */
export async function forgetStudent(queries: Queries, { studentId, ...how }: Forgetting): Promise<{ readonly id: string }[]> {
  const [student] = await run(queries, sql`select ${pick({ userId: s.userId })} from ${s} where ${s.id} = ${studentId}`)
  const userId = student?.userId ?? null
  const letters = await run(
    queries,
    sql`select ${pick({ link: expr<string>`'messages/' || ${l.id}` })} from ${l} where ${l.senderId} = ${userId}::uuid`,
  )
  const person = { studentId: expr<string>`${studentId}::uuid`, userId: expr<string | null>`${userId}::uuid` }
  for (const { resource, rowsOf, set } of forgotten)
    await blank(queries, resource, { ...how, found: await run(queries, rowsOf(person)), set })
  return forgetNews(
    queries,
    userId,
    letters.map(({ link }) => link),
  )
}

interface Blanking extends Omit<Forgetting, 'studentId'> {
  readonly found: readonly Row[]
  readonly set: Values
}

/** Stores the neutral values in the rows and removes the erased ones from their history. */
async function blank(queries: Queries, resource: AnyResource, { found, set: given, keys, at }: Blanking): Promise<void> {
  const r = table(resource, 'r')
  const now = at.toISOString()
  for (const { id, ...searched } of found) {
    const stored = storedColumns(resource, given, { ...searched, ...given }, { keys, id })
    const [changed] = await run(
      queries,
      sql`update ${r} set ${assigned([['version', expr`${r.version} + 1`], ['updated_at', now], ...stored])}
       where ${r.id} = ${id} returning ${pick({ version: expr<number>`${r.version}` })}`,
    )
    await run(
      queries,
      sql`insert into ${into(h, {
        ...{
          id: uuidv7(at),
          resource: resource.name,
          record_id: id,
          version: changed?.version ?? 1,
          action: 'update',
          actor_name: 'erasure' satisfies SystemReason,
        },
        ...{ at: now, before: {}, after: {} },
      })}`,
    )
  }
  const names = Object.keys(given).filter((name) => name !== 'status')
  await run(
    queries,
    sql`update ${h} ${set(h, { before: expr`${h.before} - ${names}::text[]`, after: expr`${h.after} - ${names}::text[]`, reason: null })}
     where ${h.resource} = ${resource.name} and ${h.record_id} = any(${found.map(({ id }) => id)}::uuid[])`,
  )
}

/** Deletes the student's notifications, and the subjects and emails of other users' notifications about the student's messages. */
async function forgetNews(queries: Queries, userId: string | null, links: readonly string[]): Promise<{ readonly id: string }[]> {
  await run(queries, sql`delete from ${n} where ${n.userId} = ${userId}::uuid`)
  await run(queries, sql`update ${n} ${set(n, { subject: null, subjectKey: null })} where ${n.link} = any(${links}::text[])`)
  return run(
    queries,
    sql`delete from ${o} where ${o.kind} = 'notification' and (${o.user_id} = ${userId}::uuid
     or ${o.params} ->> 'link' = any(${links}::text[])) returning ${pick({ id: o.id })}`,
  )
}
