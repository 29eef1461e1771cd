/**
 * Unpaid fees as facts in an email: the amount, and the bank account if the university has entered
 * one.
 */

import type { Context } from '@matricola/server/context.ts'
import type { MailPart } from '@matricola/server/services/mail-body.ts'
import type { WireFeeToPay } from '#resources/admission/wire.ts'
import { formatAmount } from '#resources/currency.ts'
import { formatIban } from '#resources/iban.ts'
import {
  applicationFeeToPay,
  feeToPay,
  readConfirmationFees,
} from '#server/admission/ranking/fee.ts'
import type { ApplicantMailParts } from './parts.ts'

/** The unpaid application fee and how to pay it; empty if none is due. */
export async function applicationFeeParts({
  context: { database, clock },
  application,
  facts,
  text,
}: ApplicantMailParts): Promise<readonly MailPart[]> {
  const { id, language, status, reference, feeDue } = application
  if (status === 'declined') return []
  const fee = await applicationFeeToPay(database, {
    id,
    amount: feeDue ?? undefined,
    now: clock.now(),
  })
  if (!fee) return []
  return [
    ...facts(feeFacts(fee, { language, reference })),
    { kind: 'text', text: text(`application:fee.${fee.account ? 'transfer' : 'atOffice'}`) },
    // In other states the sentence about the next step mentions the fee.
    ...(status === 'update_requested'
      ? [{ kind: 'text' as const, text: text('application:fee.ranked') }]
      : []),
  ]
}

interface Payer {
  readonly language: string
  /** Payment reference used to match the transfer. */
  readonly reference: string
}

/** The unpaid fee for confirming a place, and how to pay it; null if none is due. */
export async function readConfirmationFee(
  { database }: Context,
  { id, ...payer }: Payer & { readonly id: string },
) {
  const fee = await feeToPay(database, (await readConfirmationFees(database, [id])).get(id)?.due)
  return fee && feeFacts(fee, payer)
}

const feeFacts = (fee: WireFeeToPay, { language, reference }: Payer) => ({
  feeDue: formatAmount(fee.amount, language),
  accountHolder: fee.account?.holder ?? null,
  iban: fee.account && formatIban(fee.account.iban),
  paymentDetails: fee.account && reference,
})
