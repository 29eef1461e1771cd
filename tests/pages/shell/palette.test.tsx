import * as searchCalls from '@matricola/schema/calls/search.ts'
import { fixedId } from '@matricola/testing/pages/fixed-ids.ts'
import { modifyResponses, queryString } from '@matricola/testing/pages/network.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpConsoleApp } from '../support/console-app.tsx'

const site = setUpConsoleApp(async (make) => {
  const department = await make('departments', { name: 'Informatică' })
  const specialization = await make('specializations', {
    ...{ name: 'Informatică aplicată', code: 'INFRO', departmentProfileId: department.id },
    ...{ cycle: 'bachelor', language: 'ro', yearsOfStudy: 3, totalCredits: 180 },
  })
  await make('students', {
    ...{
      lastName: 'Țîrlea',
      firstName: 'Ștefan',
      matriculationNumber: 'INF26-001',
      email: 'stefan.tirlea@univ.test',
    },
    ...{ specializationId: specialization.id, academicYearOfEntry: '2026-2027' },
  })
})

async function openPalette() {
  const user = await site.open('/admin/courses')
  await screen.findByRole('heading', { level: 1, name: 'Courses' })
  await user.keyboard('{Control>}k{/Control}')
  const dialog = await screen.findByRole('dialog', { name: 'Search or go to a page' })
  return { user, dialog, box: within(dialog).getByRole('combobox') }
}
const optionsIn = (dialog: HTMLElement) =>
  within(dialog)
    .queryAllByRole('option')
    .map((option) => option.textContent)

test('Ctrl+K opens the palette with the pages of the role, and the arrow keys move through them', async () => {
  const { user, dialog, box } = await openPalette()
  expect(document.activeElement).toBe(box)
  expect(optionsIn(dialog).slice(0, 2)).toEqual(['Dashboard', 'Students'])
  expect(optionsIn(dialog)).toContain('New student')
  await user.keyboard('{ArrowDown}')
  const chosen = within(dialog).getByRole('option', { selected: true })
  expect(chosen.textContent).toBe('Students')
  expect(box.getAttribute('aria-activedescendant')).toBe(chosen.id)
})

test('typing finds pages regardless of diacritics, and the server finds records for which the role has a page', async () => {
  const { user, dialog } = await openPalette()
  // A server newer than the page may return types of record that the page does not know.
  const search = modifyResponses<object[]>(searchCalls.searchRecords, (found) => [
    ...found,
    { type: 'settings', id: fixedId(2), title: 'Settings', subtitle: '' },
  ])
  await user.keyboard('țîrlea')
  expect(await within(dialog).findByText('Țîrlea Ștefan')).toBeTruthy()
  expect(optionsIn(dialog)).toEqual(['Țîrlea ȘtefanStudent · INF26-001'])
  expect(queryString(search.requests.at(-1))).toBe('?q=țîrlea')
  expect(search.requests.length).toBeLessThan(4)
})

test('Enter opens the chosen entry, which is offered first the next time', async () => {
  const { user } = await openPalette()
  await user.keyboard('départ{Enter}')
  await waitFor(() => expect(window.location.pathname).toBe('/admin/departments'))
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.keyboard('{Control>}k{/Control}')
  const secondDialog = await screen.findByRole('dialog', { name: 'Search or go to a page' })
  expect(within(secondDialog).getByRole('group', { name: 'Recent' }).textContent).toContain(
    'Departments',
  )
})

test('the palette offers jobs, even if none is unfinished', async () => {
  const { user } = await openPalette()
  await user.keyboard('jobs{Enter}')
  await waitFor(() => expect(window.location.pathname).toBe('/admin/jobs'))
})

test('a text without matches shows "No items found"', async () => {
  const { user, dialog } = await openPalette()
  await user.keyboard('qqqq')
  expect(await within(dialog).findByText('No items found')).toBeTruthy()
})
