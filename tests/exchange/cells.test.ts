/** Cells of the university's declarations and of its own field type. */
import { fieldEntries } from '@matricola/schema/resource-fields.ts'
import { fold } from '@matricola/schema/values/folding.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { ExchangeCell } from '@matricola/server/exchange/cell-formats.ts'
import { cellReader, readCell, writeCell } from '@matricola/server/exchange/cells.ts'
import { readFileRows } from '@matricola/server/exchange/files/read-rows.ts'
import { readFieldCell } from '@matricola/server/exchange/import/cells.ts'
import { choicesByLabel, fieldsByHeading, headingOf } from '@matricola/server/exchange/labels.ts'
import type { RawCell } from '@matricola/server/ports/file-reader.ts'
import { cellAsText, fileOfCells } from '@matricola/testing/cell-files.ts'
import { describe, expect, test } from 'vitest'
import { field } from '#resources/field.ts'
import { allResources, getResource } from '#resources/index.ts'
import { languages } from '#resources/languages.ts'
import { validCnp } from '#tests/support/seed-university.ts'
import { testedApp } from '#tests/support/tested-app.ts'

const texts = testedApp.loadTexts()
const readOptions = (language: Language) => ({ texts, language, keys: new Map(), ids: new Map() })

describe.each(languages)('cells in %s', (language) => {
  const resource = { ...getResource('courses'), fields: { type: field.nationalId() } }
  const numbers = Array.from({ length: 999 }, (_, index) => validCnp(index + 1))
  const cells = numbers.map((value) => writeCell(resource, 'type', value, readOptions(language)))

  test('a value of type nationalId is read back unchanged, also as text', () => {
    const read = (cell: ExchangeCell) => readCell(resource, 'type', cell, readOptions(language))
    const expected = numbers.map((value) => ({ value }))
    expect(cells.map(read)).toEqual(expected)
    expect(cells.map((cell) => read(cellAsText(cell, language)))).toEqual(expected)
  })

  test.each(['csv', 'xlsx'] as const)(
    'a %s file keeps every value of type nationalId',
    async (format) => {
      const read = cellReader(resource, 'type', readOptions(language))
      const options = { format, resource, name: 'type', texts, language }
      const { rows } = readFileRows(await fileOfCells(cells, options), {})
      expect(
        rows.map((row) =>
          readFieldCell(resource.fields.type, (JSON.parse(row.cells) as RawCell[])[1] ?? '', read),
        ),
      ).toEqual(numbers.map((value) => ({ value })))
    },
  )

  test('every choice of every resource is read back, and so is every heading', () => {
    for (const resource of allResources) {
      for (const [name, spec] of fieldEntries(resource)) {
        if (spec.type === 'many') continue
        expect([
          resource.name,
          name,
          fieldsByHeading(resource, readOptions(language)).get(
            fold(headingOf(resource, name, readOptions(language))),
          ),
        ]).toEqual([resource.name, name, name])
        for (const value of 'choices' in spec ? Object.keys(spec.choices) : []) {
          const list = spec.type === 'set' ? [value] : value
          expect(
            readCell(
              resource,
              name,
              writeCell(resource, name, list, readOptions(language)),
              readOptions(language),
            ),
          ).toEqual({
            value: list,
          })
        }
      }
    }
  })
})

test('a word stands for the same choice in every language', () => {
  for (const resource of allResources)
    for (const [name, spec] of fieldEntries(resource)) {
      if (!('choices' in spec)) continue
      const all = languages.map((language) => choicesByLabel(resource, name, { texts, language }))
      for (const text of all)
        expect([resource.name, name, [...text].toSorted()]).toEqual([
          resource.name,
          name,
          [...(all[0] ?? [])].toSorted(),
        ])
    }
})
