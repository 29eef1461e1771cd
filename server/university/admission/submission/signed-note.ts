/** Notes that the server hands out and reads again later, so that no process has to remember them. */
import { timingSafeEqual } from 'node:crypto'
import type { SecretKeys } from '#server/engine/secret-keys.ts'
import { maskSubject } from '#server/engine/session/tokens.ts'

const macOf = (keys: SecretKeys, purpose: string, text: string) => maskSubject(keys.index, `${purpose}:${text}`)

/** The text with its signature. A note for one purpose is none for another. */
export const signNote = (keys: SecretKeys, purpose: string, text: string) => `${text}.${macOf(keys, purpose, text)}`

/** The text of a note, or null unless this installation has signed it for this purpose. */
export function readNote(keys: SecretKeys, purpose: string, note: string): string | null {
  const end = note.lastIndexOf('.')
  if (end < 0) return null
  const text = note.slice(0, end)
  const [given, known] = [Buffer.from(note.slice(end + 1)), Buffer.from(macOf(keys, purpose, text))]
  return given.length === known.length && timingSafeEqual(given, known) ? text : null
}
