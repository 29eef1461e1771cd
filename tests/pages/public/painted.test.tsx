import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test } from 'vitest'
import { signInPath } from '#model/paths.ts'
import { sessionEndpoints } from '#model/wire/endpoints.ts'
import { preparePage } from '#src/public/public-pages.tsx'
import { PublicRoot } from '#src/public/public-root.tsx'
import { standAt, wentTo } from '../support/browser.ts'
import { hold } from '../support/network.ts'
import { serverHere } from '../support/server.ts'

const site = serverHere(async () => {})
beforeEach(() => site.connect(null))

test('a prerendered page can be read and typed into during the session check, and keeps what was typed (R-A10)', async () => {
  const check = hold(sessionEndpoints.checkAuth)
  await standAt(signInPath)
  await preparePage(signInPath)
  render(<PublicRoot isPainted={true} />)
  expect(screen.getByText('Checking who is signed in…')).toBeTruthy()
  const field: HTMLInputElement = screen.getByLabelText('Username or email')
  await userEvent.type(field, 'ana.pop')
  check.letGo()
  await waitFor(() => expect(screen.queryByText('Checking who is signed in…')).toBeNull())
  expect(document.querySelector('[data-announcer]')?.textContent).toBe('')
  expect(screen.getByLabelText('Username or email')).toBe(field)
  expect(field.value).toBe('ana.pop')
})

test('a signed-in user is redirected home from a prerendered page (R-A10)', async () => {
  await site.connect('secretary')
  const check = hold(sessionEndpoints.checkAuth)
  await standAt(signInPath)
  await preparePage(signInPath)
  render(<PublicRoot isPainted={true} />)
  await screen.findByLabelText('Username or email')
  check.letGo()
  await waitFor(() => expect(wentTo()).toEqual(['/secretary']))
})

test('values typed before the scripts of a prerendered page load stay in their fields and are used', async () => {
  const check = hold(sessionEndpoints.checkAuth)
  await standAt(signInPath)
  await preparePage(signInPath)
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(<PublicRoot isPainted={true} />)
  const painted = screen.getByLabelText('Username or email') as HTMLInputElement
  painted.value = 'ana.pop'
  Object.assign(window, { early: { typed: new Map([[painted, 'ana.pop']]) } })
  render(<PublicRoot isPainted={true} />, { container, hydrate: true })
  expect(screen.getByLabelText('Username or email')).toBe(painted)
  await waitFor(() => expect(painted.value).toBe('ana.pop'))
  check.letGo()
  // Typing continues from the existing value, so React has taken it over.
  await userEvent.type(painted, 'a')
  expect(painted.value).toBe('ana.popa')
})
