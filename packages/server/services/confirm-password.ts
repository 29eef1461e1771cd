import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import { invalidatingCallers } from '../session/caller-cache.ts'
import { verifyPassword } from './sign-in.ts'

/**
 * Records that the user has just entered the password again. Throws `input.invalid` if it is wrong,
 * or `requests.tooMany`.
 */
export async function recordPasswordConfirmation(
  context: Context,
  caller: Caller,
  password: string,
): Promise<void> {
  await verifyPassword(context, caller.id, password).catch((error: unknown) => {
    // Not a 401: clients would refresh their session, although it is valid.
    throw error instanceof AppError && error.code === 'credentials.wrong'
      ? invalidInput({ password: [{ code: 'password.wrong' }] })
      : error
  })
  const { database, clock } = context
  await invalidatingCallers(database, () =>
    database.query('update session set reauthenticated_at = $2 where id = $1', [
      caller.sessionId,
      clock.now().toISOString(),
    ]),
  )
}
