import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Role } from '#model/vocabulary.ts'
import type { Config } from '../config.ts'
import { giveCookie, readCookie, takeCookie } from './cookies.ts'
import { deviceLabel } from './devices.ts'
import { deviceMs, sessionLifetimes } from './lifetimes.ts'
import { addressOf, truncatedAddress } from './limiter.ts'
import type { SessionTokens } from './sessions.ts'

/** Hands a session's tokens to the browser. Staff's end with it, others' last as long as the session may (S-3.3). */
export function giveTokens(reply: FastifyReply, config: Config, role: Role, tokens: SessionTokens): void {
  const { persistent, absoluteMs } = sessionLifetimes[role]
  const maxAgeMs = persistent ? absoluteMs : undefined
  giveCookie(reply, config, 'at', { value: tokens.access, maxAgeMs })
  if (tokens.refresh !== undefined) giveCookie(reply, config, 'rt', { value: tokens.refresh, maxAgeMs })
}

/** Lets the browser be known at the next sign-in. */
export const giveDevice = (reply: FastifyReply, config: Config, token: string) =>
  giveCookie(reply, config, 'dev', { value: token, maxAgeMs: deviceMs })

/** Takes the session's cookies back; the browser stays known. */
export function takeTokens(reply: FastifyReply, config: Config): void {
  takeCookie(reply, config, 'at')
  takeCookie(reply, config, 'rt')
}

/** The cookies that came along, each null when absent or doubled. */
export function tokensIn(request: FastifyRequest, config: Config) {
  const { cookie } = request.headers
  return { access: readCookie(config, cookie, 'at'), refresh: readCookie(config, cookie, 'rt'), device: readCookie(config, cookie, 'dev') }
}

/** Where a request comes from: what limits count by, and what a person's list of sessions shows. */
export const originOf = (request: FastifyRequest) => ({
  limitedAddress: addressOf(request.ip),
  address: truncatedAddress(request.ip),
  device: deviceLabel(request.headers['user-agent']),
})
