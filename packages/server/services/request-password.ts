import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Context } from '../context.ts'
import { queueMail } from '../mail/outbox.ts'
import { isMailAddress } from '../ports/outgoing-mail.ts'
import { loginKey } from '../session/accounts.ts'
import { rateLimits, tryConsume } from '../session/rate-limits.ts'
import { maskSubject } from '../session/tokens.ts'

/**
 * Queues an email for resetting a password. The account is looked up only when the email is sent,
 * so that work and response are the same for every address, even above the limits.
 */
export async function requestPassword(
  { database, keys, clock }: Context,
  {
    email,
    limitedAddress,
    language,
  }: { readonly email: string; readonly limitedAddress: string; readonly language: Language },
): Promise<void> {
  const now = clock.now()
  const address = loginKey(email)
  const isAddressAllowed = await tryConsume(
    database,
    rateLimits.passwordResetAddress,
    maskSubject(keys.index, `address:${limitedAddress}`),
    now,
  )
  const isAccountAllowed = await tryConsume(
    database,
    rateLimits.passwordResetAccount,
    maskSubject(keys.index, `mail:${address}`),
    now,
  )
  if (isAddressAllowed && isAccountAllowed && isMailAddress(address))
    await queueMail(database, now, { kind: 'reset', address, language })
}
