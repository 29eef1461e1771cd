/** Emails about fee entries: a payment, a waiver, and the reversal of either. */
import { formatLongDay } from '@matricola/schema/values/dates.ts'
import { outboxMailTable } from '@matricola/server/sql/tables.ts'
import {
  columns,
  expr,
  outerTable,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { formatAmount } from '#resources/currency.ts'
import { finances } from '#resources/finances.ts'
import { registrations } from '#resources/registrations.ts'
import { feeOfEntryKind } from '#server/admission/ranking/fee.ts'
import { bookingMailKey } from '#server/admission/ranking/fee-mails.ts'
import { isEffectiveEntry } from '#server/computed.ts'
import { readConfirmationFee } from './fees.ts'
import type { ApplicantMailComposer, ApplicantMailParts } from './parts.ts'

const ledgerEntry = table(finances)
const registration = table(registrations)
const outboxMail = outerTable(outboxMailTable)

/**
 * Not sent if the entry was reversed in the meantime, so that a quickly corrected mistake is not
 * announced.
 */
export const paymentBooked: ApplicantMailComposer = async (mail) => {
  const { application, context, paragraph, facts, statusLink } = mail
  const entry = await entryOf(mail)
  if (!entry?.isEffective) return null
  const isForPlace = entry.kind === 'matriculation'
  const isConfirmed = entry.confirmedAt !== null && entry.payBy === null
  const fee = isForPlace && !isConfirmed ? await readConfirmationFee(context, application) : null
  return [
    paragraph('body'),
    ...facts({
      reference: application.reference,
      ...entry.facts,
      receiptNumber: entry.receiptNumber,
    }),
    ...(isForPlace && isConfirmed ? [paragraph('confirmed')] : []),
    ...(fee ? facts(fee) : []),
    statusLink(),
  ]
}

export const feeWaived: ApplicantMailComposer = async (mail) => {
  const { application, paragraph, facts, statusLink } = mail
  const entry = await entryOf(mail)
  return entry?.isEffective
    ? [
        paragraph('body'),
        ...facts({ reference: application.reference, ...entry.facts }),
        statusLink(),
      ]
    : null
}

/** A correction, sent only if the email about the entry was sent. */
export const paymentUndone: ApplicantMailComposer = async (mail) => {
  const { application, paragraph, facts, statusLink } = mail
  const entry = await entryOf(mail)
  if (!entry || entry.isEffective || !entry.wasNotified) return null
  const isPayment = entry.direction === 'payment'
  return [
    paragraph(isPayment ? 'payment' : 'waiver'),
    ...facts({ reference: application.reference, ...entry.facts }),
    paragraph('after'),
    statusLink(),
  ]
}

/** Returns the entry that an email is about; null if there is none. */
async function entryOf({
  application: { id, language },
  context: { database },
  row,
  text,
}: ApplicantMailParts) {
  const entryId = row.params.entry ?? null
  const [entry] = await runStatement(
    database,
    sql`select ${pick({
      ...columns(ledgerEntry, 'kind', 'direction', 'amount', 'bookedOn', 'receiptNumber'),
      isEffective: isEffectiveEntry(ledgerEntry),
      ...columns(registration, 'confirmedAt', 'payBy'),
      // An email that is no longer in the outbox was sent long ago.
      wasNotified: expr<boolean>`(${outboxMail.state} is null or ${outboxMail.state} = 'sent')`,
    })}
     from ${ledgerEntry} join ${registration} on ${registration.id} = ${ledgerEntry.registrationId} left join ${outboxMail} on ${outboxMail.once_key} = ${bookingMailKey(entryId ?? '')}
     where ${ledgerEntry.id} = ${entryId}::uuid and ${registration.id} = ${id}`,
  )
  if (!entry) return null
  const fee = feeOfEntryKind(entry.kind)
  const { amount, bookedOn } = entry
  return {
    ...entry,
    facts: {
      paidFor: fee && text(`resources:bank-payments.choices.fee.${fee}`),
      amount: formatAmount(amount, language),
      bookedOn: formatLongDay(bookedOn, language),
    },
  }
}
