/** A new access code, for who has lost the one of the receipt. */
import { compactCode } from '#model/values/tidy.ts'
import type { Language } from '#model/vocabulary.ts'
import type { Context } from '#server/engine/context.ts'
import { queueMail } from '#server/engine/mail/outbox.ts'
import { take } from '#server/engine/session/limiter.ts'
import { maskSubject } from '#server/engine/session/tokens.ts'
import { limits } from '#server/university/limits.ts'

interface Wish {
  readonly reference: string
  readonly limitedAddress: string
  readonly language: Language
}

/**
 * Notes that somebody asked for a new code. Whether there is such an application is looked up when the mail is sent, and
 * the code is made then: the work here is the same for every reference, and so is the answer, also past the limits.
 */
export async function requestAccessCode({ database, keys, clock }: Context, { reference, limitedAddress, language }: Wish): Promise<void> {
  const now = clock.now()
  const tidy = compactCode(reference)
  const fromHere = await take(database, limits.newCodeAddress, maskSubject(keys.index, `address:${limitedAddress}`), now)
  const forApplication = await take(database, limits.newCodeSubject, maskSubject(keys.index, `reference:${tidy}`), now)
  if (fromHere && forApplication) await queueMail(database, now, { kind: 'accessCode', language, params: { reference: tidy } })
}
