/**
 * Charges that a student has not fully paid. An entry that names a charge settles that one. All
 * other payments cover the charge that is due first, regardless of their purpose.
 */

/** A ledger entry. Reversed entries and their reversals must be left out. */
export interface BookedEntry {
  readonly id: string
  readonly direction: 'charge' | 'payment' | 'refund' | 'adjustment'
  readonly amount: number
  readonly description: string
  readonly dueOn: string | null
  readonly bookedOn: string
  readonly chargeId: string | null
}

export interface OpenCharge {
  readonly id: string
  readonly description: string
  readonly dueOn: string | null
  /** Unpaid amount in RON. */
  readonly open: number
}

/** Converts an amount to bani, in which sums are exact. */
export const toBani = (amount: number) => Math.round(amount * 100)

/**
 * The unpaid charges, earliest due date first. A charge without a due date is due on the day it was
 * booked.
 */
export function openCharges(entries: readonly BookedEntry[]): OpenCharge[] {
  const charges = entries.filter(({ direction }) => direction === 'charge')
  const unpaidById = new Map(charges.map(({ id, amount }) => [id, toBani(amount)]))
  let credit = 0
  for (const { direction, amount, chargeId } of entries) {
    if (direction === 'charge') continue
    const paid = direction === 'refund' ? -toBani(amount) : toBani(amount)
    const unpaid = chargeId === null ? undefined : unpaidById.get(chargeId)
    if (chargeId === null || unpaid === undefined) credit += paid
    else unpaidById.set(chargeId, unpaid - paid)
  }
  for (const [id, unpaid] of unpaidById)
    if (unpaid < 0) {
      credit -= unpaid
      unpaidById.set(id, 0)
    }
  const due = ({ dueOn, bookedOn }: BookedEntry) => dueOn ?? bookedOn
  const open: OpenCharge[] = []
  for (const { id, description, dueOn } of charges.toSorted(
    (a, b) => due(a).localeCompare(due(b)) || a.id.localeCompare(b.id),
  )) {
    const unpaid = unpaidById.get(id) ?? 0
    const covered = Math.min(Math.max(0, credit), unpaid)
    credit -= covered
    if (unpaid > covered) open.push({ id, description, dueOn, open: (unpaid - covered) / 100 })
  }
  return open
}
