import type { Queries } from '@matricola/server/database/database.ts'
import { DatabaseRefusal } from '@matricola/server/database/refusal.ts'
import { pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { users } from '#resources/users.ts'
import { demoUsernames } from './accounts.ts'
import { demoDomain } from './people.ts'

const user = table(users)

/**
 * Stops the program from starting in production with demo data, because anyone who knows the demo
 * password could sign in as an administrator. Throws `DatabaseRefusal` while one of the demo
 * accounts is active.
 */
export async function assertNoDemoData(queries: Queries): Promise<void> {
  const found = await runStatement(
    queries,
    sql`select ${pick({ username: user.username })} from ${user}
     where ${user.username} = any(${demoUsernames}::text[]) and ${user.isActive} and ${user.email} like ${`%@${demoDomain}`} order by ${user.username}`,
  )
  if (found.length === 0) return
  const names = found.map(({ username }) => username).join(', ')
  throw new DatabaseRefusal(
    `The database contains the demo university, whose accounts (${names}) share the password in demo-password.txt. ` +
      'Use an empty database. Or start without NODE_ENV=production, deactivate these accounts or assign them to real users with their own email addresses, and start again.',
  )
}
