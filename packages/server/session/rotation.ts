import type { Registry } from '@matricola/schema/registry.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import type { Queries } from '../database/database.ts'
import { maxLostResponses, rotationGraceMs, sessionLifetime } from './lifetimes.ts'
import { issueAccessToken, issueTokens, revokeSession, type SessionTokens } from './sessions.ts'
import { hashToken } from './tokens.ts'

/** Result of a refresh: new tokens, an ended session, or a token that was used twice. */
export type Rotation =
  | {
      readonly outcome: 'rotated' | 'shared' | 'recovered'
      readonly tokens: SessionTokens
      readonly userId: string
      readonly role: Role
    }
  | { readonly outcome: 'over' }
  | { readonly outcome: 'reused'; readonly userId: string }

interface SessionRow {
  id: string
  user_id: string
  role: Role
  is_active: boolean
  revoked_at: string | null
  absolute_expires_at: string
  last_used_at: string
  lost_responses: number
}
interface TokenRow {
  hash: string
  used_at: string | null
  revoked_at: string | null
  successor_hash: string | null
}

/**
 * Exchanges a refresh token for the next one. Locks the session's row first, so that only one of
 * several parallel calls rotates the token. Must run inside a transaction. Act on the result only
 * after the commit.
 */
export async function rotateRefreshToken(
  queries: Queries,
  registry: Registry,
  hash: string,
  now: Date,
): Promise<Rotation> {
  const [session] = await queries.query<SessionRow>(
    `select s.id, s.user_id, u.role, u.is_active, s.revoked_at, s.absolute_expires_at, s.last_used_at, s.lost_responses
     from session s join users u on u.id = s.user_id
     where s.id = (select session_id from refresh_token where hash = $1)
     for update of s`,
    [hash],
  )
  if (!session || isSessionOver(registry, session, now)) return { outcome: 'over' }
  // A separate query, because it must see the writes of a call that held the lock earlier.
  const [token] = await queries.query<TokenRow>(
    'select hash, used_at, revoked_at, successor_hash from refresh_token where hash = $1',
    [hash],
  )
  if (!token) return { outcome: 'over' }
  const account = { userId: session.user_id, role: session.role }

  if (!token.used_at && !token.revoked_at)
    return { outcome: 'rotated', tokens: await renew(queries, session, token, now), ...account }

  const successor = token.revoked_at ? null : await successorOf(queries, token)
  if (successor && !successor.used_at && !successor.revoked_at && token.used_at) {
    const sinceUse = now.getTime() - Date.parse(token.used_at)
    if (sinceUse <= rotationGraceMs) {
      return {
        outcome: 'shared',
        tokens: { access: await issueAccessToken(queries, session.id, null, now) },
        ...account,
      }
    }
    if (!successor.access_used && session.lost_responses < maxLostResponses) {
      await revokeLostTokens(queries, session, successor, now)
      return { outcome: 'recovered', tokens: await renew(queries, session, token, now), ...account }
    }
  }
  await revokeSession(queries, session.id, 'reused', now)
  return { outcome: 'reused', userId: session.user_id }
}

const isSessionOver = (registry: Registry, session: SessionRow, now: Date) =>
  session.revoked_at !== null ||
  !session.is_active ||
  Date.parse(session.absolute_expires_at) <= now.getTime() ||
  Date.parse(session.last_used_at) + sessionLifetime(registry, session.role).idleMs <= now.getTime()

async function renew(
  queries: Queries,
  session: SessionRow,
  token: TokenRow,
  now: Date,
): Promise<SessionTokens> {
  const tokens = await issueTokens(queries, session.id, token.hash, now)
  await queries.query(
    'update refresh_token set used_at = $2, successor_hash = $3 where hash = $1',
    [token.hash, now.toISOString(), hashToken(tokens.refresh)],
  )
  await queries.query('update session set last_used_at = $2 where id = $1', [
    session.id,
    now.toISOString(),
  ])
  return tokens
}

interface SuccessorRow extends TokenRow {
  /**
   * Whether the access token issued with this refresh token was ever used. If so, the response has
   * arrived.
   */
  access_used: boolean
}

async function successorOf(queries: Queries, token: TokenRow): Promise<SuccessorRow | null> {
  const [row] = await queries.query<SuccessorRow>(
    'select hash, used_at, revoked_at, successor_hash, access_used from refresh_token where hash = $1',
    [token.successor_hash],
  )
  return row ?? null
}

/** Revokes the tokens of a response that never reached the client. */
async function revokeLostTokens(
  queries: Queries,
  session: SessionRow,
  successor: SuccessorRow,
  now: Date,
): Promise<void> {
  await queries.query('update refresh_token set revoked_at = $2 where hash = $1', [
    successor.hash,
    now.toISOString(),
  ])
  await queries.query('delete from access_token where refresh_hash = $1', [successor.hash])
  await queries.query('update session set lost_responses = lost_responses + 1 where id = $1', [
    session.id,
  ])
}
