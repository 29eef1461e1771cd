import type { Role } from '@matricola/schema/vocabulary.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Environment } from '../environment.ts'
import { clearCookie, readCookie, setCookie } from './cookies.ts'
import { deviceLabel } from './devices.ts'
import { deviceMs, sessionLifetime } from './lifetimes.ts'
import { rateLimitAddress, truncatedAddress } from './rate-limits.ts'
import type { SessionTokens } from './sessions.ts'

/**
 * Sets the session's cookies. Staff cookies last until the browser is closed, and others as long as
 * the session can last.
 */
export function setSessionCookies(
  reply: FastifyReply,
  { config, registry }: Pick<Environment, 'config' | 'registry'>,
  role: Role,
  tokens: SessionTokens,
): void {
  const { persistent, absoluteMs } = sessionLifetime(registry, role)
  const maxAgeMs = persistent ? absoluteMs : undefined
  setCookie(reply, config, 'at', { value: tokens.access, maxAgeMs })
  if (tokens.refresh !== undefined)
    setCookie(reply, config, 'rt', { value: tokens.refresh, maxAgeMs })
}

/** Lets the browser be recognised at the next sign-in. */
export const setDeviceCookie = (reply: FastifyReply, config: Config, token: string) =>
  setCookie(reply, config, 'dev', { value: token, maxAgeMs: deviceMs })

/** Clears the session's cookies. The browser stays known. */
export function clearSessionCookies(reply: FastifyReply, config: Config): void {
  clearCookie(reply, config, 'at')
  clearCookie(reply, config, 'rt')
}

/** Returns the tokens in the request's cookies; null if absent or duplicated. */
export function readSessionTokens(request: FastifyRequest, config: Config) {
  const { cookie } = request.headers
  return {
    access: readCookie(config, cookie, 'at'),
    refresh: readCookie(config, cookie, 'rt'),
    device: readCookie(config, cookie, 'dev'),
  }
}

/**
 * Returns the origin of a request: the IP address for rate limits, and the data shown in the user's
 * list of sessions.
 */
export const sessionLocationOf = (request: FastifyRequest) => ({
  limitedAddress: rateLimitAddress(request.ip),
  address: truncatedAddress(request.ip),
  device: deviceLabel(request.headers['user-agent']),
})
