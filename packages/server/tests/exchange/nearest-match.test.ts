import { expect, test } from 'vitest'
import { findNearestMatch } from '../../exchange/import/nearest-match.ts'

const values = new Map([
  ['obligatorie', 'compulsory'],
  ['compulsory', 'compulsory'],
  ['optionala', 'elective'],
  ['wahlpflichtfach', 'elective'],
  ['wahlfach', 'free'],
  ['facultativa', 'free'],
  ['da', 'yes'],
])

test.each([
  ['Obligatoriu', 'compulsory'],
  ['obligatorii', 'compulsory'],
  ['OBLIG.', 'compulsory'],
  ['Compulsory (C)', 'compulsory'],
  ['Opțional', 'elective'],
  ['Facultativ', 'free'],
  ['Wahlfächer', 'free'],
])('%s is close to exactly one meaning: %s', (text, meaning) => {
  expect(findNearestMatch(values, text)).toBe(meaning)
})

test.each(['Wahl', 'Strange', 'ob', 'd', '', '…', 'da da'])(
  '%j is not close to any meaning, or close to several',
  (text) => {
    expect(findNearestMatch(values, text)).toBeUndefined()
  },
)
