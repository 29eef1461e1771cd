import { Profile } from '@matricola/console/shell/profile.tsx'
import { checkSession } from '@matricola/providers/session.ts'
import { sessionEndpoints } from '@matricola/schema/wire/endpoints.ts'
import { act, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { setAddress } from '../support/browser.ts'
import { setUpConsoleApp } from '../support/console-app.tsx'
import { delayRequests } from '../support/network.ts'

const site = setUpConsoleApp(async () => {})

test('the profile shows a spinner while the user is loading, and "No data received" if there is no user (R-S10)', async () => {
  await setAddress('/admin', 'en', 'shell')
  const show = () =>
    render(
      <MemoryRouter>
        <Profile />
      </MemoryRouter>,
    )
  show()
  expect(screen.getByText('No data received')).toBeTruthy()
  await site.connect()
  const answer = delayRequests(sessionEndpoints.checkAuth)
  const checked = checkSession()
  expect(await screen.findByText('Loading…')).toBeTruthy()
  expect(document.querySelector('.spinner')).toBeTruthy()
  await act(async () => {
    answer.release()
    await checked
  })
  expect(await screen.findByRole('link', { name: `some.${site.as('admin').id}@univ.test – Account` })).toBeTruthy()
})
