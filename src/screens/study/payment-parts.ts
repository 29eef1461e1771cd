/** How a payment is split over the open charges before it is sent. Amounts are in RON. */
import { type OpenCharge, toBani } from '#resources/academic/open-charges.ts'

/** The charges that are chosen at first: those that are overdue, else the next one. */
export function dueCharges(open: readonly OpenCharge[], today: string): readonly string[] {
  const overdue = open.filter(({ dueOn }) => dueOn === null || dueOn < today)
  return (overdue.length > 0 ? overdue : open.slice(0, 1)).map(({ id }) => id)
}

export const unpaidSumOf = (charges: readonly OpenCharge[]) =>
  charges.reduce((sum, { open }) => sum + toBani(open), 0) / 100

/** The charges that an amount settles at least in part, in their order. */
export function coveredBy(open: readonly OpenCharge[], amount: number): readonly string[] {
  let rest = toBani(amount)
  return open.flatMap(({ id, open: unpaid }) => {
    const isCovered = rest > 0
    rest -= toBani(unpaid)
    return isCovered ? [id] : []
  })
}

/** Returns the part of each charge that an amount pays, and the part that stays as credit. */
export function splitAmount(charges: readonly OpenCharge[], amount: number) {
  let rest = toBani(amount)
  const paid = new Map<string, number>()
  for (const { id, open } of charges) {
    const part = Math.min(rest, toBani(open))
    paid.set(id, part / 100)
    rest -= part
  }
  return { paid, credit: rest / 100 }
}
