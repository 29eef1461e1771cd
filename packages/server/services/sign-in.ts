import type { Language } from '@matricola/schema/vocabulary.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/database.ts'
import { type NotificationOrigin, notify } from '../mail/notify.ts'
import { queueMail } from '../mail/outbox.ts'
import { type Account, findAccountById, findAccountByLogin, loginKey } from '../session/accounts.ts'
import { sessionTransaction } from '../session/caller-cache.ts'
import { isKnownDevice, recordDevice } from '../session/devices.ts'
import { hashPassword, isCorrectPassword, isOutdatedHash } from '../session/password-hash.ts'
import { consume, type RateLimit, rateLimits, refundAttempt } from '../session/rate-limits.ts'
import { recordSecurityEvent } from '../session/security-events.ts'
import {
  findSessionOfToken,
  openSession,
  revokeSession,
  type SessionTokens,
} from '../session/sessions.ts'
import { hashToken, isToken, maskSubject } from '../session/tokens.ts'

export interface SignInAttempt {
  readonly username: string
  readonly password: string
  /** The full address, for rate limits, and the address without its last part, for storage. */
  readonly limitedAddress: string
  readonly address: string
  readonly device: string
  /** Tokens from cookies: for a known browser, and for a session to replace. */
  readonly deviceToken: string | null
  readonly oldToken: string | null
  /** Becomes the user's language if none is stored yet. */
  readonly language: Language
}

export interface SignInResult {
  readonly account: Account
  readonly tokens: SessionTokens
  /** Token of a new browser; absent if the browser was known. */
  readonly deviceToken?: string
}

/**
 * Opens a session for a username and password. Throws the same `credentials.wrong` for unknown
 * names, inactive or invited users, and wrong passwords. Also throws `requests.tooMany` and
 * `server.busy`.
 */
export async function signIn(context: Context, attempt: SignInAttempt): Promise<SignInResult> {
  const { database, registry, keys, clock } = context
  const account = await findAccountByLogin(context, attempt.username)
  const knownDevice =
    account && (await isKnownDevice(database, account.id, attempt.deviceToken, clock.now()))
      ? attempt.deviceToken
      : null
  const buckets = rateLimitsOf(context, attempt, { account, knownDevice })
  for (const [limit, subject] of buckets) await consume(database, limit, subject, clock.now())

  const stored = account?.isActive ? account.passwordHash : null
  const isCorrect = await isCorrectPassword(keys.pepper, stored, attempt.password)
  if (!isCorrect || !account || stored === null) {
    await recordSecurityEvent(database, clock.now(), {
      kind: 'signInFailed',
      userId: account?.id ?? null,
      address: attempt.address,
    })
    throw new AppError('credentials.wrong')
  }
  const newHash = isOutdatedHash(stored) ? await hashPassword(keys.pepper, attempt.password) : null
  return await sessionTransaction(database, async (queries) => {
    for (const [limit, subject] of buckets) await refundAttempt(queries, limit, subject)
    if (newHash)
      await queries.query('update credential set password_hash = $2 where user_id = $1', [
        account.id,
        newHash,
      ])
    return await startSession(queries, attempt, {
      registry,
      account,
      knownDevice,
      now: clock.now(),
    })
  })
}

/**
 * Limits accounts and addresses separately. A browser that the user has used before has a separate
 * limit.
 */
function rateLimitsOf(
  { keys }: Context,
  attempt: SignInAttempt,
  {
    account,
    knownDevice,
  }: { readonly account: Account | null; readonly knownDevice: string | null },
): readonly (readonly [RateLimit, string])[] {
  if (knownDevice !== null) return [[rateLimits.loginDevice, hashToken(knownDevice).slice(0, 22)]]
  const subject = maskSubject(
    keys.index,
    account ? `user:${account.id}` : `name:${loginKey(attempt.username)}`,
  )
  const address = maskSubject(keys.index, `address:${attempt.limitedAddress}`)
  return [
    [rateLimits.loginAddress, address],
    [rateLimits.loginAccountHour, subject],
    [rateLimits.loginAccount, subject],
  ]
}

async function startSession(
  queries: Queries,
  attempt: SignInAttempt,
  {
    registry,
    account,
    knownDevice,
    now,
  }: NotificationOrigin & { readonly account: Account; readonly knownDevice: string | null },
): Promise<SignInResult> {
  // Replace the session in the request's cookies, so that an attacker cannot plant a session for
  // the user to sign in to.
  const old = isToken(attempt.oldToken) ? await findSessionOfToken(queries, attempt.oldToken) : null
  if (old) await revokeSession(queries, old, 'replaced', now)
  const { tokens } = await openSession(
    queries,
    registry,
    account,
    { address: attempt.address, device: attempt.device },
    now,
  )
  await queries.query(
    'update users set last_login_at = $2, language = coalesce(language, $3) where id = $1',
    [account.id, now.toISOString(), attempt.language],
  )
  const device = await recordDevice(queries, account.id, knownDevice, now)
  const isStaff = registry.roleFacts(account.role).isStaff
  if (device && !device.isFirst && isStaff) {
    const params = { device: attempt.device || '–', address: attempt.address }
    await queueMail(queries, now, { kind: 'newDevice', userId: account.id, params })
    await notify(
      queries,
      { registry, now },
      { type: 'newDevice', userId: account.id, subject: attempt.device || null, link: 'account' },
    )
  }
  await recordSecurityEvent(queries, now, {
    kind: 'signedIn',
    userId: account.id,
    address: attempt.address,
  })
  return { account, tokens, ...(device && { deviceToken: device.token }) }
}

/**
 * Checks the password during a session, before a sensitive action. Throws `credentials.wrong` or
 * `requests.tooMany`.
 */
export async function verifyPassword(
  context: Context,
  userId: string,
  password: string,
): Promise<Account> {
  const { database, keys, clock } = context
  const subject = maskSubject(keys.index, `user:${userId}`)
  await consume(database, rateLimits.passwordProof, subject, clock.now())
  const account = await findAccountById(context, userId)
  if (!account || !(await isCorrectPassword(keys.pepper, account.passwordHash, password))) {
    await recordSecurityEvent(database, clock.now(), { kind: 'passwordProofFailed', userId })
    throw new AppError('credentials.wrong')
  }
  await refundAttempt(database, rateLimits.passwordProof, subject)
  return account
}
