import type { Language, Role } from '@matricola/schema/vocabulary.ts'

/**
 * The signed-in user of a request. Built only from the session and its user's row in the database.
 */
export interface Caller {
  readonly id: string
  readonly role: Role
  readonly name: string
  /** Id of the user's student or professor record. */
  readonly personId: string | null
  readonly sessionId: string
  /** When the user last entered the password in this session. */
  readonly reauthenticatedAt: string
  readonly language: Language
}
