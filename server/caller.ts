import type { Language, Role } from '#model/vocabulary.ts'

/** Who asks: the signed-in person of a request, made from the session's user row and nothing else. */
export interface Caller {
  readonly id: string
  readonly role: Role
  readonly name: string
  readonly sessionId: string
  /** When the password was last proved in this session. */
  readonly reauthenticatedAt: string
  readonly language: Language
}
