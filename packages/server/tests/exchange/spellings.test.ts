/**
 * Reads the shared date and time formats from cells: files and pasted blocks use the same reader.
 */

import type { FieldSpec } from '@matricola/schema/field.ts'
import { daySpellings, momentSpellings } from '@matricola/testing/date-spellings.ts'
import { library } from '@matricola/testing/library/app.ts'
import { libraryField as field } from '@matricola/testing/library/declarations.ts'
import { expect, test } from 'vitest'
import type { ExchangeCell } from '../../exchange/cell-formats.ts'
import { readCell } from '../../exchange/cells.ts'

const texts = library.loadTexts()
function read(spec: FieldSpec, cell: ExchangeCell): unknown {
  const branches = library.registry.get('branches')
  const resource = { ...branches, fields: { ...branches.fields, value: spec } }
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
test.each(['da', 'Da', 'yes', 'oui', 'ja', 'JA', 'true', '1', 'x', '\u200bda\u00a0', true])(
  '%j in a cell is yes',
  (cell) => {
    expect(read(field.boolean(), cell)).toBe(true)
  },
)
