import type { Language } from '#model/vocabulary.ts'
import { AppError } from '#model/wire/errors.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/database.ts'
import { notify } from '../mail/notify.ts'
import { queueMail } from '../mail/outbox.ts'
import { type Account, accountById, accountByLogin, loginKey } from '../session/accounts.ts'
import { isKnownDevice, rememberDevice } from '../session/devices.ts'
import { recordEvent } from '../session/events.ts'
import { sessionTransaction } from '../session/known-callers.ts'
import { consume, type Limit, limits, release } from '../session/limiter.ts'
import { hashPassword, isOutdated, isPassword } from '../session/password-hash.ts'
import { endSession, openSession, type SessionTokens, sessionOfToken } from '../session/sessions.ts'
import { hashToken, isToken, maskSubject } from '../session/tokens.ts'

export interface SignIn {
  readonly username: string
  readonly password: string
  /** Whole address for the limits, and without its last part for what is kept. */
  readonly limitedAddress: string
  readonly address: string
  readonly device: string
  /** Tokens of the cookies that came along: the browser's, and of a session to be replaced. */
  readonly deviceToken: string | null
  readonly oldToken: string | null
  /** Taken for the person's where none is known yet. */
  readonly language: Language
}

export interface SignedIn {
  readonly account: Account
  readonly tokens: SessionTokens
  /** A new browser's token; absent where it was known. */
  readonly deviceToken?: string
}

/**
 * Opens a session for a name and password (S-5.3 to S-5.6). Throws `credentials.wrong`, alike for an unknown name, an
 * inactive or invited person and a wrong password; `requests.tooMany`, `server.busy`.
 */
export async function signIn(context: Context, attempt: SignIn): Promise<SignedIn> {
  const { database, keys, clock } = context
  const account = await accountByLogin(database, attempt.username)
  const knownDevice = account && (await isKnownDevice(database, account.id, attempt.deviceToken, clock.now())) ? attempt.deviceToken : null
  const buckets = bucketsOf(context, attempt, { account, knownDevice })
  for (const [limit, subject] of buckets) await consume(database, limit, subject, clock.now())

  const stored = account?.isActive ? account.passwordHash : null
  const fits = await isPassword(keys.pepper, stored, attempt.password)
  if (!fits || !account || stored === null) {
    await recordEvent(database, clock.now(), { kind: 'signInFailed', userId: account?.id ?? null, address: attempt.address })
    throw new AppError('credentials.wrong')
  }
  const newHash = isOutdated(stored) ? await hashPassword(keys.pepper, attempt.password) : null
  return await sessionTransaction(database, async (queries) => {
    for (const [limit, subject] of buckets) await release(queries, limit, subject)
    if (newHash) await queries.query('update credential set password_hash = $2 where user_id = $1', [account.id, newHash])
    return await begin(queries, attempt, { account, knownDevice, now: clock.now() })
  })
}

/** Account and address are limited each on its own; a browser that the person has used before has a limit to itself. */
function bucketsOf(
  { keys }: Context,
  attempt: SignIn,
  { account, knownDevice }: { readonly account: Account | null; readonly knownDevice: string | null },
): readonly (readonly [Limit, string])[] {
  if (knownDevice !== null) return [[limits.loginDevice, hashToken(knownDevice).slice(0, 22)]]
  const subject = maskSubject(keys.index, account ? `user:${account.id}` : `name:${loginKey(attempt.username)}`)
  const address = maskSubject(keys.index, `address:${attempt.limitedAddress}`)
  return [
    [limits.loginAddress, address],
    [limits.loginAccountHour, subject],
    [limits.loginAccount, subject],
  ]
}

async function begin(
  queries: Queries,
  attempt: SignIn,
  { account, knownDevice, now }: { readonly account: Account; readonly knownDevice: string | null; readonly now: Date },
): Promise<SignedIn> {
  // A session whose cookies came along is replaced, so that nobody can plant one to be used (S-3.5).
  const old = isToken(attempt.oldToken) ? await sessionOfToken(queries, attempt.oldToken) : null
  if (old) await endSession(queries, old, 'replaced', now)
  const { tokens } = await openSession(queries, account, { address: attempt.address, device: attempt.device }, now)
  await queries.query('update users set last_login_at = $2, language = coalesce(language, $3) where id = $1', [
    account.id,
    now.toISOString(),
    attempt.language,
  ])
  const device = await rememberDevice(queries, account.id, knownDevice, now)
  const isStaff = account.role === 'admin' || account.role === 'secretary'
  if (device && !device.isFirst && isStaff) {
    const params = { device: attempt.device || '–', address: attempt.address }
    await queueMail(queries, now, { kind: 'newDevice', userId: account.id, params })
    await notify(queries, now, { type: 'newDevice', userId: account.id, subject: attempt.device || null, link: 'account' })
  }
  await recordEvent(queries, now, { kind: 'signedIn', userId: account.id, address: attempt.address })
  return { account, tokens, ...(device && { deviceToken: device.token }) }
}

/** Proves the password again in a running session, for what asks for it (S-3.8). Throws `credentials.wrong`, `requests.tooMany`. */
export async function provePassword(context: Context, userId: string, password: string): Promise<Account> {
  const { database, keys, clock } = context
  const subject = maskSubject(keys.index, `user:${userId}`)
  await consume(database, limits.passwordProof, subject, clock.now())
  const account = await accountById(database, userId)
  if (!account || !(await isPassword(keys.pepper, account.passwordHash, password))) {
    await recordEvent(database, clock.now(), { kind: 'passwordProofFailed', userId })
    throw new AppError('credentials.wrong')
  }
  await release(database, limits.passwordProof, subject)
  return account
}
