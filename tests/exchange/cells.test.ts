/** Cells of the university's declarations and of its own field type. */
import { fieldEntries } from '@matricola/schema/resource-fields.ts'
import { fold } from '@matricola/schema/values/folding.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { readCell, writeCell } from '@matricola/server/exchange/cells.ts'
import { choicesByLabel, fieldsByHeading, headingOf } from '@matricola/server/exchange/labels.ts'
import { describe, expect, test } from 'vitest'
import { field } from '#resources/field.ts'
import { allResources, getResource } from '#resources/index.ts'
import { languages } from '#resources/languages.ts'
import { validCnp } from '#tests/support/seed-university.ts'
import { testedApp } from '#tests/support/tested-app.ts'

const texts = testedApp.loadTexts()
const readOptions = (language: Language) => ({ texts, language, keys: new Map(), ids: new Map() })

describe.each(languages)('cells in %s', (language) => {
  test('a value of type nationalId is read back unchanged', () => {
    const resource = { ...getResource('courses'), fields: { type: field.nationalId() } }
    for (let number = 1; number <= 999; number++) {
      const value = validCnp(number)
      const cell = writeCell(resource, 'type', value, readOptions(language))
      expect(readCell(resource, 'type', cell, readOptions(language))).toEqual({ value })
    }
  })

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
