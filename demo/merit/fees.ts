/** Application and confirmation fees: paid, waived or still owed. */
import type { Row, RowWith, Tools } from '../rows.ts'
import { born } from '../rows.ts'
import type { Doer, Step } from '../trail.ts'
import type { Applied, ChoiceRow, Merit } from './places.ts'

type Entry = RowWith<'finances', 'direction' | 'amount' | 'description' | 'bookedOn'>

/** How a fee was paid, or what else happened to it. */
export type End = 'transfer' | 'cash' | 'card' | 'waived' | 'owed'

export interface Fee {
  readonly id: string
  readonly reference: string
  readonly amount: number
  readonly sentAt: number
  /** When it was paid or waived. This precedes the review. */
  readonly settledAt: number
  readonly end: End
}

/** Payment of a confirmation fee. */
export interface PlaceFee {
  readonly id: string
  readonly reference: string
  readonly amount: number
  readonly paidAt: number
  readonly end: 'transfer' | 'cash' | 'card'
}

const hour = 3_600_000
const words = 'Taxă de înscriere'
const waived = 'Scutire de taxa de înscriere'
const ofPlace = 'Taxă pentru locul confirmat'
const reasons = ['Orfan de ambii părinți', 'Copil de cadru didactic', 'Provine din centru de plasament']

/** Returns the fees of the applications that were charged one. `endAt` chooses the outcome of each. */
export function feesOf(
  { programmes }: Merit,
  applied: readonly Applied[],
  choices: readonly ChoiceRow[],
  endAt: (turn: number) => End,
): readonly Fee[] {
  const amounts = new Map(programmes.map(({ specializationId, applicationFee }) => [specializationId, applicationFee ?? 0]))
  const chosen = [...applied.map(({ id, specializationId }) => ({ registrationId: id, specializationId })), ...choices]
  const owed = new Map<string, number>()
  for (const { registrationId, specializationId } of chosen)
    owed.set(registrationId, Math.max(owed.get(registrationId) ?? 0, amounts.get(specializationId) ?? 0))
  const charged = applied.filter(({ id }) => (owed.get(id) ?? 0) > 0)
  return charged.map(({ id, referenceCode, createdAt }, turn) => ({
    ...{ id, reference: referenceCode ?? '', amount: owed.get(id) ?? 0, sentAt: Date.parse(createdAt) },
    settledAt: Date.parse(createdAt) + 20 * hour,
    end: endAt(turn),
  }))
}

/** Returns the entry in the application's timeline. */
export const settledStep = ({ end, settledAt: at, sentAt }: Fee, by: Doer): Step[] => {
  if (end === 'owed') return []
  if (end === 'waived') return [{ at, by, event: 'feeWaived', note: reasons[sentAt % reasons.length] ?? waived, visibleFrom: at }]
  return [paidStep(at, by)]
}

export const paidStep = (at: number, by: Doer): Step => ({ at, by, event: 'paymentBooked', visibleFrom: at })

const receipts = { application: { bank: 'OP', office: 'CH' }, confirmation: { bank: 'OC', office: 'CL' } } as const

/** Returns the number of the ledger entry: the bank's reference or the receipt number. */
export const receiptOf = ({ end, reference }: Pick<Fee, 'end' | 'reference'>, fee: keyof typeof receipts = 'application') =>
  `${receipts[fee][end === 'transfer' ? 'bank' : 'office']}-${reference}`

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Returns the ledger entries: each charge, and its payment or waiver. */
export const feeEntries = (fees: readonly Fee[], tools: Tools): readonly Row<'finances'>[] =>
  fees.flatMap((fee): Entry[] => {
    const { id, amount, sentAt, settledAt: at, end } = fee
    const base = { registrationId: id, kind: 'application' as const, amount }
    const charge: Entry = { ...born(tools, sentAt), ...base, direction: 'charge', description: words, bookedOn: dayOf(sentAt) }
    if (end === 'owed') return [charge]
    const settled = { ...born(tools, at), ...base, bookedOn: dayOf(at) }
    if (end === 'waived') return [charge, { ...settled, direction: 'adjustment', description: waived }]
    return [charge, { ...settled, direction: 'payment', description: words, method: end, receiptNumber: receiptOf(fee) }]
  })

/** The same for confirmation fees: the payment, and the charge created by the confirmation. */
export const placeFeeEntries = (fees: readonly PlaceFee[], tools: Tools): readonly Row<'finances'>[] =>
  fees.flatMap((fee): Entry[] => {
    const { id, amount, paidAt, end } = fee
    const base = { registrationId: id, kind: 'matriculation' as const, amount, description: ofPlace, bookedOn: dayOf(paidAt) }
    const paid = { direction: 'payment', method: end, receiptNumber: receiptOf(fee, 'confirmation') } as const
    return [
      { ...born(tools, paidAt), ...base, ...paid },
      { ...born(tools, paidAt), ...base, direction: 'charge' },
    ]
  })
