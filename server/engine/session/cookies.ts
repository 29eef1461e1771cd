import type { FastifyReply } from 'fastify'
import type { Config } from '../config.ts'
import { isListed, isOfOtherSite } from './request-origin.ts'

/**
 * The session's cookies: access token, refresh token, known device, how far the database's log had come at the last write; and an
 * applicant's, for one application.
 */
export type CookieName = 'at' | 'rt' | 'dev' | 'log' | 'ap'

/** `Secure` and the `__Host-` prefix need https; at `http://localhost` the plain names are used (S-2.2, S-3.2). */
const isSecure = (config: Config) => config.publicOrigin.startsWith('https:')
const fullName = (config: Config, name: CookieName) => (isSecure(config) ? `__Host-${name}` : name)

/** True where somebody on the way could read the cookies: the origin is neither https nor this machine. The start warns of it. */
export function isExposed(config: Config): boolean {
  const { protocol, hostname } = new URL(config.publicOrigin)
  return protocol !== 'https:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname) && !hostname.endsWith('.localhost')
}

/** A cookie to be kept. Without `maxAgeMs` it ends with the browser. */
interface Kept {
  readonly value: string
  readonly maxAgeMs?: number | undefined
}

/** Gives the browser a cookie. */
export function giveCookie(reply: FastifyReply, config: Config, name: CookieName, { value, maxAgeMs }: Kept): void {
  const age = maxAgeMs === undefined ? '' : `; Max-Age=${Math.floor(maxAgeMs / 1000)}`
  reply.header('set-cookie', `${fullName(config, name)}=${value}; Path=/; HttpOnly; ${reachOf(reply, config)}${age}`)
}

/** Takes a cookie back. */
export const takeCookie = (reply: FastifyReply, config: Config, name: CookieName) =>
  giveCookie(reply, config, name, { value: '', maxAgeMs: 0 })

/**
 * Where the browser may send a cookie: back to us from our own site, and from a listed page of another site to us from
 * that site alone. Without encryption no browser keeps one for other sites.
 */
function reachOf({ request }: FastifyReply, config: Config): string {
  if (isListed(request, config) && isOfOtherSite(request, config) && !isExposed(config)) return 'SameSite=None; Secure; Partitioned'
  return `SameSite=Strict${isSecure(config) ? '; Secure' : ''}`
}

/** The value of a cookie; null when it is absent, and when it occurs twice: a sibling domain may have planted one (S-3.2). */
export function readCookie(config: Config, header: string | undefined, name: CookieName): string | null {
  const found = valuesOf(config, header, name)
  return found.length === 1 ? found[0] || null : null
}

/** Tells whether a cookie occurs twice; the request then counts as nobody's, and the log tells. */
export const isDoubled = (config: Config, header: string | undefined, name: CookieName) => valuesOf(config, header, name).length > 1

function valuesOf(config: Config, header: string | undefined, name: CookieName): string[] {
  const prefix = `${fullName(config, name)}=`
  const parts = (header ?? '').split(';').map((part) => part.trim())
  return parts.filter((part) => part.startsWith(prefix)).map((part) => part.slice(prefix.length))
}
