/** The whole console of a signed-in person in jsdom; its calls reach the real application, in the same process. */
import '@testing-library/jest-dom/vitest'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { sessionEndpoints } from '#model/endpoints.ts'
import type { Language } from '#model/vocabulary.ts'
import type { WireUser } from '#model/wire.ts'
import { checkSession } from '#providers/session.ts'
import type { Caller } from '#server/engine/caller.ts'
import { App } from '#src/console/app.tsx'
import { ToastHost } from '#src/toasts/toast-host.tsx'
import type { TestApp } from '../../support/app.ts'
import type { Faculty } from '../../support/examiners.ts'
import type { Office } from '../../support/office.ts'
import type { SheetApp } from '../../support/sheet.ts'
import type { Study } from '../../support/study.ts'
import { standAt } from '../support/browser.ts'
import { fillInDialogs } from '../support/console.tsx'
import { network, on, someone, success } from '../support/network.ts'

/** jsdom brings byte arrays of its own, which Node's encoders and esbuild refuse. What Node's own encoder answers is made by the constructor that is wanted. */
export function takeNodeBytes() {
  globalThis.Uint8Array = new TextEncoder().encode('').constructor as typeof Uint8Array
}

/** Starts the application beside the page. */
export async function startRealApp(): Promise<TestApp> {
  takeNodeBytes()
  const { startApp } = await import('../../support/app.ts')
  return startApp()
}

/** Starts it with an exam's professor and students. */
export async function startSheets(): Promise<SheetApp> {
  takeNodeBytes()
  const { openSheets } = await import('../../support/sheet.ts')
  return openSheets()
}

/** Starts it with professors, students and courses. */
export async function startStudy(): Promise<Study> {
  takeNodeBytes()
  const { openStudy } = await import('../../support/study.ts')
  return openStudy()
}

/** Starts it with a faculty in its exam sessions. */
export async function startFaculty(): Promise<Faculty> {
  takeNodeBytes()
  const { openFaculty } = await import('../../support/examiners.ts')
  return openFaculty()
}

/** Starts it with an office of real accounts, and with what works off its jobs. */
export async function startWorkingOffice(): Promise<Office> {
  takeNodeBytes()
  const [{ openOffice }, { startJobs }] = await Promise.all([import('../../support/office.ts'), import('#server/engine/jobs/runner.ts')])
  const office = await openOffice()
  const jobs = await startJobs(office.context, 50)
  return {
    ...office,
    async close() {
      await jobs.stop()
      await office.close()
    },
  }
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
  await standAt(address, language, 'shell', 'resources', 'pages', 'bulk', 'time')
  network.use(http.all('*/api/*', ({ request }) => pass(api, caller, request)))
  const { id, name, role, personId } = caller
  const person = someone({ id, applicationUserId: id, name, role, ...(personId && { personId }), ...user })
  on(sessionEndpoints.checkAuth, () => success(person))
  window.scrollTo = () => {}
  fillInDialogs()
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

const passedOn = ['accept-language', 'idempotency-key']
const passedBack = ['content-type', 'query-token']

/** Hands a call of the page to the application. */
async function pass(api: TestApp, caller: Caller, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const body = request.method === 'GET' ? undefined : await request.text()
  const answer = await api.call(caller, request.method, pathname + search, body || undefined, {
    headers: Object.fromEntries([...request.headers].filter(([name]) => passedOn.includes(name))),
  })
  const back = passedBack.flatMap((name): [string, string][] =>
    answer.headers[name] === undefined ? [] : [[name, String(answer.headers[name])]],
  )
  return HttpResponse.text(answer.text, { status: answer.status, headers: back })
}
