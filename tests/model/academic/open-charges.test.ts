import { expect, test } from 'vitest'
import { type BookedEntry, openCharges } from '#resources/academic/open-charges.ts'

const entry = (
  id: string,
  direction: BookedEntry['direction'],
  amount: number,
  dueOn: string | null = null,
): BookedEntry => ({
  id,
  direction,
  amount,
  description: id,
  dueOn,
  bookedOn: '2026-10-01',
  chargeId: null,
})
const open = (...entries: BookedEntry[]) =>
  openCharges(entries).map(({ id, open: rest }) => [id, rest])

test('a payment covers the charge that is due first, and its remainder the next (R-E07)', () => {
  const charges = [
    entry('second', 'charge', 1600, '2027-02-28'),
    entry('first', 'charge', 1600, '2026-10-31'),
  ]
  expect(open(...charges)).toEqual([
    ['first', 1600],
    ['second', 1600],
  ])
  expect(open(...charges, entry('p', 'payment', 2000))).toEqual([['second', 1200]])
  expect(open(...charges, entry('p', 'payment', 3200))).toEqual([])
})

test('a reduction covers charges like a payment, and a refund covers nothing', () => {
  const charge = entry('c', 'charge', 100.1, '2026-10-31')
  expect(open(charge, entry('r', 'adjustment', 50.05))).toEqual([['c', 50.05]])
  expect(open(charge, entry('p', 'payment', 100.1), entry('b', 'refund', 30.1))).toEqual([
    ['c', 30.1],
  ])
})

test('rounding errors of amounts never add up to an open charge', () => {
  const charges = Array.from({ length: 10 }, (_, i) =>
    entry(`c${i}`, 'charge', 0.1, `2026-10-${10 + i}`),
  )
  expect(open(...charges, entry('p', 'payment', 1))).toEqual([])
})

test('a payment made before any charge is kept for the first charge', () => {
  expect(open(entry('p', 'payment', 500))).toEqual([])
  expect(open(entry('p', 'payment', 500), entry('c', 'charge', 700))).toEqual([['c', 200]])
})
