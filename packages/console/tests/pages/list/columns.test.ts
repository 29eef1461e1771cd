import { resourceForRole } from '@matricola/schema/access.ts'
import { libraryRegistry } from '@matricola/testing/library/pages.tsx'
import { describe, expect, test } from 'vitest'
import {
  columnFields,
  defaultColumns,
  isSortableColumn,
  knownColumns,
  nextSort,
  visibleColumns,
} from '../../../pages/list/columns.ts'
import { parsePreferences } from '../../../pages/list/preferences.ts'
import { parseListUrl, toPageParams } from '../../../pages/list/use-list-query.ts'

const members = libraryRegistry.get('members')
const branches = libraryRegistry.get('branches')

describe('columns', () => {
  test('show a name that consists of two fields in one column', () => {
    expect(visibleColumns(members, members.list.columns)[0]).toBe('lastName')
    expect(visibleColumns(members, members.list.columns)).not.toContain('firstName')
    expect(columnFields(members, 'lastName')).toEqual(['lastName', 'firstName'])
  })

  test('show the other fields of a title separately', () => {
    const loans = libraryRegistry.get('loans')
    expect(visibleColumns(loans, ['bookId', 'readerId', 'dueOn'])).toEqual([
      'bookId',
      'readerId',
      'dueOn',
    ])
    expect(columnFields(loans, 'bookId')).toEqual(['bookId'])
  })

  test('contain only fields that the role may read', () => {
    expect(knownColumns(members, 'reader')).not.toContain('email')
    expect(defaultColumns(members, 'reader')).not.toContain('email')
    expect(knownColumns(members, 'admin')).toContain('email')
  })

  test('and titles leave out a field that always refers to the reader', () => {
    const loans = libraryRegistry.get('loans')
    expect(resourceForRole(loans, 'librarian').title).toEqual(['bookId', 'readerId'])
    expect(resourceForRole(loans, 'reader').title).toEqual(['bookId'])
    expect(defaultColumns(resourceForRole(loans, 'reader'), 'reader')).toEqual([
      'bookId',
      'dueOn',
      'status',
      'daysLate',
    ])
    expect(knownColumns(resourceForRole(loans, 'reader'), 'reader')).toContain('readerId')
  })

  test('are sortable only if the server can sort by them', () => {
    expect(isSortableColumn(members, 'branchId')).toBe(true)
    expect(isSortableColumn(members, 'personalNumber')).toBe(false)
    expect(isSortableColumn(members, 'joinedOn')).toBe(true)
    expect(isSortableColumn(branches, 'description')).toBe(false)
  })
})

describe('the order after a click', () => {
  test('reverses a column of two fields as a whole', () => {
    expect(nextSort(['lastName', 'firstName'], ['lastName', 'firstName'], false)).toEqual([
      '-lastName',
      '-firstName',
    ])
    expect(nextSort(['-lastName', '-firstName'], ['lastName', 'firstName'], false)).toEqual([])
  })

  test('with Shift keeps the other columns and their priority', () => {
    expect(nextSort(['name', 'budget'], ['phone'], true)).toEqual(['name', 'budget', 'phone'])
    expect(nextSort(['name', 'budget'], ['name'], true)).toEqual(['-name', 'budget'])
    expect(nextSort(['-name', 'budget'], ['name'], true)).toEqual(['budget'])
  })
})

describe('the stored settings of a list', () => {
  const read = (text: string | null) =>
    parsePreferences(text, { columns: ['name', 'phone'], pageSize: 5 }, ['name', 'phone', 'budget'])
  test('are the defaults if nothing, an invalid value or an older format is stored', () => {
    const fallback = { columns: ['name', 'phone'], density: 'default', pageSize: 5 }
    for (const text of [null, '{', '[]', '{"version":0,"pageSize":50}'])
      expect(read(text)).toEqual(fallback)
  })

  test('lose columns that no longer exist and page sizes that no list offers', () => {
    const text = JSON.stringify({
      version: 1,
      columns: ['budget', 'salary'],
      density: 'compact',
      pageSize: 7,
    })
    expect(read(text)).toEqual({ columns: ['budget'], density: 'compact', pageSize: 5 })
  })
})

test('a URL and its query are equivalent', () => {
  const address = 'pageNumber=2&pageSize=10&filters%5Bname%5D=a&sort=-budget&search=b'
  expect(
    toPageParams(parseListUrl(new URLSearchParams(address), branches, 5), branches).toString(),
  ).toBe(address)
})
