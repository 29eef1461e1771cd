import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Queries } from '../database/database.ts'
import type { Environment } from '../environment.ts'
import { type Account, type AccountSource, findAccountById, passwordVersion } from './accounts.ts'
import { invitationTokenMs, maxResetTokens, resetTokenMs } from './lifetimes.ts'
import { createToken, hashToken, isToken } from './tokens.ts'

export type TokenKind = 'reset' | 'invitation'

/**
 * Creates the token of a link, and binds it to the user and the current password. Above the limit,
 * voids the oldest live tokens.
 */
export async function createOneTimeToken(
  queries: Queries,
  kind: TokenKind,
  account: Account,
  now: Date,
): Promise<string> {
  const token = createToken()
  const expiresAt = new Date(now.getTime() + (kind === 'reset' ? resetTokenMs : invitationTokenMs))
  await queries.query(
    'insert into one_time_token (hash, kind, user_id, password_version, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)',
    [
      hashToken(token),
      kind,
      account.id,
      passwordVersion(account),
      now.toISOString(),
      expiresAt.toISOString(),
    ],
  )
  await queries.query(
    `update one_time_token set used_at = $3 where hash in (
       select hash from one_time_token where user_id = $1 and kind = $2 and used_at is null and expires_at > $3
       order by created_at desc, hash offset ${maxResetTokens})`,
    [account.id, kind, now.toISOString()],
  )
  return token
}

/**
 * Returns the account of a valid token. The token must be unused and not expired, the user active,
 * and the password unchanged. Otherwise throws `token.invalid`. The token can still be used
 * afterwards; see `redeemToken`.
 */
export async function getAccountOfToken(
  source: AccountSource & Pick<Environment, 'clock'>,
  kind: TokenKind,
  token: string,
): Promise<Account> {
  const now = source.clock.now()
  const rows = isToken(token)
    ? await source.database.query<{ user_id: string; password_version: string | null }>(
        'select user_id, password_version from one_time_token where hash = $1 and kind = $2 and used_at is null and expires_at > $3',
        [hashToken(token), kind, now.toISOString()],
      )
    : []
  const account = rows[0] ? await findAccountById(source, rows[0].user_id) : null
  if (!account?.isActive || passwordVersion(account) !== rows[0]?.password_version)
    throw new AppError('token.invalid')
  return account
}

/**
 * Marks a token as used, in one conditional statement, so that only one of two calls succeeds. The
 * other call throws `token.invalid`.
 */
export async function redeemToken(
  queries: Queries,
  kind: TokenKind,
  token: string,
  now: Date,
): Promise<void> {
  const redeemed = await queries.query(
    'update one_time_token set used_at = $3 where hash = $1 and kind = $2 and used_at is null and expires_at > $3 returning hash',
    [hashToken(token), kind, now.toISOString()],
  )
  if (redeemed.length === 0) throw new AppError('token.invalid')
}

/** Voids all live links of users after a change of their password or email address. */
export async function revokeOneTimeTokens(
  queries: Queries,
  userIds: readonly string[],
  now: Date,
): Promise<void> {
  if (userIds.length === 0) return
  await queries.query(
    'update one_time_token set used_at = $2 where user_id = any($1::uuid[]) and used_at is null',
    [userIds, now.toISOString()],
  )
}
