import { expect, test } from 'vitest'
import { birthDateOf } from '#resources/draft-recovery.ts'

test.each([
  ['2', '2005-02-01'],
  ['feb', '2005-02-01'],
  ['February', '2005-02-01'],
  ['Februarie', '2005-02-01'],
  ['févr.', '2005-02-01'],
  ['März', '2005-03-01'],
  ['iul', '2005-07-01'],
  ['juillet', '2005-07-01'],
  ['VII', '2005-07-01'],
])('the month "%s" of a birth date can be typed', (birthMonth, date) => {
  expect(birthDateOf({ birthDay: '1', birthMonth, birthYear: '2005' })).toBe(date)
})

test.each(['jui', 'fe', 'month'])(
  '"%s" names no month, and validation rejects it',
  (birthMonth) => {
    expect(birthDateOf({ birthDay: '1', birthMonth, birthYear: '2005' })).toBe(
      `2005-${birthMonth.padStart(2, '0')}-01`,
    )
  },
)
