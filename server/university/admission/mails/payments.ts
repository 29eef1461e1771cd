/** Emails about fee entries: a payment, a waiver, and the reversal of either. */
import { dayInWords } from '#model/values/dates.ts'
import { amountInWords } from '#resources/currency.ts'
import { finances } from '#resources/finances.ts'
import { registrations } from '#resources/registrations.ts'
import { outboxMail } from '#server/engine/sql/tables.ts'
import { columns, expr, outer, pick, run, sql, table } from '#server/engine/sql/typed.ts'
import { feeOfKind } from '#server/university/admission/ranking/fee.ts'
import { bookedKey } from '#server/university/admission/ranking/fee-mails.ts'
import { stands } from '#server/university/computed.ts'
import { confirmationFee } from './fees.ts'
import type { MailComposer, MailParts } from './parts.ts'

const f = table(finances, 'f')
const r = table(registrations, 'r')
const m = outer(outboxMail, 'm')

/** Sent only if the entry was not reversed, so that a mistake that was corrected at once goes unnoticed. */
export const paymentBooked: MailComposer = async (mail) => {
  const { application, context, say, facts, statusLink } = mail
  const entry = await entryOf(mail)
  if (!entry?.stands) return null
  const isForPlace = entry.kind === 'matriculation'
  const fee = isForPlace && !entry.confirmedAt ? await confirmationFee(context, application) : null
  return [
    say('body'),
    ...facts({ reference: application.reference, ...entry.facts, receiptNumber: entry.receiptNumber }),
    ...(isForPlace && entry.confirmedAt ? [say('confirmed')] : []),
    ...(fee ? facts(fee) : []),
    statusLink(),
  ]
}

export const feeWaived: MailComposer = async (mail) => {
  const { application, say, facts, statusLink } = mail
  const entry = await entryOf(mail)
  return entry?.stands ? [say('body'), ...facts({ reference: application.reference, ...entry.facts }), statusLink()] : null
}

/** A correction, sent only if the email about the entry was sent. */
export const paymentUndone: MailComposer = async (mail) => {
  const { application, say, facts, statusLink } = mail
  const entry = await entryOf(mail)
  if (!entry || entry.stands || !entry.wasTold) return null
  const isPayment = entry.direction === 'payment'
  return [say(isPayment ? 'payment' : 'waiver'), ...facts({ reference: application.reference, ...entry.facts }), say('after'), statusLink()]
}

/** Returns the entry that an email is about; null if there is none. */
async function entryOf({ application: { id, language }, context: { database }, row, text }: MailParts) {
  const entryId = row.params.entry ?? null
  const [entry] = await run(
    database,
    sql`select ${pick({
      ...columns(f, 'kind', 'direction', 'amount', 'bookedOn', 'receiptNumber'),
      stands: stands(f),
      confirmedAt: r.confirmedAt,
      // An email that is gone from the outbox was sent long ago.
      wasTold: expr<boolean>`(${m.state} is null or ${m.state} = 'sent')`,
    })}
     from ${f} join ${r} on ${r.id} = ${f.registrationId} left join ${m} on ${m.once_key} = ${bookedKey(entryId ?? '')}
     where ${f.id} = ${entryId}::uuid and ${r.id} = ${id}`,
  )
  if (!entry) return null
  const fee = feeOfKind(entry.kind)
  const { amount, bookedOn } = entry
  return {
    ...entry,
    facts: {
      paidFor: fee && text(`resources:bank-payments.choices.fee.${fee}`),
      amount: amountInWords(amount, language),
      bookedOn: dayInWords(bookedOn, language),
    },
  }
}
