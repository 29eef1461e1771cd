import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import {
  delayRequests,
  failureResponse,
  handle,
  queryString,
  recordRequests,
} from '@matricola/testing/pages/network.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getResource } from '#resources/index.ts'
import { setUpConsoleApp } from '../support/console-app.tsx'

const courses = endpointsOf(getResource('courses'))
const site = setUpConsoleApp(async (make, api) => {
  const { id: departmentProfileId } = await make('departments', { name: 'Informatică' })
  const programme = {
    name: 'Calculatoare',
    code: 'CAL',
    departmentProfileId,
    yearsOfStudy: 3,
    totalCredits: 180,
  }
  const { id: specializationId } = await make('specializations', programme)
  const course = { specializationId, year: 1, credits: 5, semester: 2 }
  await make('courses', { ...course, name: 'Logică', code: 'L-1', type: 'facultative' })
  for (const number of [1, 2, 3, 4, 5, 6])
    await make('courses', {
      ...course,
      name: 'Algebră',
      code: `O-${number}`,
      type: 'optional',
      semester: number > 2 ? 2 : 1,
    })
  await make('courses', { ...course, name: 'Algebră', code: 'A-1', type: 'compulsory' })
  await api.context.database.query(
    `insert into courses select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'code', 'A-' || n, 'code_key', 'a-' || n))).*
     from courses c, generate_series(2, 1284) n where c.code = 'A-1'`,
  )
})

async function openCourses(address = '/admin/courses') {
  const user = await site.open(address)
  await screen.findByRole('table')
  return user
}
const getOptionTexts = (name: string) =>
  within(screen.getByRole('combobox', { name }))
    .getAllByRole('option')
    .map((option) => option.textContent)

test('filters next to the search box show the number of records for each value under the current filters', async () => {
  const requests = recordRequests(courses.facets)
  await openCourses('/admin/courses?pageNumber=2&pageSize=10&search=al&sort=-name')
  await waitFor(() =>
    expect(getOptionTexts('Type')).toEqual([
      'Type',
      'Type: Compulsory (1,284)',
      'Type: Elective (6)',
      'Type: Optional (not counted) (0)',
    ]),
  )
  expect(getOptionTexts('Year of study')[1]).toBe('Year of study: 1 (1,290)')
  expect(requests.requests.map(queryString)).toEqual(['?search=al'])
})

test('counts in a condition are shown next to the values', async () => {
  const user = await openCourses()
  await waitFor(() => expect(getOptionTexts('Type')[1]).toContain('1,284'))
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  await user.click(
    within(screen.getByRole('group', { name: 'Add a condition' })).getByRole('button', {
      name: 'Type',
    }),
  )
  expect(
    within(screen.getByRole('group', { name: 'Condition on Type' }))
      .getAllByRole('checkbox')
      .map((box) => box.closest('label')?.textContent),
  ).toEqual(['Compulsory 1,284', 'Elective 6', 'Optional (not counted) 1'])
})

test('counts of the previous query are dimmed until the new ones arrive', async () => {
  const user = await openCourses()
  await waitFor(() => expect(getOptionTexts('Type')[2]).toContain('(6)'))
  const delayed = delayRequests(courses.facets)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Semester' }), '1')
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Type' }).dataset.stale).toBe('true'),
  )
  expect(getOptionTexts('Type')[2]).toContain('(6)')
  delayed.release()
  await waitFor(() => expect(getOptionTexts('Type')[2]).toContain('(2)'))
  expect(screen.getByRole('combobox', { name: 'Type' }).dataset.stale).toBe('false')
})

test('filters work even if counting fails', async () => {
  handle(courses.facets, () =>
    failureResponse(500, 'server.failed', 'Unexpected Application Error!'),
  )
  await openCourses()
  expect(getOptionTexts('Type')).toEqual([
    'Type',
    'Type: Compulsory',
    'Type: Elective',
    'Type: Optional (not counted)',
  ])
  expect(document.querySelector('.toast')).toBeNull()
})
