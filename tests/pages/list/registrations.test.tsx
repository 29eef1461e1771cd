import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endpointsOf } from '#model/endpoints.ts'
import { resourceNamed } from '#resources/index.ts'
import { applicationHere, serverSide } from '../support/application.tsx'
import { queryOf } from '../support/console.tsx'
import { watch } from '../support/network.ts'

const registrations = endpointsOf(resourceNamed('registrations'))
const site = applicationHere(async (make, api) => {
  const { plantRegistration } = await serverSide()
  const { id: departmentProfileId } = await make('departments', { name: 'Informatică' })
  const programme = { name: 'Calculatoare', code: 'CAL', departmentProfileId, yearsOfStudy: 3, totalCredits: 180 }
  const place = { departmentProfileId, specializationId: (await make('specializations', programme)).id }
  for (const [index, lastName] of ['Albu', 'Bota', 'Pop', 'Rus', 'Șerban', 'Țîrlea'].entries())
    await plantRegistration(api.context, 990 + index, {
      ...{ ...place, lastName, firstName: 'Dan', referenceCode: `ID7204991${index}` },
      ...{ status: index === 0 ? 'submitted' : 'update_requested', submittedAt: `2026-11-0${9 - index}T08:30:00.000Z` },
    })
})

/** Opens the list with six registrations. */
async function openList(role: 'admin' | 'secretary', address = '') {
  const list = watch(registrations.list)
  const hands = await site.open(`/${role}/registrations${address}`, { role })
  await screen.findByRole('table')
  return { hands, lastQuery: () => queryOf(list.seen.at(-1)) }
}

test.each(['admin', 'secretary'] as const)('the %s pages and filters through the registrations (R-L05)', async (role) => {
  const { hands, lastQuery } = await openList(role)
  expect(registrations.list.path).toBe('/api/registrations/list')
  expect(lastQuery()).toBe('?pageNumber=1&pageSize=5&sort=-submittedAt')
  expect(screen.getByText('6 applications')).toBeTruthy()
  await hands.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(lastQuery()).toBe('?pageNumber=2&pageSize=5&sort=-submittedAt'))
  await hands.click(screen.getByRole('button', { name: 'Filter' }))
  await hands.click(within(screen.getByRole('group', { name: 'Add a condition' })).getByRole('button', { name: 'City' }))
  await hands.keyboard(' Dej {Enter}')
  await hands.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'update_requested')
  await waitFor(() => expect(lastQuery()).toContain('?pageNumber=1&pageSize=5'))
  expect(lastQuery()).toContain('filters[city]=Dej')
  expect(lastQuery()).toContain('filters[status]=update_requested')
})

test('the list shows masked CNPs and the words of each status, and offers nothing to write', async () => {
  await openList('admin')
  const row = screen.getByRole('row', { name: /Albu Dan/ })
  expect(within(row).getByText(/^•{10}\d{3}$/)).toBeTruthy()
  expect(within(row).getByText('Submitted')).toBeTruthy()
  expect(within(row).getByText('ID72049910')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'New registration' })).toBeNull()
})

test('last and first name together are called the name, in the heading and in the search box, which is as short as headings (CONS-02, CONS-31)', async () => {
  await openList('secretary')
  expect(screen.getByRole('columnheader', { name: 'Name' })).toBeTruthy()
  const search = screen.getByRole('searchbox', { name: 'Search in Name, Reference number' })
  expect(search.getAttribute('placeholder')).toBe('Name, Ref. no.')
})
