import type { Role } from '#model/vocabulary.ts'

/**
 * Lifetimes of what belongs to a session, in milliseconds (S-3.3). Staff see other people's data, so theirs end after an
 * hour without use and after a working day in any case, and their cookies end with the browser.
 */
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export const accessMs = 10 * minute

interface SessionLifetime {
  readonly idleMs: number
  readonly absoluteMs: number
  /** True when the cookies outlive the browser. */
  readonly persistent: boolean
}
const staff: SessionLifetime = { idleMs: hour, absoluteMs: 12 * hour, persistent: false }
const member: SessionLifetime = { idleMs: 12 * hour, absoluteMs: 7 * day, persistent: true }
export const sessionLifetimes: { readonly [R in Role]: SessionLifetime } = {
  admin: staff,
  secretary: staff,
  professor: member,
  student: member,
}

/** Live sessions that one person may have; the oldest makes room for the newest. */
export const maxSessions = 10
/** Time after its use in which a refresh token still counts as used by a second tab at the same moment (S-3.4). */
export const rotationGraceMs = 10_000
/** Number of times the answer to a refresh may be lost on the way before it is taken for a theft (S-3.4). */
export const maxLostAnswers = 3
/** Age up to which a given password counts for backups and for changes of role or address (S-3.8). */
export const reauthenticationMs = 5 * minute
/** A device that signed in successfully is known for this long (S-5.6). */
export const deviceMs = 365 * day

export const resetTokenMs = 20 * minute
export const invitationTokenMs = 7 * day
/** Live reset links of one person: a stranger who asks for another cannot void the owner's (S-6.2). */
export const maxResetTokens = 3
