import { randomUUID } from 'node:crypto'
import type { Role } from '@matricola/schema/vocabulary.ts'
import type { Caller } from '@matricola/server/caller.ts'

/** A caller who exists only in the request. Pass the `id` of a user to act as that user. */
export const createCaller = (role: Role, id: string = randomUUID()): Caller => ({
  id,
  role,
  name: `Some ${role}`,
  personId: null,
  sessionId: randomUUID(),
  reauthenticatedAt: new Date().toISOString(),
  language: 'en',
})

/** The same caller, reauthenticated at this time. */
export const withReauthentication = (caller: Caller, now: Date): Caller => ({
  ...caller,
  reauthenticatedAt: now.toISOString(),
})
