/** The whole console of a signed-in person in jsdom; its calls reach the real application, in the same process. */
import '@testing-library/jest-dom/vitest'
import { configure, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { sessionEndpoints } from '#model/endpoints.ts'
import type { Language } from '#model/vocabulary.ts'
import type { WireUser } from '#model/wire.ts'
import { checkSession } from '#providers/session.ts'
import type { Caller } from '#server/caller.ts'
import { App } from '#src/console/app.tsx'
import { ToastHost } from '#src/toasts/toast-host.tsx'
import type { TestApp } from '../../support/app.ts'
import { standAt } from '../support/browser.ts'
import { network, on, someone, success } from '../support/network.ts'

// The code of each page is loaded when it is first shown, and two test files share a machine.
configure({ asyncUtilTimeout: 15_000 })

/** Starts the application beside the page. jsdom brings byte arrays of its own, which Node's encoders and esbuild refuse. */
export async function startRealApp(): Promise<TestApp> {
  // What Node's own encoder answers is made by the constructor that is wanted.
  globalThis.Uint8Array = new TextEncoder().encode('').constructor as typeof Uint8Array
  const { startApp } = await import('../../support/app.ts')
  return startApp()
}

interface Visit {
  readonly api: TestApp
  readonly caller: Caller
  readonly language?: Language
  readonly user?: Partial<WireUser>
  /** Plays faults that the page meets when it opens. */
  readonly before?: () => unknown
}

/** Opens a page of the console as the caller. */
export async function openConsole(address: string, { api, caller, language = 'en', user, before }: Visit) {
  await standAt(address, language, 'shell', 'resources', 'pages')
  network.use(http.all('*/api/*', ({ request }) => pass(api, caller, request)))
  const person = someone({ id: caller.id, applicationUserId: caller.id, name: caller.name, role: caller.role, ...user })
  on(sessionEndpoints.checkAuth, () => success(person))
  // jsdom has no window to measure: this one is wide.
  window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false, onchange: null }) as unknown as MediaQueryList
  window.scrollTo = () => {}
  before?.()
  await checkSession()
  render(
    <>
      <App user={person} />
      <ToastHost />
    </>,
  )
  return userEvent.setup()
}

/** Hands a call of the page to the application. */
async function pass(api: TestApp, caller: Caller, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const body = request.method === 'GET' ? undefined : await request.text()
  const answer = await api.call(caller, request.method, pathname + search, body || undefined, {
    headers: { 'accept-language': request.headers.get('accept-language') ?? 'en' },
  })
  return HttpResponse.text(answer.text, { status: answer.status, headers: { 'content-type': String(answer.headers['content-type']) } })
}
