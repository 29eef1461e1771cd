/**
 * Charges that a student has not fully paid. Payments cover the charge that is due first,
 * regardless of their purpose.
 */

/** A ledger entry. Reversed entries and their reversals must be left out. */
export interface BookedEntry {
  readonly id: string
  readonly direction: 'charge' | 'payment' | 'refund' | 'adjustment'
  readonly amount: number
  readonly description: string
  readonly dueOn: string | null
  readonly bookedOn: string
}

export interface OpenCharge {
  readonly id: string
  readonly description: string
  readonly dueOn: string | null
  /** Unpaid amount in RON. */
  readonly open: number
}

const toBani = (amount: number) => Math.round(amount * 100)

/**
 * The unpaid charges, earliest due date first. A charge without a due date is due on the day it was
 * booked.
 */
export function openCharges(entries: readonly BookedEntry[]): OpenCharge[] {
  let credit = 0
  for (const { direction, amount } of entries) {
    if (direction === 'payment' || direction === 'adjustment') credit += toBani(amount)
    if (direction === 'refund') credit -= toBani(amount)
  }
  const charges = entries.filter(({ direction }) => direction === 'charge')
  const due = ({ dueOn, bookedOn }: BookedEntry) => dueOn ?? bookedOn
  const open: OpenCharge[] = []
  for (const charge of charges.toSorted(
    (a, b) => due(a).localeCompare(due(b)) || a.id.localeCompare(b.id),
  )) {
    const unpaid = toBani(charge.amount) - Math.max(0, credit)
    credit -= toBani(charge.amount)
    if (unpaid <= 0) continue
    const { id, description, dueOn } = charge
    open.push({ id, description, dueOn, open: Math.min(unpaid, toBani(charge.amount)) / 100 })
  }
  return open
}
