import type { FastifyReply } from 'fastify'
import type { Config } from '../config.ts'
import { isCrossSite, isListedOrigin } from './request-origin.ts'

// Cookies of every application: `at` access token, `rt` refresh token, `dev` known device, `log`
// log position of the database after the last write. Packs can have others.

/**
 * `Secure` and the `__Host-` prefix require HTTPS. At `http://localhost` the plain names are used.
 */
const isSecure = (config: Config) => config.publicOrigin.startsWith('https:')
const fullName = (config: Config, name: string) => (isSecure(config) ? `__Host-${name}` : name)

/**
 * Whether cookies could be read in transit, because the origin is not this machine and does not use
 * HTTPS. The program then prints a warning at startup.
 */
export function areCookiesExposed(config: Config): boolean {
  const { protocol, hostname } = new URL(config.publicOrigin)
  return (
    protocol !== 'https:' &&
    !['localhost', '127.0.0.1', '[::1]'].includes(hostname) &&
    !hostname.endsWith('.localhost')
  )
}

/** A cookie to set. Without `maxAgeMs`, browsers delete it when they are closed. */
interface CookieValue {
  readonly value: string
  readonly maxAgeMs?: number | undefined
}

/** Sets a cookie. */
export function setCookie(
  reply: FastifyReply,
  config: Config,
  name: string,
  { value, maxAgeMs }: CookieValue,
): void {
  const age = maxAgeMs === undefined ? '' : `; Max-Age=${Math.floor(maxAgeMs / 1000)}`
  reply.header(
    'set-cookie',
    `${fullName(config, name)}=${value}; Path=/; HttpOnly; ${cookieScope(reply, config)}${age}`,
  )
}

/** Clears a cookie. */
export const clearCookie = (reply: FastifyReply, config: Config, name: string) =>
  setCookie(reply, config, name, { value: '', maxAgeMs: 0 })

/**
 * Returns the attributes that control when browsers send the cookie: from our own site only or, for
 * a listed page of another site, from that site only. Browsers accept the latter only over HTTPS.
 */
function cookieScope({ request }: FastifyReply, config: Config): string {
  if (isListedOrigin(request, config) && isCrossSite(request, config) && !areCookiesExposed(config))
    return 'SameSite=None; Secure; Partitioned'
  return `SameSite=Strict${isSecure(config) ? '; Secure' : ''}`
}

/**
 * Returns the value of a cookie; null if it is absent or occurs twice. A sibling domain may have
 * planted a duplicate.
 */
export function readCookie(
  config: Config,
  header: string | undefined,
  name: string,
): string | null {
  const found = valuesOf(config, header, name)
  return found.length === 1 ? found[0] || null : null
}

/**
 * Whether a cookie occurs twice. Such a request counts as not signed in, and a warning is logged.
 */
export const isDuplicateCookie = (config: Config, header: string | undefined, name: string) =>
  valuesOf(config, header, name).length > 1

function valuesOf(config: Config, header: string | undefined, name: string): string[] {
  const prefix = `${fullName(config, name)}=`
  const parts = (header ?? '').split(';').map((part) => part.trim())
  return parts.filter((part) => part.startsWith(prefix)).map((part) => part.slice(prefix.length))
}
