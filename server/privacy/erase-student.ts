/**
 * Erases a student's texts and contact data together with the application. Records that must be
 * archived stay.
 */
import type { Fields } from '@matricola/schema/field.ts'
import type { AnyResource, RecordOf } from '@matricola/schema/resource.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { uuidv7 } from '@matricola/server/database/uuid.ts'
import type { SystemReason } from '@matricola/server/policy/permit.ts'
import type { SecretKeys } from '@matricola/server/secret-keys.ts'
import { storedColumns, type Values } from '@matricola/server/sql/storage.ts'
import { changeTable, outboxMailTable } from '@matricola/server/sql/tables.ts'
import {
  assigned,
  type Columns,
  equalsLiteral,
  expr,
  into,
  isOneOfLiterals,
  pick,
  runStatement,
  type SqlExpression,
  type SqlPart,
  type Statement,
  setValues,
  sql,
  type TableOf,
  table,
} from '@matricola/server/sql/typed.ts'
import { certificates } from '#resources/certificates.ts'
import { dataChanges } from '#resources/data-changes.ts'
import { examResits } from '#resources/exam-resits.ts'
import { gradeAppeals } from '#resources/grade-appeals.ts'
import { grades } from '#resources/grades.ts'
import { messages } from '#resources/messages.ts'
import { notifications } from '#resources/notifications.ts'
import { students } from '#resources/students.ts'
import { users } from '#resources/users.ts'

const studentRow = table(students)
const message = table(messages)
const gradeAppeal = table(gradeAppeals)
const change = table(changeTable)
const notification = table(notifications)
const outboxMail = table(outboxMailTable)

/** The student and account whose data is erased. */
interface Person {
  readonly studentId: SqlExpression<string>
  readonly userId: SqlExpression<string | null>
}
interface EraseRule {
  readonly resource: AnyResource
  /** Query for the rows of a person. */
  readonly rowsOf: (person: Person) => Statement<Row>
  /** Values that replace the personal ones. */
  readonly set: Values
}
type Row = Values & { readonly id: string }
type Declared = AnyResource & { readonly fields: Fields }

/** Declares which rows of a resource are erased and the values they get. */
function eraseRule<const D extends Declared>(
  resource: D,
  isSelected: (row: TableOf<D>, person: Person) => SqlPart,
  set: { readonly [N in keyof D['fields']]?: RecordOf<D>[N & keyof RecordOf<D>] },
): EraseRule {
  const row = table(resource, 'selected')
  // The search text is computed from all of its fields, including those that are not erased.
  const selected = Object.fromEntries(
    ['id', ...(resource.list.search ?? [])].map((name) => [
      name,
      Reflect.get(row, name) as SqlExpression,
    ]),
  )
  return {
    resource,
    set,
    rowsOf: (person) =>
      sql`select ${pick(selected)} from ${row} where ${isSelected(row, person)}` as Statement<unknown> as Statement<Row>,
  }
}

/** Replaces personal texts in columns that do not allow null. */
const neutralText = '-'

type OfStudent = Columns<{ studentId: string }>
const isOfStudent = (row: OfStudent, { studentId }: Person) =>
  expr<boolean>`${row.studentId} = ${studentId}`
const hasLeft = isOneOfLiterals(studentRow.status, ['withdrawn', 'expelled', 'graduated'])

/**
 * Texts written by students, answers to them, and purposes of certificates. Names, grades with
 * their history, theses, status decisions and the
 * ledger with its receipts stay, since they must be archived.
 */
