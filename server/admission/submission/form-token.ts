/**
 * Recognises applications sent by programs instead of people. They are flagged for staff, but never
 * rejected.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { SecretKeys } from '@matricola/server/secret-keys.ts'
import { tryConsume } from '@matricola/server/session/rate-limits.ts'
import { restrict } from '@matricola/server/session/restrictions.ts'
import { maskSubject } from '@matricola/server/session/tokens.ts'
import {
  hasZeroBits,
  proofOfWorkBits,
  proofOfWorkText,
} from '#resources/admission/proof-of-work.ts'
import { universityRateLimits } from '#server/limits.ts'
import { signText, verifySignedText } from './signed-text.ts'

/** No human can fill in the form faster. */
const minFillMs = 3000
/** A form that was open for longer counts as automated. */
const staleMs = 30 * 24 * 3_600_000
/**
 * Leading zero bits of the proof of work: about half a second on a phone, in the background while
 * the form is filled in.
 */
const rushBits = 14
const rushMs = 10 * 60_000

/** Proof that the page adds to a form. A program written against the API does not have it. */
export interface FormProof {
  readonly token: string | null
  readonly work: string | null
}

const purpose = 'form'

/**
 * Returns a signed token with the time at which the form was opened. While very many applications
 * arrive, the token also requires proof of work.
 */
export function createFormToken(keys: SecretKeys, now: Date, isRush: boolean): string {
  const text = [now.getTime(), isRush ? rushBits : 0].map((part) => part.toString(36)).join('.')
  return signText(keys, purpose, `${text}.${randomBytes(6).toString('base64url')}`)
}

/**
 * Whether a program seems to have sent the form: the token is not valid, the form was sent too
 * fast, the token was used too often, or the proof of work is missing.
 */
export async function seemsAutomated(
  { database, keys, clock }: Context,
  { token, work }: FormProof,
): Promise<boolean> {
  if (token === null || verifySignedText(keys, purpose, token) === null) return true
  const now = clock.now()
  const age = now.getTime() - Number.parseInt(token, 36)
  if (age < minFillMs || age > staleMs) return true
  const bits = proofOfWorkBits(token)
  if (
    bits > 0 &&
    (work === null ||
      !hasZeroBits(createHash('sha256').update(proofOfWorkText(token, work)).digest(), bits))
  )
    return true
  return !(await tryConsume(
    database,
    universityRateLimits.formToken,
    maskSubject(keys.index, token),
    now,
  ))
}

/**
 * Counts a public submission. Above the rate limit, new forms require proof of work for a while.
 */
export async function countSubmission(queries: Queries, now: Date): Promise<void> {
  if (!(await tryConsume(queries, universityRateLimits.submissionRush, 'all', now)))
    await restrict(queries, 'submission', { now, ms: rushMs })
}
