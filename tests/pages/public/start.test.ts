import * as sessionCalls from '@matricola/schema/calls/session.ts'
import { sessionEndpoints } from '@matricola/schema/wire/endpoints.ts'
import { failureResponse, handle, recordRequests } from '@matricola/testing/pages/network.ts'
import { waitFor } from '@testing-library/react'
import i18next from 'i18next'
import type { Root } from 'react-dom/client'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setUpServer } from '../support/server.ts'

const site = setUpServer(async () => {})

const roots: Root[] = []

/** Unmounts everything, as leaving the page does. */
function leave() {
  for (const root of roots.splice(0)) root.unmount()
  document.body.innerHTML = '<div id="root"></div>'
}

// `main.tsx` runs once per page load, so each test reloads the modules.
beforeEach(() => {
  vi.resetModules()
  sessionStorage.clear()
  localStorage.clear()
  document.cookie.split('; ').forEach(deleteCookie)
  leave()
  return site.connect(null)
})
afterEach(() => {
  leave()
  document.documentElement.removeAttribute('data-theme')
})
afterAll(() => {
  vi.doUnmock('#src/console.ts')
  vi.doUnmock('react-dom/client')
})

function deleteCookie(cookie: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  document.cookie = `${cookie.split('=')[0]}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/`
}

async function setCookie(language: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  document.cookie = `i18next=${language}; path=/`
}

/** Loads the page at a path. The console is replaced by a marker because it has its own tests. */
async function load(address: string) {
  window.history.replaceState(null, '', address)
  vi.doMock('#src/console.ts', () => ({
    startUniversityConsole: (root: HTMLElement) => root.append('the console'),
  }))
  vi.doMock('react-dom/client', async (original) => {
    const real = await original<typeof import('react-dom/client')>()
    const createRoot = (element: Element) => {
      const root = real.createRoot(element)
      roots.push(root)
      return root
    }
    return { ...real, createRoot }
  })
  const { navigation } = await import('@matricola/console/navigation.ts')
  const replace = vi.spyOn(navigation, 'replace').mockImplementation(() => {})
  await import('#src/main.tsx')
  await waitFor(() => expect(document.getElementById('root')?.textContent).not.toBe(''))
  return { replace, getText: () => document.body.textContent ?? '' }
}

test.each(['/admin', '/secretary/students', '/student', '/professor/account', '/test'])(
  '%s belongs to the console (R-N06)',
  async (path) => {
    expect((await load(path)).getText()).toContain('the console')
  },
)

test.each(['/', '/authentification', '/administration', '/studentship'])(
  '%s is a public page',
  async (path) => {
    expect((await load(path)).getText()).not.toContain('the console')
  },
)

test('a page that was built with VITE_API_URL sends its requests there (R-C02)', async () => {
  vi.stubEnv('VITE_API_URL', 'https://api.univ.test/')
  const requests = recordRequests(sessionEndpoints.checkAuth)
  await load('/authentification')
  vi.unstubAllEnvs()
  await waitFor(() => expect(requests.requests.length).toBeGreaterThan(0))
  expect(requests.requests.map(({ url, credentials }) => [url, credentials])).toEqual(
    requests.requests.map(() => [
      `https://api.univ.test${sessionEndpoints.checkAuth.path}`,
      'include',
    ]),
  )
})

test('the theme is light until another one is stored (R-S12)', async () => {
  await load('/nowhere')
  expect(document.documentElement.dataset.theme).toBe('light')
})

test('a stored theme is loaded at startup; the switch changes and stores it (R-S12)', async () => {
  localStorage.setItem('matricola.theme', 'dark')
  await load('/nowhere')
  expect(document.documentElement.dataset.theme).toBe('dark')
  document.querySelector<HTMLElement>('.theme-switch')?.click()
  expect(document.documentElement.dataset.theme).toBe('light')
  expect(localStorage.getItem('matricola.theme')).toBe('light')
})

test('the language comes from the query string, the cookie, local storage or the browser, in that order (R-S13)', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-AT', 'en'])
  expect(await languageAt('/nowhere')).toBe('de')
  deleteCookie('i18next=x')
  localStorage.setItem('i18nextLng', 'ro')
  expect(await languageAt('/nowhere')).toBe('ro')
  localStorage.setItem('i18nextLng', 'ro')
  await setCookie('fr')
  expect(await languageAt('/nowhere')).toBe('fr')
  expect(await languageAt('/nowhere?lng=ro')).toBe('ro')
})

test('the chosen language is stored in the cookie and in local storage (R-S13)', async () => {
  expect(await languageAt('/nowhere?lng=ro')).toBe('ro')
  expect(document.cookie).toContain('i18next=ro')
  expect(localStorage.getItem('i18nextLng')).toBe('ro')
})

test('an unsupported language falls back to English (R-S13)', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['hu-HU'])
  expect(await languageAt('/nowhere?lng=tlh')).toBe('en')
})

test('choosing a language changes the page in place and removes the language from the URL (R-S13)', async () => {
  const { getText } = await load('/nowhere?lng=ro&x=1')
  expect(getText()).toContain('Pagina nu a fost găsită')
  document.querySelector<HTMLElement>('a[lang=fr]')?.click()
  await waitFor(() => expect(getText()).toContain('Page introuvable'))
  expect(document.documentElement.lang).toBe('fr')
  expect(window.location.search).toBe('?x=1')
  expect(document.cookie).toContain('i18next=fr')
})

async function languageAt(address: string) {
  vi.resetModules()
  leave()
  await load(address)
  return i18next.resolvedLanguage
}

test('a session that expires in the console stores its location, shows a message on the next page, and leads to / (R-A08, R-A09, R-G02)', async () => {
  const { replace } = await load('/admin/students?page=3')
  const { session } = await import('#src/http.ts')
  handle(sessionEndpoints.refresh, () =>
    failureResponse(401, 'session.expired', 'Session expired. Please login again.'),
  )
  await session.check()
  expect(replace).toHaveBeenCalledWith('/')
  expect(sessionStorage.getItem('matricola.location')).toBe('/admin/students?page=3')
  expect(sessionStorage.getItem('matricola.toasts')).toContain(
    'Session expired. Please login again.',
  )
  expect(session.current()).toMatchObject({ status: 'anonymous', user: null })
})

test('a call that fails after sign-out stores no location for the next user', async () => {
  await site.connect('admin')
  const { replace } = await load('/admin/registrations/0190c0de-0000-7000-8000-000000000001')
  const { session, request } = await import('#src/http.ts')
  await session.check()
  await session.signOut()
  await site.connect(null)
  await expect(request(sessionCalls.sessions)).rejects.toMatchObject({ statusCode: 401 })
  // The sign-out handler redirects.
  expect(replace).not.toHaveBeenCalled()
  expect(sessionStorage.getItem('matricola.location')).toBeNull()
})

test('a toast kept across the redirect from the root shows once on the next page (R-S11, R-A08)', async () => {
  sessionStorage.setItem(
    'matricola.toasts',
    JSON.stringify([{ severity: 'error', summary: 'Session expired. Please login again.' }]),
  )
  const root = await load('/')
  await waitFor(() => expect(root.replace).toHaveBeenCalledWith('/authentification'))
  expect(root.getText()).not.toContain('Session expired')
  vi.resetModules()
  leave()
  const { getText } = await load('/authentification')
  await waitFor(() => expect(getText()).toContain('Session expired. Please login again.'))
  expect(sessionStorage.getItem('matricola.toasts')).toBeNull()
})
