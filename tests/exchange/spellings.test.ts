/**
 * Reads the shared date and time formats from cells: files and pasted blocks use the same reader.
 */

import type { FieldSpec } from '@matricola/schema/field.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import { type ExchangeCell, readCell } from '@matricola/server/exchange/cells.ts'
import { daySpellings, momentSpellings } from '@matricola/testing/date-spellings.ts'
import { expect, test } from 'vitest'
import { field } from '#resources/field.ts'
import { resources } from '#resources/index.ts'
import { testedApp } from '#tests/support/tested-app.ts'

const texts = testedApp.loadTexts()
function read(spec: FieldSpec, cell: ExchangeCell): unknown {
  const { departments } = resources
  const resource = asAnyResource({ ...departments, fields: { ...departments.fields, value: spec } })
  const found = readCell(resource, 'value', cell, { texts, language: 'ro', ids: new Map() })
  return 'value' in found ? found.value : found.issues[0]?.code
}

test.each(daySpellings)('the day %j in a cell is %s', (text, expected) => {
  expect(read(field.date(), text)).toBe(expected)
})
test.each(momentSpellings)('the moment %j in a cell is %s', (text, expected) => {
  expect(read(field.dateTime(), text)).toBe(expected)
})
test.each([
  [20200315, '2020-03-15'],
  [43905, '2020-03-15'],
  ['43905', '2020-03-15'],
  [43905.75, '2020-03-15'],
])('the number %j in a cell is the day %s', (cell, expected) => {
  expect(read(field.date(), cell)).toBe(expected)
})
test.each([
  ['8:30', '08:30'],
  ['8h30', '08:30'],
  ['830', '08:30'],
  ['20:00:00', '20:00'],
  [0.354166666666667, '08:30'],
  ['25:00', 'text.time'],
])('the time %j in a cell is %s', (cell, expected) => {
  expect(read(field.text({ max: 5, pattern: 'time' }), cell)).toBe(expected)
})
test.each([
  ['2026/27', '2026-2027'],
  ['2026', '2026-2027'],
  ['2026–2027', '2026-2027'],
])('the academic year %j in a cell is %s', (cell, expected) => {
  expect(read(field.text({ max: 9, pattern: 'academicYear' }), cell)).toBe(expected)
})
test.each(['da', 'Da', 'yes', 'oui', 'ja', 'JA', 'true', '1', 'x', '\u200bda\u00a0', true])(
  '%j in a cell is yes',
  (cell) => {
    expect(read(field.boolean(), cell)).toBe(true)
  },
)
