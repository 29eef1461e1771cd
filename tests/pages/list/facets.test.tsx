import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endpointsOf } from '#model/endpoints.ts'
import { resourceNamed } from '#resources/index.ts'
import { gate, openConsole, pageOfRecords, queryOf, wireRecord } from '../support/console.tsx'
import { failure, on, success } from '../support/network.ts'

const courses = endpointsOf(resourceNamed('courses'))
const facets = {
  type: [
    { value: 'compulsory', count: 1284 },
    { value: 'optional', count: 6 },
  ],
  year: [{ value: '1', count: 40 }],
  semester: [],
}

async function openCourses(address = '/admin/courses') {
  on(courses.list, (request) => success(pageOfRecords(request, [wireRecord(1, 'Algebră', { name: 'Algebră' })])))
  for (const name of ['specializations', 'professors'])
    on(endpointsOf(resourceNamed(name)).list, (request) => success(pageOfRecords(request, [])))
  const opened = await openConsole(address)
  await screen.findByRole('table')
  return opened
}
const wordsOf = (name: string) =>
  within(screen.getByRole('combobox', { name }))
    .getAllByRole('option')
    .map((option) => option.textContent)

test('filters beside the search box say how many records each value has, as the list is narrowed', async () => {
  const asked = on(courses.facets, () => success(facets))
  await openCourses('/admin/courses?pageNumber=2&pageSize=10&search=al&sort=-name')
  await waitFor(() =>
    expect(wordsOf('Type')).toEqual(['Type', 'Type: Compulsory (1,284)', 'Type: Elective (6)', 'Type: Optional (not counted) (0)']),
  )
  expect(wordsOf('Year of study')[1]).toBe('Year of study: 1 (40)')
  expect(asked.seen.map(queryOf)).toEqual(['?search=al'])
})

test('counts in the filter panel stand beside the values', async () => {
  on(courses.facets, () => success(facets))
  const { hands } = await openCourses()
  await waitFor(() => expect(wordsOf('Type')[1]).toContain('1,284'))
  await hands.click(screen.getByRole('button', { name: 'Filter' }))
  const type = within(screen.getByRole('group', { name: 'Filter' })).getByRole('group', { name: 'Type' })
  expect(
    within(type)
      .getAllByRole('checkbox')
      .map((box) => box.parentElement?.textContent),
  ).toEqual(['Compulsory 1,284', 'Elective 6', 'Optional (not counted) 0'])
})

test('counts of the query before are dimmed until the new ones are there', async () => {
  on(courses.facets, () => success(facets))
  const { hands } = await openCourses()
  await waitFor(() => expect(wordsOf('Type')[2]).toContain('(6)'))
  const { open, opened } = gate()
  on(courses.facets, async () => {
    await opened
    return success({ ...facets, type: [{ value: 'optional', count: 2 }] })
  })
  await hands.selectOptions(screen.getByRole('combobox', { name: 'Semester' }), '1')
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Type' }).dataset.stale).toBe('true'))
  expect(wordsOf('Type')[2]).toContain('(6)')
  open()
  await waitFor(() => expect(wordsOf('Type')[2]).toContain('(2)'))
  expect(screen.getByRole('combobox', { name: 'Type' }).dataset.stale).toBe('false')
})

test('filters work though nothing could be counted', async () => {
  on(courses.facets, () => failure(500, 'server.failed', 'Unexpected Application Error!'))
  await openCourses()
  expect(wordsOf('Type')).toEqual(['Type', 'Type: Compulsory', 'Type: Elective', 'Type: Optional (not counted)'])
  expect(document.querySelector('.toast')).toBeNull()
})
