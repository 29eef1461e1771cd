import type { Queries } from '../database/database.ts'
import { deviceMs } from './lifetimes.ts'
import { createToken, hashToken, isToken } from './tokens.ts'

/**
 * Whether this browser has signed in to the account before. It then has a separate rate limit,
 * which strangers cannot exhaust.
 */
export async function isKnownDevice(
  queries: Queries,
  userId: string,
  token: string | null,
  now: Date,
): Promise<boolean> {
  if (!isToken(token)) return false
  const rows = await queries.query(
    'select hash from device where hash = $1 and user_id = $2 and last_seen_at > $3',
    [hashToken(token), userId, new Date(now.getTime() - deviceMs).toISOString()],
  )
  return rows.length > 0
}

/**
 * Records the browser after a successful sign-in. Returns a new device token, or null if the
 * browser was known.
 */
export async function recordDevice(
  queries: Queries,
  userId: string,
  knownToken: string | null,
  now: Date,
): Promise<{ readonly token: string; readonly isFirst: boolean } | null> {
  if (knownToken !== null) {
    await queries.query('update device set last_seen_at = $2 where hash = $1', [
      hashToken(knownToken),
      now.toISOString(),
    ])
    return null
  }
  const otherDevices = await queries.query('select hash from device where user_id = $1 limit 1', [
    userId,
  ])
  const token = createToken()
  await queries.query(
    'insert into device (hash, user_id, created_at, last_seen_at) values ($1, $2, $3, $3)',
    [hashToken(token), userId, now.toISOString()],
  )
  return { token, isFirst: otherDevices.length === 0 }
}

/** Describes a browser in a few words, such as `Firefox, Linux`. */
export function deviceLabel(userAgent: string | undefined): string {
  const agent = userAgent ?? ''
  const browser = /Edg\//.test(agent)
    ? 'Edge'
    : /OPR\//.test(agent)
      ? 'Opera'
      : /Firefox\//.test(agent)
        ? 'Firefox'
        : /Chrom(e|ium)\//.test(agent)
          ? 'Chrome'
          : /Safari\//.test(agent)
            ? 'Safari'
            : ''
  const system = /Android/.test(agent)
    ? 'Android'
    : /iPhone|iPad/.test(agent)
      ? 'iOS'
      : /Windows/.test(agent)
        ? 'Windows'
        : /Mac OS/.test(agent)
          ? 'macOS'
          : /Linux/.test(agent)
            ? 'Linux'
            : ''
  return [browser, system].filter(Boolean).join(', ')
}
