import type { Language } from '@matricola/schema/vocabulary.ts'
import { library } from '@matricola/testing/library/app.ts'
import { expect, test } from 'vitest'
import { guessMapping } from '../../exchange/import/fields.ts'

const texts = library.loadTexts()
const suggestMapping = (resource: string, headings: readonly string[], language: Language = 'ro') =>
  guessMapping(library.registry.get(resource), 'admin', {
    headings,
    localization: { texts, language },
  })

test('a short heading matches the field whose label contains that word', () => {
  expect(suggestMapping('books', ['Pagini', 'Titlu'])).toEqual(['pages', 'title'])
  expect(suggestMapping('branches', ['Program', 'Birou'])).toEqual(['officeHours', 'office'])
  expect(suggestMapping('books', ['Seiten'], 'de')).toEqual(['pages'])
})

test('a short word among longer ones matches nothing', () => {
  expect(suggestMapping('books', ['Număr de pagini tipărite', 'Data de sosire'])).toEqual([
    'pages',
    null,
  ])
  expect(suggestMapping('books', ['Nr. de pagini'])).toEqual(
    suggestMapping('books', ['Nr. pagini']),
  )
})

test('a short heading that occurs in several labels matches none', () => {
  expect(suggestMapping('books', ['de'])).toEqual([null])
})
