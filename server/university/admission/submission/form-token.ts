/** Signs by which an application that a program sent is told from one that a person filled in (S-9.5). It is marked, never refused. */
import { createHash, randomBytes } from 'node:crypto'
import { hasZeroBits, workBitsOf, workText } from '#model/admission/form-work.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { SecretKeys } from '#server/engine/secret-keys.ts'
import { putOn } from '#server/engine/session/brakes.ts'
import { take } from '#server/engine/session/limiter.ts'
import { maskSubject } from '#server/engine/session/tokens.ts'
import { limits } from '#server/university/limits.ts'
import { readNote, signNote } from './signed-note.ts'

/** Nobody answers the form faster. */
const hastyMs = 3000
/** A page that stays open for longer is asked anew by its reader. */
const staleMs = 30 * 24 * 3_600_000
/** Half a second of a phone, in the background while the form is filled in. */
const rushBits = 14
const rushMs = 10 * 60_000

/** Proof that the form brings along; a program that was written from the API's description has nothing of it. */
export interface FormProof {
  readonly token: string | null
  readonly work: string | null
}

const purpose = 'form'

/** A signed note of when a form was opened; while very many apply, it asks for work. */
export function newFormToken(keys: SecretKeys, now: Date, isRush: boolean): string {
  const text = [now.getTime(), isRush ? rushBits : 0].map((part) => part.toString(36)).join('.')
  return signNote(keys, purpose, `${text}.${randomBytes(6).toString('base64url')}`)
}

/** Tells whether a program seems to have sent it: without our note, sooner than anybody types, with a note used again and again, without the work asked for. */
export async function seemsAutomated({ database, keys, clock }: Context, { token, work }: FormProof): Promise<boolean> {
  if (token === null || readNote(keys, purpose, token) === null) return true
  const now = clock.now()
  const age = now.getTime() - Number.parseInt(token, 36)
  if (age < hastyMs || age > staleMs) return true
  const bits = workBitsOf(token)
  if (bits > 0 && (work === null || !hasZeroBits(createHash('sha256').update(workText(token, work)).digest(), bits))) return true
  return !(await take(database, limits.formToken, maskSubject(keys.index, token), now))
}

/** Counts an application of the public; very many in a minute make the next forms ask for work. */
export async function countSubmission(queries: Queries, now: Date): Promise<void> {
  if (!(await take(queries, limits.submissionRush, 'all', now))) await putOn(queries, 'submission', { now, ms: rushMs })
}
