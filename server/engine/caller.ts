import type { Language, Role } from '#model/vocabulary.ts'

/** Signed-in person of a request, made from the session's user row and nothing else. */
export interface Caller {
  readonly id: string
  readonly role: Role
  readonly name: string
  /** Id of the person's student or professor record. */
  readonly personId: string | null
  readonly sessionId: string
  /** When the password was last proved in this session. */
  readonly reauthenticatedAt: string
  readonly language: Language
}
