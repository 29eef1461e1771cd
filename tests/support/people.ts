import { randomUUID } from 'node:crypto'
import type { Role } from '#model/vocabulary.ts'
import type { Caller } from '#server/engine/caller.ts'

/** A signed-in person who exists only in the request: nobody's record unless `id` is that of a user. */
export const person = (role: Role, id: string = randomUUID()): Caller => ({
  id,
  role,
  name: `Some ${role}`,
  personId: null,
  sessionId: randomUUID(),
  reauthenticatedAt: new Date().toISOString(),
  language: 'en',
})

/** The same person, who gave the password at that moment. */
export const justConfirmed = (caller: Caller, now: Date): Caller => ({ ...caller, reauthenticatedAt: now.toISOString() })
