import type { Language } from '@matricola/schema/vocabulary.ts'
import { guessMapping } from '@matricola/server/exchange/import/fields.ts'
import { expect, test } from 'vitest'
import { getResource } from '#resources/index.ts'
import { testedApp } from '#tests/support/tested-app.ts'

const texts = testedApp.loadTexts()
const suggestMapping = (resource: string, headings: readonly string[], language: Language = 'ro') =>
  guessMapping(getResource(resource), 'admin', { headings, localization: { texts, language } })

test('a short heading matches the field whose label contains that word', () => {
  expect(suggestMapping('courses', ['An', 'Denumire'])).toEqual(['year', 'name'])
  expect(suggestMapping('students', ['An', 'Nume de familie'])).toEqual(['studyYear', 'lastName'])
  expect(suggestMapping('courses', ['An'], 'de')).toEqual(['year'])
})

test('a short word among longer ones matches nothing', () => {
  expect(suggestMapping('students', ['Număr de telefon mobil', 'Data de sosire'])).toEqual([
    'phone',
    null,
  ])
  expect(suggestMapping('students', ['Nr. de matricol'])).toEqual(
    suggestMapping('students', ['Nr. matricol']),
  )
})

test('a short heading that occurs in several labels matches none', () => {
  expect(suggestMapping('students', ['de'])).toEqual([null])
})
