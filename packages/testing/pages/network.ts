/**
 * The network of page tests. Failures are simulated here; the real application handles all other
 * requests. A request that has no handler fails the test.
 */

import type { Endpoint } from '@matricola/schema/wire/endpoints.ts'
import type { ErrorCode } from '@matricola/schema/wire/errors.ts'
import { deferredTotalHeaders } from '@matricola/schema/wire/list-query.ts'
import type { FieldIssues, Page, WireUser } from '@matricola/schema/wire/wire.ts'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { createGate } from '../gate.ts'

type Answer = Response | undefined

/**
 * Handles requests for which a test has no handler. This is the application, once a page has been
 * opened on it.
 */
let defaultHandler: (request: Request) => Promise<Answer> = async () => undefined
export function setDefaultHandler(next: typeof defaultHandler): void {
  defaultHandler = next
}

export const network = setupServer(http.all('*/api/*', ({ request }) => defaultHandler(request)))

beforeAll(() => network.listen({ onUnhandledRequest: 'error' }))
/**
 * Simulated failures and delays in the running test. If no request reaches one of them, it has
 * tested nothing, so the test fails.
 */
const simulations: { readonly endpoint: Endpoint; readonly requests: Request[] }[] = []

afterEach(() => {
  network.resetHandlers()
  setDefaultHandler(async () => undefined)
  const unused = simulations.splice(0).filter(({ requests }) => requests.length === 0)
  expect(unused.map(({ endpoint: { method, path } }) => `${method} ${path}`)).toEqual([])
})
afterAll(() => network.close())

export function successResponse(data: unknown, message = '') {
  return HttpResponse.json({ success: true, data, message })
}

export const failureResponse = (
  status: number,
  code: ErrorCode | undefined,
  message: string,
  fields?: FieldIssues,
) =>
  HttpResponse.json(
    { success: false, data: null, code, message, ...(fields && { fields }), requestId: 'test' },
    { status },
  )

/**
 * Handles an endpoint from now on. `requests` collects them, with readable bodies. If `answer`
 * returns undefined, the previous handler responds, by default the application.
 */
export function handle(
  endpoint: Endpoint,
  answer: (request: Request) => Answer | Promise<Answer>,
): { readonly requests: Request[] } {
  const requests: Request[] = []
  // Msw has lower-case methods, and every method in use is among them.
  const method = endpoint.method.toLowerCase() as 'get'
  network.use(
    http[method](`*${endpoint.path}`, ({ request }) => {
      requests.push(request.clone())
      return answer(request)
    }),
  )
  return { requests }
}

/** Records the requests of an endpoint without changing the responses. */
export const recordRequests = (endpoint: Endpoint) => handle(endpoint, () => undefined)

/** `handle`, and the test fails if no request reaches it. */
function simulate(
  endpoint: Endpoint,
  answer: (request: Request) => Answer | Promise<Answer>,
): { readonly requests: Request[] } {
  const { requests } = handle(endpoint, answer)
  simulations.push({ endpoint, requests })
  return { requests }
}

/** Delays the requests of an endpoint until `release` is called. */
export function delayRequests(endpoint: Endpoint): {
  readonly requests: Request[]
  release(): void
} {
  const { open, opened } = createGate()
  return { ...simulate(endpoint, () => opened.then(() => undefined)), release: open }
}

/**
 * Delays only the first response: the application handles the request immediately, and its response
 * arrives when `release` is called.
 */
export function delayFirstResponse(endpoint: Endpoint): {
  readonly requests: Request[]
  release(): void
} {
  const { open, opened } = createGate()
  let isFirst = true
  const delayed = simulate(endpoint, async (request) => {
    if (!isFirst) return undefined
    isFirst = false
    const answer = await defaultHandler(request)
    await opened
    return answer
  })
  return { ...delayed, release: open }
}

/**
 * Drops the response of the first call after the application has handled it, as a lost connection
 * would.
 */
export function dropFirstResponse(endpoint: Endpoint): {
  readonly requests: Request[]
  readonly keys: () => (string | null)[]
} {
  let isFirst = true
  const { requests } = simulate(endpoint, async (request) => {
    if (!isFirst) return undefined
    isFirst = false
    await defaultHandler(request)
    return HttpResponse.error()
  })
  return { requests, keys: () => requests.map(({ headers }) => headers.get('idempotency-key')) }
}

/**
 * Modifies the application's responses, to test states that are too brief to observe or that only
 * another process could cause.
 */
export function modifyResponses<T extends object>(
  endpoint: Endpoint,
  change: (data: T, query: URLSearchParams) => object,
): { readonly requests: Request[] } {
  return simulate(endpoint, async (request) => {
    const answer = await defaultHandler(request)
    if (!answer?.ok) return answer
    // The envelope of a successful response.
    const body = (await answer.json()) as { readonly data: T }
    return HttpResponse.json(
      { ...body, data: change(body.data, new URL(request.url).searchParams) },
      { status: answer.status },
    )
  })
}

/**
 * Simulates a slow total. A caller that prefers rows first gets them without the total, which
 * follows when `release` is called.
 */
export function delayTotal(endpoint: Endpoint): { readonly requests: Request[]; release(): void } {
  const { open, opened } = createGate()
  const late = simulate(endpoint, async (request) => {
    const answer = await defaultHandler(request)
    if (!answer?.ok) return answer
    if (request.headers.get(deferredTotalHeaders.request) !== deferredTotalHeaders.value)
      return opened.then(() => answer)
    // The envelope of a list.
    const { data, ...rest } = (await answer.json()) as { readonly data: Page<unknown> }
    const known = { ...data, totalCount: (data.page - 1) * data.pageSize + data.list.length }
    return HttpResponse.json(
      { ...rest, data: known },
      {
        headers: {
          ...Object.fromEntries(answer.headers),
          [deferredTotalHeaders.response]: deferredTotalHeaders.value,
        },
      },
    )
  })
  return { ...late, release: open }
}

/** The decoded query string of a request. */
export const queryString = (request: Request | undefined) =>
  decodeURIComponent(new URL(request?.url ?? 'http://none').search)

export const requestBodies = (requests: readonly Request[]): Promise<unknown[]> =>
  Promise.all(requests.map((request) => request.clone().json()))

export const createUser = (parts: Partial<WireUser> = {}): WireUser => ({
  id: '0199a000-0000-7000-8000-000000000001',
  applicationUserId: '0199a000-0000-7000-8000-000000000001',
  username: 'ana.pop',
  name: 'Ana Pop',
  email: 'ana.pop@univ.test',
  role: 'admin',
  imagePath: null,
  mustChangePassword: false,
  ...parts,
})
