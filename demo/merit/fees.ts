/** Fees of the applications to a programme that has one: most are paid by transfer within days, a few waived, a few still owed. */
import type { Row, RowWith, Tools } from '../rows.ts'
import { born } from '../rows.ts'
import type { Doer, Step } from '../trail.ts'
import type { Applied, ChoiceRow, Merit } from './places.ts'

type Entry = RowWith<'finances', 'direction' | 'amount' | 'description' | 'bookedOn'>

export interface Fee {
  readonly id: string
  readonly reference: string
  readonly amount: number
  readonly sentAt: number
  /** When it was paid or waived, before the review begins. */
  readonly settledAt: number
  readonly end: 'paid' | 'waived' | 'owed'
}

const hour = 3_600_000
const words = 'Taxă de înscriere'
const waived = 'Scutire de taxa de înscriere'
const reasons = ['Orfan de ambii părinți', 'Copil de cadru didactic', 'Provine din centru de plasament']

/** Applications that were charged, with what became of it. */
export function feesOf({ programmes }: Merit, applied: readonly Applied[], choices: readonly ChoiceRow[]): readonly Fee[] {
  const amounts = new Map(programmes.map(({ specializationId, applicationFee }) => [specializationId, applicationFee ?? 0]))
  const chosen = [...applied.map(({ id, specializationId }) => ({ registrationId: id, specializationId })), ...choices]
  const owed = new Map<string, number>()
  for (const { registrationId, specializationId } of chosen)
    owed.set(registrationId, Math.max(owed.get(registrationId) ?? 0, amounts.get(specializationId) ?? 0))
  const charged = applied.filter(({ id }) => (owed.get(id) ?? 0) > 0)
  return charged.map(({ id, referenceCode, createdAt }, turn) => ({
    ...{ id, reference: referenceCode ?? '', amount: owed.get(id) ?? 0, sentAt: Date.parse(createdAt) },
    settledAt: Date.parse(createdAt) + 20 * hour,
    end: turn % 41 === 9 ? 'owed' : turn % 37 === 5 ? 'waived' : 'paid',
  }))
}

/** Entry of the timeline. */
export const stepOf = (fee: Fee, by: Doer): Step[] => {
  const { settledAt: at } = fee
  if (fee.end === 'owed') return []
  if (fee.end === 'paid') return [{ at, by, event: 'paymentBooked', visibleFrom: at }]
  return [{ at, by, event: 'feeWaived', note: reasons[fee.sentAt % reasons.length] ?? waived, visibleFrom: at }]
}

/** Entries of the books: each charge, and what was paid or waived. */
export const feeEntries = (fees: readonly Fee[], tools: Tools): readonly Row<'finances'>[] =>
  fees.flatMap((fee): Entry[] => {
    const { id, amount, sentAt, settledAt: at, end, reference } = fee
    const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
    const base = { registrationId: id, kind: 'application' as const, amount }
    const charge: Entry = { ...born(tools, sentAt), ...base, direction: 'charge', description: words, bookedOn: dayOf(sentAt) }
    if (end === 'owed') return [charge]
    const settled = { ...born(tools, at), ...base, bookedOn: dayOf(at) }
    if (end === 'waived') return [charge, { ...settled, direction: 'adjustment', description: waived }]
    return [charge, { ...settled, direction: 'payment', description: words, method: 'transfer', receiptNumber: `OP-${reference}` }]
  })
