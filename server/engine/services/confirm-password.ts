import { AppError, invalidInput } from '#model/wire/errors.ts'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import { forgettingCallers } from '../session/known-callers.ts'
import { provePassword } from './sign-in.ts'

/** Notes that the person gave the password again just now. Throws `input.invalid` for a wrong one, `requests.tooMany`. */
export async function confirmPassword(context: Context, caller: Caller, password: string): Promise<void> {
  await provePassword(context, caller.id, password).catch((error: unknown) => {
    // Not a 401, at which a client would refresh its session: the session is fine, the answer is wrong.
    throw error instanceof AppError && error.code === 'credentials.wrong' ? invalidInput({ password: [{ code: 'password.wrong' }] }) : error
  })
  const { database, clock } = context
  await forgettingCallers(database, () =>
    database.query('update session set reauthenticated_at = $2 where id = $1', [caller.sessionId, clock.now().toISOString()]),
  )
}
