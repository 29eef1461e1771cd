/**
 * Signed notes, which the client keeps for the server and sends back, so that no process has to
 * store them. The server then verifies the signature.
 */
import { timingSafeEqual } from 'node:crypto'
import type { SecretKeys } from '@matricola/server/secret-keys.ts'
import { maskSubject } from '@matricola/server/session/tokens.ts'

const macOf = (keys: SecretKeys, purpose: string, text: string) =>
  maskSubject(keys.index, `${purpose}:${text}`)

/** Returns the text with its signature, which is valid for one purpose only. */
export const signText = (keys: SecretKeys, purpose: string, text: string) =>
  `${text}.${macOf(keys, purpose, text)}`

/** Returns the text of a note; null unless this installation signed it for this purpose. */
export function verifySignedText(
  keys: SecretKeys,
  purpose: string,
  signedText: string,
): string | null {
  const end = signedText.lastIndexOf('.')
  if (end < 0) return null
  const text = signedText.slice(0, end)
  const [actual, expected] = [
    Buffer.from(signedText.slice(end + 1)),
    Buffer.from(macOf(keys, purpose, text)),
  ]
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? text : null
}
