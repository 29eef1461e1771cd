/** Fees that are still to be paid, as facts of a mail: the amount, and the account where the university has one. */
import type { WireFeeToPay } from '#model/admission/wire.ts'
import { ibanInGroups } from '#model/values/iban.ts'
import { amountInWords } from '#resources/currency.ts'
import type { Context } from '#server/engine/context.ts'
import type { MailPart } from '#server/engine/services/mail-body.ts'
import { applicationFeesOf, applicationFeeToPay, feesOf, feeToPay } from '#server/university/admission/ranking/fee.ts'
import type { MailParts } from './parts.ts'

/** The application fee, and how to pay it; nothing where none is owed. */
export async function applicationFee({ context: { database, clock }, application, facts, text }: MailParts): Promise<readonly MailPart[]> {
  const { id, language, status, reference } = application
  if (status === 'declined') return []
  const amount = (await applicationFeesOf(database, [id])).get(id)
  const fee = await applicationFeeToPay(database, { id, amount, now: clock.now() })
  if (!fee) return []
  return [
    ...facts({ ...feeFacts(fee, language), paymentDetails: fee.account && reference }),
    { kind: 'text', text: text(`progress:fee.${fee.account ? 'transfer' : 'atOffice'}`) },
    // Else the sentence on what comes next says so.
    ...(status === 'update_requested' ? [{ kind: 'text' as const, text: text('progress:fee.ranked') }] : []),
  ]
}

interface Asked {
  readonly id: string
  readonly language: string
}

export async function confirmationFee({ database }: Context, { id, language }: Asked) {
  const fee = await feeToPay(database, (await feesOf(database, [id])).get(id)?.due)
  return fee && feeFacts(fee, language)
}

const feeFacts = (fee: WireFeeToPay, language: string) => ({
  feeDue: amountInWords(fee.amount, language),
  accountHolder: fee.account?.holder ?? null,
  iban: fee.account && ibanInGroups(fee.account.iban),
})
