/** Application and confirmation fees: paid, waived or still owed. */

import { admissionFeeOf } from '#resources/admission/admission-fee.ts'
import { formFactsOf } from '#resources/admission/form-facts.ts'
import type { DemoActor, HistoryEntry } from '../application-history.ts'
import type { DemoRow, DemoRowWith, DemoTools } from '../rows.ts'
import { createRecordBase } from '../rows.ts'
import type { MeritAdmission, MeritApplication, MeritChoice } from './places.ts'

type Entry = DemoRowWith<'finances', 'direction' | 'amount' | 'description' | 'bookedOn'>

/** How a fee was paid, or why it was not. */
export type FeeOutcome = 'transfer' | 'cash' | 'card' | 'waived' | 'owed'

export interface DemoApplicationFee {
  readonly id: string
  readonly reference: string
  readonly amount: number
  readonly sentAt: number
  /** When it was paid or waived, which is always before the review. */
  readonly settledAt: number
  readonly end: FeeOutcome
}

/** Payment of a confirmation fee. */
export interface DemoConfirmationFee {
  readonly id: string
  readonly reference: string
  readonly amount: number
  readonly paidAt: number
  readonly end: 'transfer' | 'cash' | 'card'
}

const hour = 3_600_000
const applicationFeeText = 'Taxă de înscriere'
const waiverText = 'Scutire de taxa de înscriere'
const confirmationFeeText = 'Taxă de confirmare a locului'
const reasons = [
  'Orfan de ambii părinți',
  'Copil de cadru didactic',
  'Provine din centru de plasament',
]

/**
 * Returns the fees of the applications that owe one. `outcomeAt` chooses the outcome of each fee.
 */
export function makeApplicationFees(
  { programmes, fees, session }: MeritAdmission,
  applied: readonly MeritApplication[],
  choices: readonly MeritChoice[],
  outcomeAt: (index: number) => FeeOutcome,
): readonly DemoApplicationFee[] {
  const exceptions = fees.map(({ when, amount }) => ({ when: JSON.parse(when), amount }))
  const feeOf = (one: MeritApplication, specializationId: string) => {
    const programme = programmes.find((offered) => offered.specializationId === specializationId)
    const facts = formFactsOf({
      identityType: String(one.identityType),
      citizenship: String(one.citizenship),
      birthDate: String(one.birthDate),
      ...{ programmes: [], fundingPreferences: [], placeKindId: null },
      lastDay: session.closesAt.slice(0, 10),
    })
    return admissionFeeOf({ amount: programme?.applicationFee ?? null, exceptions }, facts) ?? 0
  }
  const feeByApplication = new Map(
    applied.map((one) => {
      const chosen = choices.filter(({ registrationId }) => registrationId === one.id)
      const programmeIds = [one, ...chosen].map(({ specializationId }) => specializationId)
      return [one.id, Math.max(...programmeIds.map((id) => feeOf(one, id)))]
    }),
  )
  const charged = applied.filter(({ id }) => (feeByApplication.get(id) ?? 0) > 0)
  return charged.map(({ id, referenceCode, createdAt }, index) => ({
    ...{
      id,
      reference: referenceCode ?? '',
      amount: feeByApplication.get(id) ?? 0,
      sentAt: Date.parse(createdAt),
    },
    settledAt: Date.parse(createdAt) + 20 * hour,
    end: outcomeAt(index),
  }))
}

/** Returns the entry in the application's timeline. */
export const settlementEntries = (
  { end, settledAt: at, sentAt }: DemoApplicationFee,
  by: DemoActor,
): HistoryEntry[] => {
  if (end === 'owed') return []
  if (end === 'waived')
    return [
      {
        at,
        by,
        event: 'feeWaived',
        note: reasons[sentAt % reasons.length] ?? waiverText,
        visibleFrom: at,
      },
    ]
  return [paymentEntry(at, by)]
}

export const paymentEntry = (at: number, by: DemoActor): HistoryEntry => ({
  at,
  by,
  event: 'paymentBooked',
  visibleFrom: at,
})

const receipts = {
  application: { bank: 'OP', office: 'CH' },
  confirmation: { bank: 'OC', office: 'CL' },
} as const

/** Returns the number of the ledger entry: the bank's reference or the receipt number. */
export const receiptNumberOf = (
  { end, reference }: Pick<DemoApplicationFee, 'end' | 'reference'>,
  fee: keyof typeof receipts = 'application',
) => `${receipts[fee][end === 'transfer' ? 'bank' : 'office']}-${reference}`

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Returns the ledger entries: each charge, and its payment or waiver. */
export const applicationFeeEntries = (
  fees: readonly DemoApplicationFee[],
  tools: DemoTools,
): readonly DemoRow<'finances'>[] =>
  fees.flatMap((fee): Entry[] => {
    const { id, amount, sentAt, settledAt: at, end } = fee
    const base = { registrationId: id, kind: 'application' as const, amount }
    const charge: Entry = {
      ...createRecordBase(tools, sentAt),
      ...base,
      direction: 'charge',
      description: applicationFeeText,
      bookedOn: dayOf(sentAt),
    }
    if (end === 'owed') return [charge]
    const settlement = { ...createRecordBase(tools, at), ...base, bookedOn: dayOf(at) }
    if (end === 'waived')
      return [charge, { ...settlement, direction: 'adjustment', description: waiverText }]
    return [
      charge,
      {
        ...settlement,
        direction: 'payment',
        description: applicationFeeText,
        method: end,
        receiptNumber: receiptNumberOf(fee),
      },
    ]
  })

/**
 * Returns the same entries for confirmation fees: the charge created by the confirmation, and the
 * payment.
 */
export const confirmationFeeEntries = (
  fees: readonly DemoConfirmationFee[],
  tools: DemoTools,
): readonly DemoRow<'finances'>[] =>
  fees.flatMap((fee): Entry[] => {
    const { id, amount, paidAt, end } = fee
    const base = {
      registrationId: id,
      kind: 'matriculation' as const,
      amount,
      description: confirmationFeeText,
      bookedOn: dayOf(paidAt),
    }
    const payment = {
      direction: 'payment',
      method: end,
      receiptNumber: receiptNumberOf(fee, 'confirmation'),
    } as const
    return [
      { ...createRecordBase(tools, paidAt), ...base, ...payment },
      { ...createRecordBase(tools, paidAt), ...base, direction: 'charge' },
    ]
  })
