/** Reads the university's own text patterns from cells. */

import type { FieldSpec } from '@matricola/schema/field.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import type { ExchangeCell } from '@matricola/server/exchange/cell-formats.ts'
import { readCell } from '@matricola/server/exchange/cells.ts'
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

test.each([
  ['2026/27', '2026-2027'],
  ['2026', '2026-2027'],
  ['2026–2027', '2026-2027'],
])('the academic year %j in a cell is %s', (cell, expected) => {
  expect(read(field.text({ max: 9, pattern: 'academicYear' }), cell)).toBe(expected)
})