const eraseRules: readonly EraseRule[] = [
  eraseRule(
    gradeAppeals,
    (row, person) => sql`${isOfStudent(row, person)} and ${row.answer} is null`,
    { explanation: neutralText },
  ),
  eraseRule(
    gradeAppeals,
    (row, person) => sql`${isOfStudent(row, person)} and ${row.answer} is not null`,
    {
      explanation: neutralText,
      answer: neutralText,
    },
  ),
  // The correction reason of an appealed grade is the answer to the appeal.
  eraseRule(
    grades,
    (row, person) =>
      sql`${isOfStudent(row, person)} and exists (select from ${gradeAppeal} where ${gradeAppeal.gradeId} = ${row.id} and ${equalsLiteral(gradeAppeal.status, 'changed')})`,
    { correctionReason: null },
  ),
  // A request cannot be granted without the value that it asks for.
  eraseRule(
    dataChanges,
    (row, person) => sql`${isOfStudent(row, person)} and ${equalsLiteral(row.status, 'requested')}`,
    {
      status: 'withdrawn',
    },
  ),
  eraseRule(dataChanges, isOfStudent, {
    wanted: neutralText,
    explanation: neutralText,
    answer: null,
  }),
  eraseRule(examResits, isOfStudent, { explanation: null, answer: null }),
  eraseRule(certificates, isOfStudent, { purpose: null, revokeReason: null }),
  // Of the messages to the student, only those without other recipients.
  eraseRule(
    messages,
    (row, { userId }) =>
      sql`(${row.senderId} = ${userId} or (${row.recipientId} = ${userId} and ${row.recipientCount} = 1))`,
    { subject: neutralText, body: neutralText },
  ),
  eraseRule(
    students,
    (row, { studentId }) =>
      sql`${row.id} = ${studentId} and exists (select from ${studentRow} where ${studentRow.id} = ${row.id} and ${hasLeft})`,
    {
      personalEmail: null,
      phone: null,
      address: null,
      city: null,
      emergencyContact: null,
    },
  ),
  eraseRule(
    users,
    (row, { userId }) =>
      sql`${row.id} = ${userId} and exists (select from ${studentRow} where ${studentRow.userId} = ${row.id} and ${hasLeft})`,
    {
      phone: null,
      description: null,
    },
  ),
]

interface StudentErasure {
  readonly studentId: string
  readonly keys: SecretKeys
  readonly at: Date
}

/**
 * Erases the data in the transaction that erases the application. Returns the ids of the deleted
 * emails.
 */
export async function eraseStudent(
  queries: Queries,
  { studentId, ...options }: StudentErasure,
): Promise<{ readonly id: string }[]> {
  const [student] = await runStatement(
    queries,
    sql`select ${pick({ userId: studentRow.userId })} from ${studentRow} where ${studentRow.id} = ${studentId}`,
  )
  const userId = student?.userId ?? null
  const messageIds = await runStatement(
    queries,
    sql`select ${pick({ link: expr<string>`'messages/' || ${message.id}` })} from ${message} where ${message.senderId} = ${userId}::uuid`,
  )
  const person = {
    studentId: expr<string>`${studentId}::uuid`,
    userId: expr<string | null>`${userId}::uuid`,
  }
  for (const { resource, rowsOf, set } of eraseRules)
    await eraseRows(queries, resource, {
      ...options,
      found: await runStatement(queries, rowsOf(person)),
      set,
    })
  return eraseNotifications(
    queries,
    userId,
    messageIds.map(({ link }) => link),
  )
}

interface RowErasure extends Omit<StudentErasure, 'studentId'> {
  readonly found: readonly Row[]
  readonly set: Values
}

/** Stores the neutral values in the rows and removes the erased ones from their history. */
async function eraseRows(
  queries: Queries,
  resource: AnyResource,
  { found, set: values, keys, at }: RowErasure,
): Promise<void> {
  const resourceRow = table(resource)
  const now = at.toISOString()
  for (const { id, ...searchValues } of found) {
    const stored = storedColumns(resource, values, { ...searchValues, ...values }, { keys, id })
    const [changed] = await runStatement(
      queries,
      sql`update ${resourceRow} set ${assigned([['version', expr`${resourceRow.version} + 1`], ['updated_at', now], ...stored])}
       where ${resourceRow.id} = ${id} returning ${pick({ version: expr<number>`${resourceRow.version}` })}`,
    )
    await runStatement(
      queries,
      sql`insert into ${into(change, {
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
  const names = Object.keys(values).filter((name) => name !== 'status')
  await runStatement(
    queries,
    sql`update ${change} ${setValues(change, { before: expr`${change.before} - ${names}::text[]`, after: expr`${change.after} - ${names}::text[]`, reason: null })}
     where ${change.resource} = ${resource.name} and ${change.record_id} = any(${found.map(({ id }) => id)}::uuid[])`,
  )
}

/**
 * Deletes the student's notifications, and the subjects and emails of other users' notifications
 * about the student's messages.
 */
async function eraseNotifications(
  queries: Queries,
  userId: string | null,
  links: readonly string[],
): Promise<{ readonly id: string }[]> {
  await runStatement(
    queries,
    sql`delete from ${notification} where ${notification.userId} = ${userId}::uuid`,
  )
  await runStatement(
    queries,
    sql`update ${notification} ${setValues(notification, { subject: null, subjectKey: null })} where ${notification.link} = any(${links}::text[])`,
  )
  return runStatement(
    queries,
    sql`delete from ${outboxMail} where ${outboxMail.kind} = 'notification' and (${outboxMail.user_id} = ${userId}::uuid
     or ${outboxMail.params} ->> 'link' = any(${links}::text[])) returning ${pick({ id: outboxMail.id })}`,
  )
}
