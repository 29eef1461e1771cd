import type { Language } from '@matricola/schema/vocabulary.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { Context } from '../context.ts'
import { notify } from '../mail/notify.ts'
import { queueMail } from '../mail/outbox.ts'
import { type Account, guessableWords, storePassword } from '../session/accounts.ts'
import { sessionTransaction } from '../session/caller-cache.ts'
import { getAccountOfToken, redeemToken, type TokenKind } from '../session/one-time-tokens.ts'
import { hashPassword, isCorrectPassword, normalizePassword } from '../session/password-hash.ts'
import { passwordIssues } from '../session/password-policy.ts'
import { recordSecurityEvent } from '../session/security-events.ts'
import {
  openSession,
  revokeSessionsOf,
  type SessionLocation,
  type SessionTokens,
} from '../session/sessions.ts'
import { verifyPassword } from './sign-in.ts'

interface PasswordChange {
  readonly userId: string
  readonly currentPassword: string
  readonly password: string
  readonly origin: SessionLocation
}

/**
 * Changes the caller's password. Ends all sessions of the caller and starts a new one. Throws
 * `input.invalid` for `currentPassword` or `password`, and `requests.tooMany`.
 */
export async function changeOwnPassword(
  context: Context,
  change: PasswordChange,
): Promise<SessionTokens> {
  const { database, registry, keys, clock } = context
  const account = await verifyPassword(context, change.userId, change.currentPassword).catch(
    asFieldIssue,
  )
  if (normalizePassword(change.password) === normalizePassword(change.currentPassword))
    throw invalidInput({ password: [{ code: 'password.same' }] })
  await assertGoodPassword(context, account, change.password)
  const hash = await hashPassword(keys.pepper, change.password)
  return await sessionTransaction(database, async (queries) => {
    const now = clock.now()
    await storePassword(queries, { userId: account.id, hash, mustChange: false }, now)
    await revokeSessionsOf(queries, [account.id], 'passwordChanged', now)
    await recordSecurityEvent(queries, now, {
      kind: 'passwordChanged',
      userId: account.id,
      address: change.origin.address,
    })
    await queueMail(queries, now, { kind: 'passwordChanged', userId: account.id })
    await notify(
      queries,
      { registry, now },
      { type: 'passwordChanged', userId: account.id, link: 'account' },
    )
    return (await openSession(queries, registry, account, change.origin, now)).tokens
  })
}

/**
 * A wrong current password is reported as an invalid field, because a 401 would look like an
 * expired session.
 */
function asFieldIssue(error: unknown): never {
  if (error instanceof AppError && error.code === 'credentials.wrong') {
    throw invalidInput({ currentPassword: [{ code: 'password.wrong' }] })
  }
  throw error
}

/**
 * Sets a password with the token from an emailed link. Ends all sessions of the user and signs
 * nobody in. Throws `token.invalid`, or `input.invalid` for a rejected password. In the latter
 * case, the link stays valid.
 */
export async function setPasswordByLink(
  context: Context,
  {
    kind,
    token,
    password,
    language,
  }: {
    readonly kind: TokenKind
    readonly token: string
    readonly password: string
    readonly language: Language
  },
): Promise<void> {
  const { database, registry, keys, clock } = context
  const account = await getAccountOfToken(context, kind, token)
  await assertGoodPassword(context, account, password)
  if (
    account.passwordHash !== null &&
    (await isCorrectPassword(keys.pepper, account.passwordHash, password))
  ) {
    throw invalidInput({ password: [{ code: 'password.same' }] })
  }
  const hash = await hashPassword(keys.pepper, password)
  await sessionTransaction(database, async (queries) => {
    const now = clock.now()
    await redeemToken(queries, kind, token, now)
    await storePassword(queries, { userId: account.id, hash, mustChange: false }, now)
    await revokeSessionsOf(queries, [account.id], 'passwordChanged', now)
    await recordSecurityEvent(queries, now, {
      kind: kind === 'reset' ? 'passwordReset' : 'invitationAccepted',
      userId: account.id,
    })
    if (kind !== 'reset') {
      await queries.query('update users set language = coalesce(language, $2) where id = $1', [
        account.id,
        language,
      ])
      return
    }
    await queueMail(queries, now, { kind: 'passwordChanged', userId: account.id })
    await notify(
      queries,
      { registry, now },
      { type: 'passwordChanged', userId: account.id, link: 'account' },
    )
  })
}

/** Throws `input.invalid` for a password that is too short, too long or easy to guess. */
export async function assertGoodPassword(
  { database }: Context,
  account: Pick<Account, 'name' | 'username' | 'email'>,
  password: string,
): Promise<void> {
  const [settings] = await database.query<{ university_name: string }>(
    'select university_name from settings limit 1',
  )
  const issues = passwordIssues(password, guessableWords(account, settings?.university_name ?? ''))
  if (issues.length > 0) throw invalidInput({ password: issues })
}
