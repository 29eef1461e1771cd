import { expect, test } from 'vitest'
import { isWorkingDay, workingDaysAfter } from '#resources/admission/working-days.ts'

test.each([
  ['a Monday', '2026-09-07', true],
  ['a Saturday', '2026-09-05', false],
  ['a Sunday', '2026-09-06', false],
  ['New Year', '2027-01-01', false],
  ['the national day', '2026-12-01', false],
  ['Good Friday of 2026', '2026-04-10', false],
  ['Easter Monday of 2026', '2026-04-13', false],
  ['Whit Monday of 2026', '2026-06-01', false],
  ['Easter Monday of 2024', '2024-05-06', false],
  ['Good Friday of 2025', '2025-04-18', false],
  ['Whit Monday of 2027', '2027-06-21', false],
  ['the Friday after Easter', '2026-04-17', true],
] as const)('whether %s (%s) is a working day: %s', (_, day, expected) => {
  expect(isWorkingDay(day)).toBe(expected)
})

test('working days are counted past weekends and holidays', () => {
  expect(workingDaysAfter('2026-09-07', 3)).toBe('2026-09-10')
  expect(workingDaysAfter('2026-09-10', 3)).toBe('2026-09-15')
  expect(workingDaysAfter('2026-09-12', 1)).toBe('2026-09-14')
  expect(workingDaysAfter('2026-12-23', 3)).toBe('2026-12-29')
  expect(workingDaysAfter('2026-04-09', 1)).toBe('2026-04-14')
})
