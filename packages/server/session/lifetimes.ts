import type { Registry } from '@matricola/schema/registry.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'

/**
 * Lifetimes of sessions and tokens, in milliseconds. Staff see other people's data. Therefore their
 * sessions end after an hour of inactivity, and after 12 hours in any case, and their cookies
 * expire when the browser is closed.
 */
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export const accessTokenMs = 10 * minute

interface SessionLifetime {
  readonly idleMs: number
  readonly absoluteMs: number
  /** Whether the cookies survive a restart of the browser. */
  readonly persistent: boolean
}
const staff: SessionLifetime = { idleMs: hour, absoluteMs: 12 * hour, persistent: false }
const member: SessionLifetime = { idleMs: 12 * hour, absoluteMs: 7 * day, persistent: true }
export const sessionLifetime = (registry: Registry, role: Role): SessionLifetime =>
  registry.roleFacts(role).isStaff ? staff : member

/** Maximum number of live sessions per user. Above this, a new session ends the oldest one. */
export const maxSessions = 10
/**
 * For this long, a used refresh token is accepted again, because two tabs may refresh at the same
 * moment.
 */
export const rotationGraceMs = 10_000
/** Number of times the response to a refresh may be lost before it is treated as theft. */
export const maxLostResponses = 3
/** For this long after a user entered the password, sensitive actions do not ask for it again. */
export const reauthenticationMs = 5 * minute
/** For this long after a sign-in, the device is recognised. */
export const deviceMs = 365 * day

export const resetTokenMs = 20 * minute
export const invitationTokenMs = 7 * day
/**
 * Maximum number of live reset links per user. There can be more than one, so that a stranger's
 * request does not void the user's own link.
 */
export const maxResetTokens = 3
