import type { Language } from '#model/vocabulary.ts'
import type { Context } from '../context.ts'
import { queueMail } from '../mail/outbox.ts'
import { isMailAddress } from '../ports/outgoing-mail.ts'
import { loginKey } from '../session/accounts.ts'
import { limits, take } from '../session/limiter.ts'
import { maskSubject } from '../session/tokens.ts'

/**
 * Notes that somebody asked for a new password. Whether there is such an account is looked up when the mail is sent: the
 * work here is the same for every address, and so is the answer, also past the limits (S-6.1).
 */
export async function requestPassword(
  { database, keys, clock }: Context,
  { email, limitedAddress, language }: { readonly email: string; readonly limitedAddress: string; readonly language: Language },
): Promise<void> {
  const now = clock.now()
  const address = loginKey(email)
  const fromHere = await take(database, limits.forgotAddress, maskSubject(keys.index, `address:${limitedAddress}`), now)
  const forAccount = await take(database, limits.forgotAccount, maskSubject(keys.index, `mail:${address}`), now)
  if (fromHere && forAccount && isMailAddress(address)) await queueMail(database, now, { kind: 'reset', address, language })
}
