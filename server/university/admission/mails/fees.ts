/** Fees that are still to be paid, as facts of a mail: the amount, and the account where the university has one. */
import type { WireFeeToPay } from '#model/admission/wire.ts'
import { ibanInGroups } from '#model/iban.ts'
import { amountInWords } from '#resources/currency.ts'
import type { Context } from '#server/engine/context.ts'
import { applicationFeesOf, feesOf, feeToPay } from '#server/university/admission/ranking/fee.ts'

interface Asked {
  readonly id: string
  readonly language: string
}

export async function applicationFee({ database }: Context, { id, language }: Asked) {
  return feeFacts(await feeToPay(database, (await applicationFeesOf(database, [id])).get(id)), language)
}

export async function confirmationFee({ database }: Context, { id, language }: Asked) {
  return feeFacts(await feeToPay(database, (await feesOf(database, [id])).get(id)?.due), language)
}

const feeFacts = (fee: WireFeeToPay | null, language: string) =>
  fee && {
    feeDue: amountInWords(fee.amount, language),
    accountHolder: fee.account?.holder ?? null,
    iban: fee.account && ibanInGroups(fee.account.iban),
  }
