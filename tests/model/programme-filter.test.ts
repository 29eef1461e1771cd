import { expect, test } from 'vitest'
import {
  filterSearch,
  isFiltered,
  noProgrammeFilter,
  parseProgrammeFilter,
} from '#resources/admission/programme-filter.ts'

test('an address has only the parts of the filter that have an effect, and gives the same filter', () => {
  const filter = {
    ...{ words: 'drept european', degree: 'master', department: '', language: 'en' },
    ...{ isOpen: true, isStateFunded: false, page: 2 },
  }
  const search = filterSearch(filter)
  expect(search).toEqual({
    q: 'drept european',
    degree: 'master',
    language: 'en',
    open: '1',
    page: '2',
  })
  expect(parseProgrammeFilter(new URLSearchParams(search))).toEqual(filter)
  expect(filterSearch(noProgrammeFilter)).toEqual({})
})

test.each([
  ['', 1],
  ['page=0', 1],
  ['page=-3', 1],
  ['page=two', 1],
  ['page=3', 3],
  ['page=99999999999', 9999],
])('the address ?%s means page %i', (search, page) => {
  const filter = parseProgrammeFilter(new URLSearchParams(search))
  expect(filter).toEqual({ ...noProgrammeFilter, page })
  expect(isFiltered(filter)).toBe(false)
})

test('words are limited, and empty parts of a form have no effect', () => {
  const { words } = parseProgrammeFilter(new URLSearchParams({ q: ` ${'a'.repeat(500)}` }))
  expect(words).toBe('a'.repeat(100))
  const empty = parseProgrammeFilter(new URLSearchParams('q=&degree=&department=&language='))
  expect(empty).toEqual(noProgrammeFilter)
})
