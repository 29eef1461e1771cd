import { randomUUID } from 'node:crypto'
import type { Role } from '#model/vocabulary.ts'
import type { WireSession } from '#model/wire/wire.ts'
import type { Queries } from '../database/database.ts'
import { accessMs, maxSessions, sessionLifetimes } from './lifetimes.ts'
import { hashToken, newToken } from './tokens.ts'

/** Tokens that a client needs to go on: an access token for ten minutes, and a refresh token that is good once. */
export interface SessionTokens {
  readonly access: string
  /** Absent when a second tab refreshed at the same moment: the first one's cookie counts for both. */
  readonly refresh?: string
}

export interface Origin {
  /** Address without its last part, and the browser's own description, for the person's list of sessions. */
  readonly address: string
  readonly device: string
}

export type EndReason = 'signedOut' | 'ended' | 'replaced' | 'tooMany' | 'passwordChanged' | 'roleChanged' | 'deactivated' | 'reused'

/** Opens a session and closes the person's oldest past the tenth. Call inside a transaction. */
export async function openSession(
  queries: Queries,
  user: { readonly id: string; readonly role: Role },
  origin: Origin,
  now: Date,
): Promise<{ readonly sessionId: string; readonly tokens: SessionTokens }> {
  const sessionId = randomUUID()
  const expiresAt = new Date(now.getTime() + sessionLifetimes[user.role].absoluteMs)
  await queries.query(
    `insert into session (id, user_id, created_at, last_used_at, absolute_expires_at, reauthenticated_at, user_agent_label, ip_truncated)
     values ($1, $2, $3, $3, $4, $3, $5, $6)`,
    [sessionId, user.id, now.toISOString(), expiresAt.toISOString(), origin.device, origin.address],
  )
  await queries.query(
    `update session set revoked_at = $2, revoked_reason = 'tooMany'
     where id in (select id from session where user_id = $1 and revoked_at is null and absolute_expires_at > $2
                  order by created_at desc, id desc offset ${maxSessions})`,
    [user.id, now.toISOString()],
  )
  return { sessionId, tokens: await issueTokens(queries, sessionId, null, now) }
}

/** A new refresh token, child of `parentHash`, and the access token that goes with it. */
export async function issueTokens(
  queries: Queries,
  sessionId: string,
  parentHash: string | null,
  now: Date,
): Promise<Required<SessionTokens>> {
  const refresh = newToken()
  await queries.query('insert into refresh_token (hash, session_id, parent_hash, issued_at) values ($1, $2, $3, $4)', [
    hashToken(refresh),
    sessionId,
    parentHash,
    now.toISOString(),
  ])
  return { refresh, access: await issueAccess(queries, sessionId, hashToken(refresh), now) }
}

/** An access token of its own, remembered as issued with a refresh token. */
export async function issueAccess(queries: Queries, sessionId: string, refreshHash: string | null, now: Date): Promise<string> {
  const access = newToken()
  await queries.query('delete from access_token where session_id = $1 and expires_at < $2', [sessionId, now.toISOString()])
  await queries.query('insert into access_token (hash, session_id, refresh_hash, expires_at) values ($1, $2, $3, $4)', [
    hashToken(access),
    sessionId,
    refreshHash,
    new Date(now.getTime() + accessMs).toISOString(),
  ])
  return access
}

/** Ends one session; ending an ended one changes nothing. */
export async function endSession(queries: Queries, sessionId: string, reason: EndReason, now: Date): Promise<void> {
  await queries.query('update session set revoked_at = $2, revoked_reason = $3 where id = $1 and revoked_at is null', [
    sessionId,
    now.toISOString(),
    reason,
  ])
}

/** Ends every session of some people: after a change of password or role, and at deactivation (S-3.6). */
export async function endSessionsOf(queries: Queries, userIds: readonly string[], reason: EndReason, now: Date): Promise<void> {
  if (userIds.length === 0) return
  await queries.query('update session set revoked_at = $2, revoked_reason = $3 where user_id = any($1::uuid[]) and revoked_at is null', [
    userIds,
    now.toISOString(),
    reason,
  ])
}

/** The session that a token of either kind belongs to, ended or not; null for an unknown token. */
export async function sessionOfToken(queries: Queries, token: string): Promise<string | null> {
  const rows = await queries.query<{ session_id: string }>(
    'select session_id from access_token where hash = $1 union all select session_id from refresh_token where hash = $1',
    [hashToken(token)],
  )
  return rows[0]?.session_id ?? null
}

/** The person's live sessions, the latest used first. */
export async function liveSessions(queries: Queries, userId: string, currentId: string, now: Date): Promise<WireSession[]> {
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
