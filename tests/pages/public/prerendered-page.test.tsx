import { signInPath } from '@matricola/schema/paths.ts'
import { sessionEndpoints } from '@matricola/schema/wire/endpoints.ts'
import { delayRequests } from '@matricola/testing/pages/network.ts'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test } from 'vitest'
import { preparePage } from '#src/public/public-pages.tsx'
import { PublicRoot } from '#src/public/public-root.tsx'
import { navigatedPaths, setAddress } from '../support/browser.ts'
import { setUpServer } from '../support/server.ts'

const site = setUpServer(async () => {})
beforeEach(() => site.connect(null))

test('a prerendered page can be read and filled in during the session check, and keeps the typed values (R-A10)', async () => {
  const check = delayRequests(sessionEndpoints.checkAuth)
  await setAddress(signInPath)
  await preparePage(signInPath)
  render(<PublicRoot isPrerendered={true} />)
  expect(screen.getByText('Checking your sign-in…')).toBeTruthy()
  const field: HTMLInputElement = screen.getByLabelText('Username or email')
  await userEvent.type(field, 'ana.pop')
  check.release()
  await waitFor(() => expect(screen.queryByText('Checking your sign-in…')).toBeNull())
  expect(document.querySelector('[data-announcer]')?.textContent).toBe('')
  expect(screen.getByLabelText('Username or email')).toBe(field)
  expect(field.value).toBe('ana.pop')
})

test('a signed-in user is redirected home from a prerendered page (R-A10)', async () => {
  await site.connect('secretary')
  const check = delayRequests(sessionEndpoints.checkAuth)
  await setAddress(signInPath)
  await preparePage(signInPath)
  render(<PublicRoot isPrerendered={true} />)
  await screen.findByLabelText('Username or email')
  check.release()
  await waitFor(() => expect(navigatedPaths()).toEqual(['/secretary']))
})

test('values that were typed before the scripts of a prerendered page load stay in their fields and are used', async () => {
  const check = delayRequests(sessionEndpoints.checkAuth)
  await setAddress(signInPath)
  await preparePage(signInPath)
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(<PublicRoot isPrerendered={true} />)
  const prerenderedField = screen.getByLabelText('Username or email') as HTMLInputElement
  prerenderedField.value = 'ana.pop'
  Object.assign(window, { early: { typed: new Map([[prerenderedField, 'ana.pop']]) } })
  render(<PublicRoot isPrerendered={true} />, { container, hydrate: true })
  expect(screen.getByLabelText('Username or email')).toBe(prerenderedField)
  await waitFor(() => expect(prerenderedField.value).toBe('ana.pop'))
  check.release()
  // Typing continues from the existing value, so React has hydrated the field.
  await userEvent.type(prerenderedField, 'a')
  expect(prerenderedField.value).toBe('ana.popa')
})
