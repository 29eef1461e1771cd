/**
 * The list action `message`. A job sends the message in parts, which together count as one message
 * to many recipients.
 */

import { groupBy } from '@matricola/schema/group-by.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import { rowIssue } from '@matricola/schema/wire/jobs.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { uuidv7 } from '@matricola/server/database/uuid.ts'
import type { RowRefusal, RowWarnings } from '@matricola/server/records/batch/types.ts'
import type { ServerAction, TransactionContext } from '@matricola/server/records/hooks.ts'
import type { StoredRecord } from '@matricola/server/records/reading/get-record.ts'
import type { AskedAction } from '@matricola/server/records/writing/action.ts'
import { consume } from '@matricola/server/session/rate-limits.ts'
import { jobTable } from '@matricola/server/sql/tables.ts'
import {
  columns,
  equalsLiteral,
  outerTable,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { classEnrolments } from '#resources/class-enrolments.ts'
import type { professors } from '#resources/professors.ts'
import { students } from '#resources/students.ts'
import type { universityClasses } from '#resources/university-classes.ts'
import { users } from '#resources/users.ts'
import { universityRateLimits } from '#server/limits.ts'
import { type Recipient, sendToAll } from './send-to-all.ts'

const classEnrolment = table(classEnrolments)
const student = table(students)
const user = outerTable(users)
const recipient = table(users, 'recipient')
const jobRow = table(jobTable)

/**
 * Maximum length of a list of names, in characters: the limit of the field `audience` of messages.
 */
const maxAudience = 160

type RowOutcomes = Map<string, RowRefusal | RowWarnings>

/** The action `message` of classes: writes to all members who have an account. */
export const messageClassesAction = (context: Context): ServerAction<typeof universityClasses> => ({
  async workAll(transaction, classes, request) {
    const outcomes: RowOutcomes = new Map()
    const members = groupBy(await membersOf(transaction.queries, classes), ({ classId }) => classId)
    const recipients = classes.flatMap((universityClass): Recipient[] => {
      const all = members.get(universityClass.id) ?? []
      const audience = universityClass.values.name
      const withAccount = all.flatMap(({ userId, name }) =>
        userId && name ? [{ id: userId, name, audience }] : [],
      )
      const missing = all.length - withAccount.length
      if (withAccount.length === 0)
        outcomes.set(universityClass.id, { verdict: 'invalid', issues: rowIssue('message.nobody') })
      else if (missing > 0)
        outcomes.set(universityClass.id, {
          warnings: rowIssue('message.withoutAccount', { number: missing }),
        })
      return withAccount
    })
    const names = formatNames(classes.map(({ values }) => values.name))
    await sendPart(context, transaction, request, { recipients, audience: names })
    return outcomes
  },
})

const membersOf = (queries: Queries, classes: readonly StoredRecord[]) =>
  runStatement(
    queries,
    sql`SELECT ${pick({ classId: classEnrolment.classId, userId: user.id, name: user.name })} FROM ${classEnrolment} JOIN ${student} ON ${student.id} = ${classEnrolment.studentId}
     LEFT JOIN ${user} ON ${user.id} = ${student.userId} AND ${user.isActive}
     WHERE ${classEnrolment.classId} = ANY(${classes.map(({ id }) => id)}::uuid[]) AND ${equalsLiteral(classEnrolment.status, 'active')}
     ORDER BY ${student.lastNameKey}, ${student.firstNameKey}, ${classEnrolment.id}`,
  )

/**
 * The action `message` of students and professors: writes to every selected person who has an
 * account.
 */
export const messagePeopleAction = (
  context: Context,
  resource: 'students' | 'professors',
): ServerAction<typeof students | typeof professors> => ({
  async workAll(transaction, people, request) {
    const accounts = await accountsOf(transaction.queries, people)
    const outcomes: RowOutcomes = new Map()
    const recipients = people.flatMap(({ id, values }): Recipient[] => {
      const account = accounts.get(values.userId ?? '')
      if (account) return [account]
      outcomes.set(id, { verdict: 'invalid', issues: rowIssue('message.noAccount') })
      return []
    })
    const language = transaction.permit.caller?.language ?? 'en'
    const isToMany =
      transaction.jobId !== null && (await readJobTotal(transaction.queries, transaction.jobId)) > 1
    const audience = isToMany ? context.texts.text(language, `resources:${resource}.many`) : null
    await sendPart(context, transaction, request, { recipients, audience })
    return outcomes
  },
})

async function accountsOf(
  queries: Queries,
  people: readonly StoredRecord<typeof students | typeof professors>[],
): Promise<ReadonlyMap<string, Recipient>> {
  const ids = people.flatMap(({ values }) => values.userId ?? [])
  const rows = await runStatement(
    queries,
    sql`SELECT ${pick(columns(recipient, 'id', 'name'))} FROM ${recipient} WHERE ${recipient.isActive} AND ${recipient.id} = ANY(${ids}::uuid[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

async function readJobTotal(queries: Queries, jobId: string): Promise<number> {
  const [job] = await runStatement(
    queries,
    sql`SELECT ${pick({ total: jobRow.total })} FROM ${jobRow} WHERE ${jobRow.id} = ${jobId}::uuid`,
  )
  return job?.total ?? 0
}

interface MessagePart {
  readonly recipients: readonly Recipient[]
  readonly audience: string | null
}

async function sendPart(
  { clock }: Context,
  { records, queries, permit, jobId }: TransactionContext,
  request: AskedAction,
  part: MessagePart,
): Promise<void> {
  const { caller } = permit
  if (!caller) throw new AppError('access.denied')
  const now = clock.now()
  if (jobId === null) await consume(queries, universityRateLimits.messagesToMany, caller.id, now)
  await sendToAll(
    { records, queries, now },
    {
      ...part,
      id: jobId ?? uuidv7(now),
      sender: caller,
      subject: String(request.input.messageSubject),
      body: String(request.input.messageBody),
      jobId,
    },
  )
}

/** Joins names and cuts the result at the maximum length. */
function formatNames(names: readonly string[]): string {
  const all = names.join(', ')
  return all.length <= maxAudience ? all : `${all.slice(0, maxAudience - 1)}…`
}
