import { mainMenu } from '@matricola/testing/pages/menu.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpConsoleApp } from '../support/console-app.tsx'

const site = setUpConsoleApp(async () => {})

const createSession = async (name: string) =>
  (
    await site.api.call<{ id: string }>(
      site.as('admin'),
      'POST',
      '/api/admission-sessions/create',
      {
        name,
        academicYear: '2026-2027',
        closesAt: '2099-07-20T09:00:00.000Z',
      },
    )
  ).data.id

test('without an admission session, the page offers to create one to those who may', async () => {
  // The first start of a university creates a session.
  const { database } = site.api.context
  await database.query('update settings set admission_session_id = null')
  await database.query('delete from admission_sessions')
  await site.open('/admin/admission')
  const link = await screen.findByRole('link', { name: 'New admission session' })
  expect(link.getAttribute('href')).toBe('/admin/admission-sessions/create')
})

test('the row of the menu opens the stages, and the address keeps the chosen one', async () => {
  await createSession('Admitere 2026')
  const user = await site.open('/admin')
  await user.click(within(await mainMenu()).getByRole('link', { name: 'Admission' }))
  const rail = within(await screen.findByRole('navigation', { name: 'Stages' }))
  expect(location.pathname).toBe('/admin/admission')
  const steps = rail.getAllByRole('link')
  expect(steps.map((step) => step.querySelector('.process-stage-name')?.textContent)).toEqual([
    ...['Set up, current', 'Applications, under way', 'Review, later'],
    ...['Release, later', 'Enrol, later'],
  ])
  expect(rail.getByRole('link', { current: 'step' })).toBe(steps[0])
  expect(screen.getByRole('heading', { level: 3, name: 'Set up' })).toBeVisible()
  expect(screen.getByRole('link', { name: /^Change\s+The session has a start/ })).toBeVisible()
  await user.click(rail.getByRole('link', { name: /^\D*Enrol/ }))
  expect(screen.getByRole('heading', { level: 3, name: 'Enrol' })).toBeVisible()
  expect(location.search).toBe('?stage=enrol')
  expect(screen.getByText('First: Review.')).toBeVisible()
  expect(
    within(await mainMenu())
      .getByRole('link', { name: 'Admission' })
      .getAttribute('aria-current'),
  ).toBe('page')
})

test('arrows and digits choose a stage, and N opens what its button opens', async () => {
  const id = await createSession('Admitere 2026')
  const user = await site.open(`/secretary/admission?subject=${id}`, { role: 'secretary' })
  await screen.findByRole('navigation', { name: 'Stages' })
  await user.keyboard('{ArrowRight}')
  await waitFor(() => expect(location.search).toBe(`?subject=${id}&stage=applications`))
  await user.keyboard('5')
  await waitFor(() => expect(location.search).toBe(`?subject=${id}&stage=enrol`))
  await user.keyboard('2')
  await waitFor(() => expect(location.search).toBe(`?subject=${id}&stage=applications`))
  await user.keyboard('n')
  await waitFor(() => expect(location.pathname).toBe('/secretary/registrations'))
  expect(new URLSearchParams(location.search).get('filters[admissionSessionId]')).toBe(id)
})

test('the numbers of a session are those of the session that the user chooses', async () => {
  const [first, second] = [await createSession('Prima'), await createSession('A doua')]
  const user = await site.open(`/admin/admission?subject=${first}`)
  expect(await screen.findByRole('heading', { level: 2, name: 'Prima' })).toBeVisible()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Choose' }), second)
  expect(await screen.findByRole('heading', { level: 2, name: 'A doua' })).toBeVisible()
  expect(new URLSearchParams(location.search).get('subject')).toBe(second)
})

test('a failed call can be repeated', async () => {
  await createSession('Admitere 2026')
  await site.open('/admin/admission?subject=3f0a1c52-0000-4000-8000-000000000000')
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
})
