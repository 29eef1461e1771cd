import { fold } from '@matricola/schema/values/folding.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { permitForSubtask } from '@matricola/server/policy/permit.ts'
import type { Records } from '@matricola/server/records/store.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { students } from '#resources/students.ts'
import { users } from '#resources/users.ts'
import { EnrolmentError } from './enrol-checks.ts'

const user = table(users)
const student = table(students)

const longestName = 120
const longestUsername = 50

interface AccountRequest {
  readonly caller: Caller
  readonly registration: Values
  /** Account from an earlier enrolment of the same person, which was undone. */
  readonly formerId: string | null
}

/**
 * Creates the new student's account, without a password, or reactivates the one from an enrolment
 * that was undone. Returns its id. Throws `EnrolmentError` if the email address belongs to another
 * account or student.
 */
export async function openStudentAccount(
  records: Records,
  queries: Queries,
  { caller, registration, formerId }: AccountRequest,
): Promise<string> {
  const email = String(registration.personalEmail)
  const owners = await runStatement(
    queries,
    sql`select ${pick({ id: user.id })} from ${user} where lower(${user.email}) = lower(${email})
     union select coalesce(${student.userId}, ${student.id}) from ${student} where lower(${student.email}) = lower(${email})`,
  )
  if (owners.some(({ id }) => id !== formerId)) throw new EnrolmentError('emailInUse')
  if (formerId !== null) {
    await records.update(permitForSubtask(caller, users, 'update'), {
      id: formerId,
      isActive: true,
      email,
    })
    return formerId
  }
  const name = `${registration.firstName} ${registration.lastName}`.slice(0, longestName).trim()
  const username = await findFreeUsername(queries, registration)
  const account = await records.insert(permitForSubtask(caller, users, 'create'), {
    ...{ name, username, email, role: 'student' },
    language: registration.language,
  })
  return account.id
}

/**
 * Returns a free username such as `ana-maria.pop`, with a number added if it is taken; `student`
 * for names in other scripts.
 */
async function findFreeUsername(
  queries: Queries,
  { firstName, lastName }: Values,
): Promise<string> {
  const parts = [firstName, lastName].map((part) =>
    fold(String(part))
      .replace(/ +/g, '-')
      .replace(/[^a-z-]/g, '')
      .replace(/^-+|-+$/g, ''),
  )
  const candidate = parts.filter(Boolean).join('.').slice(0, longestUsername)
  const base = candidate.length < 3 ? 'student' : candidate
  // Serializes enrolments with the same base name, so that two transactions cannot pick the same
  // username.
  await runStatement(
    queries,
    sql`select pg_advisory_xact_lock(hashtextextended('username:' || ${base}, 0))`,
  )
  const rows = await runStatement(
    queries,
    sql`select ${pick({ name: user.usernameKey })} from ${user} where starts_with(${user.usernameKey}, ${base})`,
  )
  const takenUsernames = new Set(rows.map(({ name }) => name))
  for (let number = 1; ; number++) {
    const username = number === 1 ? base : `${base}${number}`
    if (!takenUsernames.has(username)) return username
  }
}
