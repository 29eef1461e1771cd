import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import { queryString, recordRequests } from '@matricola/testing/pages/network.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { getResource } from '#resources/index.ts'
import { serverSide, setUpConsoleApp } from '../support/console-app.tsx'

const registrations = endpointsOf(getResource('registrations'))
const site = setUpConsoleApp(async (make, api) => {
  const { seedRegistration } = await serverSide()
  const { id: departmentProfileId } = await make('departments', { name: 'Informatică' })
  const programme = {
    name: 'Calculatoare',
    code: 'CAL',
    departmentProfileId,
    yearsOfStudy: 3,
    totalCredits: 180,
  }
  const parents = {
    departmentProfileId,
    specializationId: (await make('specializations', programme)).id,
  }
  for (const [index, lastName] of ['Albu', 'Bota', 'Pop', 'Rus', 'Șerban', 'Țîrlea'].entries())
    await seedRegistration(api.context, 990 + index, {
      ...{ ...parents, lastName, firstName: 'Dan', referenceCode: `ID7204991${index}` },
      ...{
        status: index === 0 ? 'submitted' : 'update_requested',
        submittedAt: `2026-11-0${9 - index}T08:30:00.000Z`,
      },
    })
})

type PageUser = Awaited<ReturnType<typeof site.open>>

/** Opens the list of six registrations. */
async function openList(role: 'admin' | 'secretary', address = '') {
  const list = recordRequests(registrations.list)
  const user = await site.open(`/${role}/registrations${address}`, { role })
  await screen.findByRole('table')
  return { user, lastQuery: () => queryString(list.requests.at(-1)) }
}

test.each(['admin', 'secretary'] as const)(
  'the %s pages through and filters the applications (R-L05)',
  async (role) => {
    const { user, lastQuery } = await openList(role)
    expect(registrations.list.path).toBe('/api/registrations/list')
    expect(lastQuery()).toBe('?pageNumber=1&pageSize=5&sort=-submittedAt')
    expect(screen.getByText('6 applications')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(lastQuery()).toBe('?pageNumber=2&pageSize=5&sort=-submittedAt'))
    await user.click(screen.getByRole('button', { name: 'Filter' }))
    await user.click(
      within(screen.getByRole('group', { name: 'Add a condition' })).getByRole('button', {
        name: 'City',
      }),
    )
    await user.keyboard(' Dej {Enter}')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'update_requested')
    await waitFor(() => expect(lastQuery()).toContain('?pageNumber=1&pageSize=5'))
    expect(lastQuery()).toContain('filters[city]=Dej')
    expect(lastQuery()).toContain('filters[status]=update_requested')
  },
)

test('the list shows masked CNPs and the text of each status, and has no link to create an application', async () => {
  await openList('admin')
  const row = screen.getByRole('row', { name: /Albu Dan/ })
  expect(within(row).getByText(/^•{10}\d{3}$/)).toBeTruthy()
  expect(within(row).getByText('Submitted')).toBeTruthy()
  expect(within(row).getByText('ID72049910')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'New registration' })).toBeNull()
})

test('the heading and the search box use one label, "Name", for last and first name, and the placeholder uses the short labels', async () => {
  await openList('secretary')
  expect(screen.getByRole('columnheader', { name: 'Name' })).toBeTruthy()
  const search = screen.getByRole('searchbox', { name: 'Search in Name, Reference number' })
  expect(search.getAttribute('placeholder')).toBe('Name, Ref. no.')
})

