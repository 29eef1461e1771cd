import type { Registry } from '@matricola/schema/registry.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../caller.ts'
import type { Queries } from '../database/database.ts'
import type { Environment } from '../environment.ts'
import { personSql } from '../sql/person-sql.ts'
import { callerCacheOf } from './caller-cache.ts'
import { isDuplicateCookie, readCookie } from './cookies.ts'
import { languageOf } from './language.ts'
import { hashToken, isToken } from './tokens.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Marks a call that is allowed while the user must choose a new password. */
    beforePasswordChange?: true
  }
}

interface CallerRow {
  session_id: string
  expires_at: string
  absolute_expires_at: string
  revoked_at: string | null
  reauthenticated_at: string
  refresh_hash: string | null
  access_used: boolean | null
  id: string
  name: string
  role: Role
  person_id: string | null
  is_active: boolean
  must_change: boolean | null
}

/**
 * Returns a function that finds the caller by the access cookie, with at most one query. Role and
 * status come from the user's row, so changes take effect immediately in every process. The
 * function returns null if nobody is signed in. It throws `session.expired` if the session has
 * ended, and `password.mustChange` if the user must choose a new password first.
 */
export function createFindCaller({
  config,
  database,
  registry,
  clock,
  log,
}: Environment): (request: FastifyRequest) => Promise<Caller | null> {
  const cache = callerCacheOf<CallerRow>(database)
  return async (request) => {
    const { cookie } = request.headers
    if (isDuplicateCookie(config, cookie, 'at')) {
      log.warn({ event: 'cookie_duplicate' }, 'duplicate session cookie')
      return null
    }
    const token = readCookie(config, cookie, 'at')
    if (token === null && readCookie(config, cookie, 'rt') === null) return null
    if (!isToken(token)) throw new AppError('session.expired')
    const now = clock.now()
    const hash = hashToken(token)
    const row = await cache.get(hash, now, () => readCaller(database, registry, { hash, now }))
    if (!row || !isLiveSession(row, now)) throw new AppError('session.expired')
    if (row.must_change && !request.routeOptions.config.beforePasswordChange)
      throw new AppError('password.mustChange')
    return {
      id: row.id,
      role: row.role,
      name: row.name,
      personId: row.person_id,
      sessionId: row.session_id,
      reauthenticatedAt: row.reauthenticated_at,
      language: languageOf(request),
    }
  }
}

/**
 * Reads the user and session of an access token. The first use is recorded in the refresh token
 * that was issued with it.
 */
async function readCaller(
  queries: Queries,
  registry: Registry,
  { hash, now }: { readonly hash: string; readonly now: Date },
): Promise<CallerRow | undefined> {
  const [row] = await queries.query<CallerRow>(
    `select s.id as session_id, a.expires_at, s.absolute_expires_at, s.revoked_at, s.reauthenticated_at, a.refresh_hash, r.access_used,
       u.id, u.name, u.role, ${personSql(registry, 'u.id')} as person_id, u.is_active, c.must_change
     from access_token a join session s on s.id = a.session_id join users u on u.id = s.user_id
       left join credential c on c.user_id = u.id left join refresh_token r on r.hash = a.refresh_hash
     where a.hash = $1`,
    [hash],
  )
  if (row?.access_used === false && isLiveSession(row, now))
    await queries.query('update refresh_token set access_used = true where hash = $1', [
      row.refresh_hash,
    ])
  return row
}

const isLiveSession = (row: CallerRow, now: Date) =>
  row.revoked_at === null &&
  row.is_active &&
  Date.parse(row.expires_at) > now.getTime() &&
  Date.parse(row.absolute_expires_at) > now.getTime()
