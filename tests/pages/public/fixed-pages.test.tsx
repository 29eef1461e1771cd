import { CrashBoundary } from '@matricola/console/crash.tsx'
import { navigation } from '@matricola/console/navigation.ts'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { languages } from '#resources/languages.ts'
import { admissionPath, applyPath, statusPath } from '#resources/paths.ts'
import { allowConsoleErrors, setAddress } from '../support/browser.ts'
import { openPublicPage } from '../support/public-page.tsx'
import { setUpServer } from '../support/server.ts'

const site = setUpServer(async () => {})
beforeEach(() => site.connect(null))

test.each(['/nowhere', '/registration', '/authentification/more', '/adminx'])(
  '%s is not found, with a link to the sign-in page (R-N07)',
  async (path) => {
    await openPublicPage(path)
    expect(screen.getByText('404')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'Not Found' })).toBeTruthy()
    expect(screen.getByText('Requested resource is not available')).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Login', description: 'Back to sign in page' })
    expect(link.getAttribute('href')).toBe('/authentification')
    await waitFor(() => expect(document.title).toBe('Not Found – Universitatea Matricola'))
    expect(
      screen.getByRole('link', { name: 'Specializations and dates' }).getAttribute('href'),
    ).toBe(admissionPath)
    expect(screen.getByRole('link', { name: 'Application form' }).getAttribute('href')).toBe(
      applyPath,
    )
    expect(screen.getByRole('link', { name: 'Application status' }).getAttribute('href')).toBe(
      statusPath,
    )
  },
)

test('the status page links to the start page, and its form posts to the server without scripts', async () => {
  await openPublicPage(statusPath)
  await screen.findByRole('heading', { level: 1, name: 'Application status' })
  expect(screen.getByRole('link', { name: 'Specializations and dates' }).getAttribute('href')).toBe(
    admissionPath,
  )
  const form = screen.getByRole('button', { name: 'Check status' }).closest('form')
  expect([form?.getAttribute('method'), form?.getAttribute('action')]).toEqual(['post', null])
})

test('a page that fails to render shows the fallback screen, which reloads (R-N08)', async () => {
  await setAddress('/')
  const Broken = () => {
    throw new Error('on purpose')
  }
  render(
    <CrashBoundary>
      <Broken />
    </CrashBoundary>,
  )
  expect(
    screen.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' }),
  ).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }))
  expect(vi.mocked(navigation.reload)).toHaveBeenCalledOnce()
  allowConsoleErrors()
})

test.each([
  ['/authentification', 'Sign in'],
  ['/registration/create', 'University Registration stopped'],
  ['/registration/status', 'Application status'],
])('%s shows the page that the specification describes (R-N06)', async (path, title) => {
  await openPublicPage(path)
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
})

test('the application form shows the specified text about stopped applications, and links to the status page (R-N06)', async () => {
  await openPublicPage('/registration/create')
  expect(
    await screen.findByRole('heading', { level: 1, name: 'University Registration stopped' }),
  ).toBeTruthy()
  expect(
    screen.getByText(
      'Registration are not available at this moment. Please check university website registration time.',
    ),
  ).toBeTruthy()
  expect(
    screen.getByRole('link', { name: 'Check your application status' }).getAttribute('href'),
  ).toBe('/registration/status')
})

test('the status page opens with or without a trailing slash in the URL (R-N06)', async () => {
  await openPublicPage('/registration/status/')
  expect(await screen.findByRole('heading', { level: 1, name: 'Application status' })).toBeTruthy()
})

test.each(languages)(
  'every page lists the languages by their own names, has a skip link and sets the page language, in %s',
  async (language) => {
    await openPublicPage('/nowhere', language)
    const names = ['English', 'Română', 'Français', 'Deutsch']
    for (const [i, name] of names.entries())
      expect(screen.getByRole('link', { name }).getAttribute('lang')).toBe(languages[i])
    expect(document.documentElement.lang).toBe(language)
    expect(document.querySelector('.skip-link')?.getAttribute('href')).toBe('#main')
    expect(screen.getByRole('link', { current: true }).getAttribute('lang')).toBe(language)
  },
)
