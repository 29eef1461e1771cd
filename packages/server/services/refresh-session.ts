import type { Role } from '@matricola/schema/vocabulary.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Context } from '../context.ts'
import { queueMail } from '../mail/outbox.ts'
import { sessionTransaction } from '../session/caller-cache.ts'
import { consume, rateLimits } from '../session/rate-limits.ts'
import { rotateRefreshToken } from '../session/rotation.ts'
import { recordSecurityEvent } from '../session/security-events.ts'
import { findSessionOfToken, type SessionTokens } from '../session/sessions.ts'
import { hashToken, isToken, maskSubject } from '../session/tokens.ts'

interface RefreshAttempt {
  readonly token: string | null
  readonly limitedAddress: string
  readonly address: string
}

/**
 * Exchanges a refresh token for the next one. Using a token twice ends the session. This is
 * recorded, and the user gets at most one email a day about it. Throws `session.required` without a
 * token, `session.expired` or `requests.tooMany`.
 */
export async function refreshSession(
  { database, registry, keys, clock }: Context,
  { token, limitedAddress, address }: RefreshAttempt,
): Promise<{ readonly tokens: SessionTokens; readonly role: Role }> {
  if (token === null) throw new AppError('session.required')
  const now = clock.now()
  await consume(
    database,
    rateLimits.refreshAddress,
    maskSubject(keys.index, `address:${limitedAddress}`),
    now,
  )
  const sessionId = isToken(token) ? await findSessionOfToken(database, token) : null
  if (!sessionId) throw new AppError('session.expired')
  await consume(database, rateLimits.refreshSession, sessionId, now)
  const rotation = await sessionTransaction(database, async (queries) => {
    const done = await rotateRefreshToken(queries, registry, hashToken(token), now)
    if (done.outcome === 'recovered')
      await recordSecurityEvent(queries, now, {
        kind: 'responseLost',
        userId: done.userId,
        address,
      })
    if (done.outcome === 'reused') {
      await recordSecurityEvent(queries, now, { kind: 'tokenReused', userId: done.userId, address })
      const onceKey = `tokenReused:${done.userId}:${now.toISOString().slice(0, 10)}`
      await queueMail(queries, now, { kind: 'tokenReused', userId: done.userId, onceKey })
    }
    return done
  })
  if (rotation.outcome === 'over' || rotation.outcome === 'reused')
    throw new AppError('session.expired')
  return { tokens: rotation.tokens, role: rotation.role }
}