describe('the state of a row', () => {
  const stateOf = (name: string) =>
    within(screen.getByRole('row', { name: new RegExp(name) })).getByRole('button', {
      name: /Change Status: /,
    })
  const step = async (user: PageUser, name: string, action: string) => {
    await user.click(stateOf(name))
    await user.click(
      within(screen.getByRole('group', { name: `Actions for ${name}` })).getByRole('button', {
        name: action,
      }),
    )
  }

  test('is changed in place by permitted transitions, and can be undone until the applicant is notified', async () => {
    const { user } = await openList('secretary')
    expect(stateOf('Albu Dan').textContent).toBe('Submitted')
    await user.click(stateOf('Albu Dan'))
    const steps = within(screen.getByRole('group', { name: 'Actions for Albu Dan' })).getAllByRole(
      'button',
    )
    // Change requests are written next to the documents, so the list does not offer them.
    expect(steps.map(({ textContent }) => textContent)).toEqual(['Start review', 'Decline'])
    await user.click(steps[0] as HTMLElement)
    await waitFor(() => expect(stateOf('Albu Dan').textContent).toBe('Under review'))
    await step(user, 'Albu Dan', 'Accept')
    await waitFor(() =>
      expect(screen.getByRole('row', { name: /Albu Dan/ }).textContent).toContain('Accepted'),
    )
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(stateOf('Albu Dan').textContent).toBe('Under review'))
  })

  test('prompts for the input that a transition requires', async () => {
    const { user } = await openList('secretary')
    await step(user, 'Albu Dan', 'Decline')
    expect(await screen.findByRole('combobox', { name: /Reason/ })).toBeTruthy()
  })

  test('asks for confirmation, naming the reviewer, when a colleague is reviewing the application', async () => {
    const { id } = await site.create('users', {
      name: 'Ana Pop',
      username: 'ana',
      email: 'ana@univ.ro',
      role: 'secretary',
    })
    await site.api.context.database.query(
      "update registrations set status = 'under_review', assigned_to_id = $1 where last_name = 'Albu'",
      [id],
    )
    const { user } = await openList('secretary')
    await step(user, 'Albu Dan', 'Accept')
    const question = within(await screen.findByRole('dialog', { name: 'Accept: Albu Dan?' }))
    expect(question.getByText('Ana Pop is reviewing this application')).toBeTruthy()
    expect(stateOf('Albu Dan').textContent).toBe('Under review')
    await user.click(question.getByRole('button', { name: 'Accept' }))
    await waitFor(() =>
      expect(screen.getByRole('row', { name: /Albu Dan/ }).textContent).toContain('Accepted'),
    )
  })

  test('is plain text if the user has no permitted transition', async () => {
    await site.api.context.database.query(
      "update registrations set status = 'accepted' where last_name = 'Albu'",
    )
    await openList('secretary')
    expect(
      within(screen.getByRole('row', { name: /Albu Dan/ })).queryByRole('button', {
        name: /Change Status: /,
      }),
    ).toBeNull()
  })
})

/** Opens the picker and chooses a field to filter by. Returns the panel of the condition. */
async function addCondition(user: PageUser, field: string) {
  await user.click(await screen.findByRole('button', { name: 'Filter' }))
  await user.click(
    within(screen.getByRole('group', { name: 'Add a condition' })).getAllByRole('button', {
      name: field,
    })[0] as HTMLElement,
  )
  return within(await screen.findByRole('group', { name: `Condition on ${field}` }))
}
const chip = (text: string | RegExp) => screen.findByRole('button', { name: text })

test('filters can require that a document is missing, and that an optional field is empty', async () => {
  const { user, lastQuery } = await openList('admin')
  await user.click(
    (await addCondition(user, 'Document missing')).getByRole('radio', { name: 'Yes' }),
  )
  await waitFor(() => expect(lastQuery()).toContain('filters[documentMissing]=true'))
  await chip('Document missing: Yes')
  await user.keyboard('{Escape}')
  const card = await addCondition(user, 'Identity card')
  await user.selectOptions(card.getByRole('combobox'), 'missing')
  await user.click(card.getByRole('button', { name: 'Done' }))
  await chip('Identity card: missing')
  expect(window.location.search).toContain(encodeURIComponent('filters[fileIdCardUrl]'))
  const reviewer = await addCondition(user, 'Reviewer')
  await user.selectOptions(reviewer.getByRole('combobox'), 'not set')
  await chip('Reviewer: not set')
  await waitFor(() => expect(lastQuery()).toContain('filters[assignedToId]=(none)'))
})
