import { randomUUID } from 'node:crypto'
import type { Registry } from '@matricola/schema/registry.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import type { WireSession } from '@matricola/schema/wire/wire.ts'
import type { Queries } from '../database/database.ts'
import { accessTokenMs, maxSessions, sessionLifetime } from './lifetimes.ts'
import { createToken, hashToken } from './tokens.ts'

/** Tokens of a session: an access token for ten minutes, and a refresh token that works once. */
export interface SessionTokens {
  readonly access: string
  /** Absent if another tab refreshed at the same moment; its cookie applies to both. */
  readonly refresh?: string
}

export interface SessionLocation {
  /**
   * Address without its last part, and a description of the browser, for the user's list of
   * sessions.
   */
  readonly address: string
  readonly device: string
}

export type EndReason =
  | 'signedOut'
  | 'ended'
  | 'replaced'
  | 'tooMany'
  | 'passwordChanged'
  | 'roleChanged'
  | 'deactivated'
  | 'reused'

/**
 * Opens a session, and ends the user's oldest one above the limit. Call this inside a transaction.
 */
export async function openSession(
  queries: Queries,
  registry: Registry,
  user: { readonly id: string; readonly role: Role },
  location: SessionLocation,
  now: Date,
): Promise<{ readonly sessionId: string; readonly tokens: SessionTokens }> {
  const sessionId = randomUUID()
  const expiresAt = new Date(now.getTime() + sessionLifetime(registry, user.role).absoluteMs)
  await queries.query(
    `insert into session (id, user_id, created_at, last_used_at, absolute_expires_at, reauthenticated_at, user_agent_label, ip_truncated)
     values ($1, $2, $3, $3, $4, $3, $5, $6)`,
    [
      sessionId,
      user.id,
      now.toISOString(),
      expiresAt.toISOString(),
      location.device,
      location.address,
    ],
  )
  await queries.query(
    `update session set revoked_at = $2, revoked_reason = 'tooMany'
     where id in (select id from session where user_id = $1 and revoked_at is null and absolute_expires_at > $2
                  order by created_at desc, id desc offset ${maxSessions})`,
    [user.id, now.toISOString()],
  )
  return { sessionId, tokens: await issueTokens(queries, sessionId, null, now) }
}

/** Issues a refresh token, as a child of `parentHash`, and an access token. */
export async function issueTokens(
  queries: Queries,
  sessionId: string,
  parentHash: string | null,
  now: Date,
): Promise<Required<SessionTokens>> {
  const refresh = createToken()
  await queries.query(
    'insert into refresh_token (hash, session_id, parent_hash, issued_at) values ($1, $2, $3, $4)',
    [hashToken(refresh), sessionId, parentHash, now.toISOString()],
  )
  return { refresh, access: await issueAccessToken(queries, sessionId, hashToken(refresh), now) }
}

/** Issues an access token, linked to the refresh token that was issued with it. */
export async function issueAccessToken(
  queries: Queries,
  sessionId: string,
  refreshHash: string | null,
  now: Date,
): Promise<string> {
  const access = createToken()
  await queries.query('delete from access_token where session_id = $1 and expires_at < $2', [
    sessionId,
    now.toISOString(),
  ])
  await queries.query(
    'insert into access_token (hash, session_id, refresh_hash, expires_at) values ($1, $2, $3, $4)',
    [
      hashToken(access),
      sessionId,
      refreshHash,
      new Date(now.getTime() + accessTokenMs).toISOString(),
    ],
  )
  return access
}

/** Ends a session. Does nothing if it has already ended. */
export async function revokeSession(
  queries: Queries,
  sessionId: string,
  reason: EndReason,
  now: Date,
): Promise<void> {
  await queries.query(
    'update session set revoked_at = $2, revoked_reason = $3 where id = $1 and revoked_at is null',
    [sessionId, now.toISOString(), reason],
  )
}

/**
 * Ends all sessions of users, for example after a change of password or role, or after their
 * deactivation.
 */
export async function revokeSessionsOf(
  queries: Queries,
  userIds: readonly string[],
  reason: EndReason,
  now: Date,
): Promise<void> {
  if (userIds.length === 0) return
  await queries.query(
    'update session set revoked_at = $2, revoked_reason = $3 where user_id = any($1::uuid[]) and revoked_at is null',
    [userIds, now.toISOString(), reason],
  )
}

/**
 * Returns the session of an access or refresh token, even if it has ended; null for an unknown
 * token.
 */
export async function findSessionOfToken(queries: Queries, token: string): Promise<string | null> {
  const rows = await queries.query<{ session_id: string }>(
    'select session_id from access_token where hash = $1 union all select session_id from refresh_token where hash = $1',
    [hashToken(token)],
  )
  return rows[0]?.session_id ?? null
}

/** Returns the user's live sessions, most recently used first. */
export async function readLiveSessions(
  queries: Queries,
  userId: string,
  currentId: string,
  now: Date,
): Promise<WireSession[]> {
  const rows = await queries.query<{
    id: string
    user_agent_label: string
    ip_truncated: string
    created_at: string
    last_used_at: string
  }>(
    `select id, user_agent_label, ip_truncated, created_at, last_used_at from session
     where user_id = $1 and revoked_at is null and absolute_expires_at > $2 order by last_used_at desc, id`,
    [userId, now.toISOString()],
  )
  return rows.map((row) => ({
    id: row.id,
    device: row.user_agent_label,
    address: row.ip_truncated,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    isCurrent: row.id === currentId,
  }))
}
