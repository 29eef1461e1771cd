import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Context } from '../context.ts'
import { queueMail } from '../mail/outbox.ts'
import { findAccountById } from '../session/accounts.ts'
import { consume, rateLimits } from '../session/rate-limits.ts'

/**
 * Sends an account's invitation again. Throws `record.missing`, `transition.refused` if the user
 * has a password or is inactive, or `requests.tooMany`.
 */
export async function inviteUser(context: Context, userId: string): Promise<void> {
  const { database, clock } = context
  const account = await findAccountById(context, userId)
  if (!account) throw new AppError('record.missing')
  if (account.passwordHash !== null || !account.isActive) throw new AppError('transition.refused')
  await consume(database, rateLimits.invitation, userId, clock.now())
  await database.transaction(async (queries) => {
    const now = clock.now()
    await queries.query('update users set invited_at = $2 where id = $1', [
      userId,
      now.toISOString(),
    ])
    await queueMail(queries, now, { kind: 'invitation', userId })
  })
}
