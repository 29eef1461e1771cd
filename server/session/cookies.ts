import type { Config } from '../config.ts'

/** The session's cookies: access token, refresh token, known device; and an applicant's, for one application. */
export type CookieName = 'at' | 'rt' | 'dev' | 'ap'

/** `Secure` and the `__Host-` prefix need https; at `http://localhost` the plain names are used (S-2.2, S-3.2). */
const isSecure = (config: Config) => config.publicOrigin.startsWith('https:')
const fullName = (config: Config, name: CookieName) => (isSecure(config) ? `__Host-${name}` : name)

/** Whether somebody on the way could read the cookies: the origin is neither https nor this machine. The start warns of it. */
export function isExposed(config: Config): boolean {
  const { protocol, hostname } = new URL(config.publicOrigin)
  return protocol !== 'https:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname) && !hostname.endsWith('.localhost')
}

/** A `Set-Cookie` value. Without `maxAgeMs` the cookie ends with the browser. */
export function setCookie(config: Config, name: CookieName, value: string, maxAgeMs?: number): string {
  const age = maxAgeMs === undefined ? '' : `; Max-Age=${Math.floor(maxAgeMs / 1000)}`
  return `${fullName(config, name)}=${value}; Path=/; HttpOnly; SameSite=Strict${isSecure(config) ? '; Secure' : ''}${age}`
}

/** The `Set-Cookie` value that removes a cookie. */
export const clearCookie = (config: Config, name: CookieName) => setCookie(config, name, '', 0)

/** The value of a cookie; null when it is absent, and when it occurs twice: a sibling domain may have planted one (S-3.2). */
export function readCookie(config: Config, header: string | undefined, name: CookieName): string | null {
  const found = valuesOf(config, header, name)
  return found.length === 1 ? found[0] || null : null
}

/** Whether a cookie occurs twice; the request then counts as nobody's, and the log tells. */
export const isDoubled = (config: Config, header: string | undefined, name: CookieName) => valuesOf(config, header, name).length > 1

function valuesOf(config: Config, header: string | undefined, name: CookieName): string[] {
  const prefix = `${fullName(config, name)}=`
  const parts = (header ?? '').split(';').map((part) => part.trim())
  return parts.filter((part) => part.startsWith(prefix)).map((part) => part.slice(prefix.length))
}
