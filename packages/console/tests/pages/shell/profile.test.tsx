import { sessionEndpoints } from '@matricola/schema/wire/endpoints.ts'
import { libraryConsole, setAddress, setUpConsoleApp } from '@matricola/testing/library/pages.tsx'
import { delayRequests } from '@matricola/testing/pages/network.ts'
import { act, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { ConsoleContext } from '../../../app/console-context.ts'
import { Profile } from '../../../shell/profile.tsx'

const { session } = libraryConsole.providers

const site = setUpConsoleApp(async () => {})

test('the profile shows a spinner while the user is loading, and "No data received" if there is no user (R-S10)', async () => {
  await setAddress('/admin', 'en', 'shell')
  const show = () =>
    render(
      <ConsoleContext value={libraryConsole}>
        <MemoryRouter>
          <Profile />
        </MemoryRouter>
      </ConsoleContext>,
    )
  show()
  expect(screen.getByText('No data received')).toBeTruthy()
  await site.connect()
  const answer = delayRequests(sessionEndpoints.checkAuth)
  const checked = session.check()
  expect(await screen.findByText('Loading…')).toBeTruthy()
  expect(document.querySelector('.spinner')).toBeTruthy()
  await act(async () => {
    answer.release()
    await checked
  })
  expect(
    await screen.findByRole('link', { name: `some.${site.as('admin').id}@univ.test – Account` }),
  ).toBeTruthy()
})
