/** Requests for a new access code by applicants who lost the one in their receipt. */
import { compactCode } from '@matricola/schema/values/characters.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Context } from '@matricola/server/context.ts'
import { queueMail } from '@matricola/server/mail/outbox.ts'
import { tryConsume } from '@matricola/server/session/rate-limits.ts'
import { maskSubject } from '@matricola/server/session/tokens.ts'
import { universityRateLimits } from '#server/limits.ts'

interface CodeRequest {
  readonly reference: string
  readonly limitedAddress: string
  readonly language: Language
}

/**
 * Queues an email with a new code. The application is looked up, and the code is created, only when the email is sent. The work and
 * the response are therefore the same for every reference number, existing or not, and also above the rate limits.
 */
export async function requestAccessCode(
  { database, keys, clock }: Context,
  { reference, limitedAddress, language }: CodeRequest,
): Promise<void> {
  const now = clock.now()
  const normalizedReference = compactCode(reference)
  const isAddressAllowed = await tryConsume(
    database,
    universityRateLimits.newCodeAddress,
    maskSubject(keys.index, `address:${limitedAddress}`),
    now,
  )
  const isApplicationAllowed = await tryConsume(
    database,
    universityRateLimits.newCodeSubject,
    maskSubject(keys.index, `reference:${normalizedReference}`),
    now,
  )
  if (isAddressAllowed && isApplicationAllowed)
    await queueMail(database, now, { kind: 'accessCode', language, params: { reference: normalizedReference } })
}
