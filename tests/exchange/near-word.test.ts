import { expect, test } from 'vitest'
import { nearestMeaning } from '#server/engine/exchange/import/near-word.ts'

const words = new Map([
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
])('%s is close to one meaning alone: %s (CONS-03)', (text, meaning) => {
  expect(nearestMeaning(words, text)).toBe(meaning)
})

test.each(['Wahl', 'Strange', 'ob', 'd', '', '…', 'da da'])('%j is close to none, or to more than one (CONS-03)', (text) => {
  expect(nearestMeaning(words, text)).toBeUndefined()
})
