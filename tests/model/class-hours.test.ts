import { expect, test } from 'vitest'
import { formatHour, formatHours, isHours } from '#resources/academic/hours.ts'

const odd = { weekday: 'wednesday', startsAt: '10:00', endsAt: '11:50', weeks: 'odd' } as const
const line = `1 08:00-09:50; ${formatHour(odd)}`

test('class hours are described in each language', () => {
  expect(line).toBe('1 08:00-09:50; 3 10:00-11:50 odd')
  expect(formatHours(line, 'en', (weeks) => `${weeks} weeks`)).toBe(
    'Mon 08:00–09:50, Wed 10:00–11:50 (odd weeks)',
  )
  expect(formatHours(line, 'ro', () => 'săptămâni impare')).toBe(
    'lun. 08:00–09:50, mie. 10:00–11:50 (săptămâni impare)',
  )
})

test('only a complete line of hours is recognised as one', () => {
  expect([line, '6 18:00-19:50 even'].every(isHours)).toBe(true)
  expect(['', 'Analiză', '7 08:00-09:50', '1 08:00', '2026-10-05'].some(isHours)).toBe(false)
})
