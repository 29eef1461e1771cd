import { registryOf } from '@matricola/schema/registry.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { validateInput, valueSchema } from '@matricola/schema/validation.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { translateError } from '@matricola/server/database/translate-error.ts'
import { permitForSubtask } from '@matricola/server/policy/permit.ts'
import {
  type PlannedWrite,
  prepareEach,
  type ResourceCode,
  type TransactionContext,
  type WriteDraft,
} from '@matricola/server/records/hooks.ts'
import type { StoredRecord } from '@matricola/server/records/reading/get-record.ts'
import type { Records } from '@matricola/server/records/store.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import {
  columns,
  equalsLiteral,
  expr,
  outerTable,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import * as z from 'zod/mini'
import { dataChanges } from '#resources/data-changes.ts'
import { students } from '#resources/students.ts'
import { users } from '#resources/users.ts'

const dataChange = table(dataChanges)
const student = table(students)
const user = outerTable(users)

/**
 * Requests to change data that only staff may change. Applying one changes the student's record in
 * the same transaction.
 */
export const dataChangeHooks = ({ database }: Context): ResourceCode<typeof dataChanges> => ({
  actions: { apply: { work: applyDataChange } },
  prepare: prepareEach((write) => (write.before ? undefined : { set: prepareDataChange(write) })),
  validate: (writes) => dataChangeIssues(database, writes),
})

/**
 * Returns the values of a new request: the student, and the wanted value as the student's record
 * would store it. Throws `access.denied` and `input.invalid`.
 */
function prepareDataChange({ permit: { caller }, record }: WriteDraft<typeof dataChanges>): Values {
  if (!caller?.personId) throw new AppError('access.denied')
  const schema = z.strictObject({ wanted: valueSchema(fieldOf(students, record.subject)) })
  const result = validateInput(schema, { wanted: record.wanted })
  if (!result.ok) throw invalidInput(result.fields)
  return { studentId: caller.personId, wanted: String(result.value.wanted) }
}

/** Allows only one open request per student and field. */
async function dataChangeIssues(
  queries: Queries,
  writes: readonly PlannedWrite<typeof dataChanges>[],
): Promise<readonly FieldIssues[]> {
  const newRequests = writes.filter(({ before }) => before === null)
  const open =
    newRequests.length === 0
      ? []
      : await runStatement(
          queries,
          sql`select ${pick({ key: expr<string>`${dataChange.studentId} || '/' || ${dataChange.subject}` })} from ${dataChange}
           where ${equalsLiteral(dataChange.status, 'requested')} and ${dataChange.studentId} = any(${newRequests.map(({ record }) => record.studentId)}::uuid[])`,
        )
  const openKeys = new Set(open.map(({ key }) => key))
  return writes.map(
    ({ before, record }): FieldIssues =>
      before === null && openKeys.has(`${record.studentId}/${record.subject}`)
        ? { subject: [{ code: 'dataChange.open' }] }
        : {},
  )
}

/**
 * Stores the wanted value in the student's record, and in the account if it had the same value
 * before. Throws `input.invalid` at the field `wanted` if the student's record rejects the value.
 */
async function applyDataChange(
  { records, queries, permit }: TransactionContext,
  { id, values }: StoredRecord<typeof dataChanges>,
): Promise<void> {
  const { caller } = permit
  if (!caller) throw new AppError('access.denied')
  const { studentId, subject, wanted } = values
  const [before] = await runStatement(
    queries,
    sql`select ${pick({
      ...columns(student, 'userId', 'email'),
      name: expr<string>`${student.firstName} || ' ' || ${student.lastName}`,
      accountEmail: user.email,
      accountName: user.name,
    })}
     from ${student} left join ${user} on ${user.id} = ${student.userId} where ${student.id} = ${studentId}::uuid`,
  )
  try {
    const student = await records.applyInternalChange(
      permitForSubtask(caller, students, 'update'),
      {
        ...{ id: studentId, action: 'dataChange', values: () => ({ [subject]: wanted }) },
      },
    )
    if (before?.userId)
      await updateAccountToMatch(records, caller, { before, student, userId: before.userId })
  } catch (error) {
    const translated = translateError(registryOf(permit.resource), error)
    const issues = translated instanceof AppError ? translated.details.fields?.[subject] : undefined
    throw issues ? invalidInput({ wanted: issues }) : error
  }
  await records.applyInternalChange(permit, {
    id,
    action: 'apply',
    values: () => ({ status: 'applied' }),
  })
}

interface StudentAccount {
  readonly userId: string | null
  readonly email: string
  readonly name: string
  readonly accountEmail: string | null
  readonly accountName: string | null
}

interface AccountUpdate {
  readonly before: StudentAccount
  readonly student: Values
  readonly userId: string
}

/**
 * Updates the account's email and name where they matched the student's record. Values that the
 * user chose are kept.
 */
async function updateAccountToMatch(
  records: Records,
  caller: Caller,
  { before, student, userId }: AccountUpdate,
): Promise<void> {
  const isSame = (a: string | null, b: string) => a?.toLowerCase() === b.toLowerCase()
  const set = {
    ...(isSame(before.accountEmail, before.email) && { email: student.email }),
    ...(isSame(before.accountName, before.name) && {
      name: `${student.firstName} ${student.lastName}`.slice(0, 120).trim(),
    }),
  }
  if (Object.keys(set).length === 0) return
  await records.applyInternalChange(permitForSubtask(caller, users, 'update'), {
    id: userId,
    action: 'dataChange',
    values: () => set,
  })
}
