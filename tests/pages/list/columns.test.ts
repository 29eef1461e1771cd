import {
  columnFields,
  defaultColumns,
  isSortableColumn,
  knownColumns,
  nextSort,
  visibleColumns,
} from '@matricola/console/pages/list/columns.ts'
import { parsePreferences } from '@matricola/console/pages/list/preferences.ts'
import { parseListUrl, toPageParams } from '@matricola/console/pages/list/use-list-query.ts'
import { resourceForRole } from '@matricola/schema/access.ts'
import { describe, expect, test } from 'vitest'
import { getResource } from '#resources/index.ts'

const students = getResource('students')
const departments = getResource('departments')

describe('columns', () => {
  test('show a name that consists of two fields in one column', () => {
    expect(visibleColumns(students, students.list.columns)[0]).toBe('lastName')
    expect(visibleColumns(students, students.list.columns)).not.toContain('firstName')
    expect(columnFields(students, 'lastName')).toEqual(['lastName', 'firstName'])
  })

  test('contain only fields that the role may read', () => {
    expect(knownColumns(students, 'professor')).not.toContain('email')
    expect(defaultColumns(students, 'professor')).not.toContain('email')
    expect(knownColumns(students, 'admin')).toContain('email')
  })

  test('and titles leave out a field that always refers to the reader', () => {
    const requests = getResource('exam-resits')
    expect(resourceForRole(requests, 'secretary').title).toEqual(['studentId', 'courseId'])
    expect(resourceForRole(requests, 'student').title).toEqual(['courseId'])
    expect(defaultColumns(resourceForRole(requests, 'student'), 'student')).toEqual([
      'courseId',
      'kind',
      'examId',
      'requestedAt',
      'status',
    ])
    expect(knownColumns(resourceForRole(requests, 'student'), 'student')).toContain('studentId')
    for (const name of ['finances', 'certificates', 'data-changes', 'grade-appeals'])
      expect([
        name,
        defaultColumns(resourceForRole(getResource(name), 'student'), 'student').includes(
          'studentId',
        ),
      ]).toEqual([name, false])
  })

  test('are sortable only if the server can sort by them', () => {
    expect(isSortableColumn(students, 'specializationId')).toBe(true)
    expect(isSortableColumn(students, 'cnp')).toBe(false)
    expect(isSortableColumn(students, 'studyYear')).toBe(true)
    expect(isSortableColumn(students, 'address')).toBe(false)
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
    toPageParams(
      parseListUrl(new URLSearchParams(address), departments, 5),
      departments,
    ).toString(),
  ).toBe(address)
})
