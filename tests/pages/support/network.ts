/** The network of page tests: what no test has answered fails the test. Faults are played here, everything else by the real application. */
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Endpoint } from '#model/wire/endpoints.ts'
import type { ErrorCode } from '#model/wire/errors.ts'
import { totalLater } from '#model/wire/list-query.ts'
import type { FieldIssues, Page, WireUser } from '#model/wire/wire.ts'
import { gate } from '#tests/support/gate.ts'

type Answer = Response | undefined

/** Whoever answers what no test has: the application, once a page was opened with it. */
let answerer: (request: Request) => Promise<Answer> = async () => undefined
export function answerWith(next: typeof answerer): void {
  answerer = next
}

export const network = setupServer(http.all('*/api/*', ({ request }) => answerer(request)))

beforeAll(() => network.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  network.resetHandlers()
  answerWith(async () => undefined)
})
afterAll(() => network.close())

export function success(data: unknown, message = '') {
  return HttpResponse.json({ success: true, data, message })
}

export const failure = (status: number, code: ErrorCode | undefined, message: string, fields?: FieldIssues) =>
  HttpResponse.json({ success: false, data: null, code, message, ...(fields && { fields }), requestId: 'test' }, { status })

/**
 * Answers an endpoint from now on; `seen` holds the requests that came, their bodies still readable. What comes to nothing
 * leaves the answer to whoever answered before: the application, behind a page that was opened with it.
 */
export function on(endpoint: Endpoint, answer: (request: Request) => Answer | Promise<Answer>): { readonly seen: Request[] } {
  const seen: Request[] = []
  const method = endpoint.method.toLowerCase() as 'get' // msw names its methods in small letters; all of ours are among them
  network.use(
    http[method](`*${endpoint.path}`, ({ request }) => {
      seen.push(request.clone())
      return answer(request)
    }),
  )
  return { seen }
}

/** Requests for an endpoint from now on, answered as before. */
export const watch = (endpoint: Endpoint) => on(endpoint, () => undefined)

/** Holds back the answers of an endpoint until they are let go. */
export function hold(endpoint: Endpoint): { readonly seen: Request[]; letGo(): void } {
  const { open, opened } = gate()
  return { ...on(endpoint, () => opened.then(() => undefined)), letGo: open }
}

/** The next answer of the application is made at once, and arrives when it is let go. */
export function arriveLate(endpoint: Endpoint): { readonly seen: Request[]; letGo(): void } {
  const { open, opened } = gate()
  let isFirst = true
  const held = on(endpoint, async (request) => {
    if (!isFirst) return undefined
    isFirst = false
    const answer = await answerer(request)
    await opened
    return answer
  })
  return { ...held, letGo: open }
}

/** Cuts the connection under the first call of an endpoint once the application has done it: only its answer is lost. */
export function cut(endpoint: Endpoint): { readonly seen: Request[]; readonly keys: () => (string | null)[] } {
  let isFirst = true
  const { seen } = on(endpoint, async (request) => {
    if (!isFirst) return undefined
    isFirst = false
    await answerer(request)
    return HttpResponse.error()
  })
  return { seen, keys: () => seen.map(({ headers }) => headers.get('idempotency-key')) }
}

/** Answers of the application, changed: what it passes through too fast to be met, or what only another machine could bring about. */
export function changed<T extends object>(
  endpoint: Endpoint,
  change: (data: T, query: URLSearchParams) => object,
): { readonly seen: Request[] } {
  return on(endpoint, async (request) => {
    const answer = await answerer(request)
    if (!answer?.ok) return answer
    const body = (await answer.json()) as { readonly data: T } // what the endpoint answers
    return HttpResponse.json({ ...body, data: change(body.data, new URL(request.url).searchParams) }, { status: answer.status })
  })
}

/** A list whose total takes long to count: who would rather have rows gets them alone, and the total is counted when it is let go. */
export function countLate(endpoint: Endpoint): { readonly seen: Request[]; letGo(): void } {
  const { open, opened } = gate()
  const late = on(endpoint, async (request) => {
    const answer = await answerer(request)
    if (!answer?.ok) return answer
    if (request.headers.get(totalLater.asked) !== totalLater.value) return opened.then(() => answer)
    const { data, ...rest } = (await answer.json()) as { readonly data: Page<unknown> } // what a list answers
    const known = { ...data, totalCount: (data.page - 1) * data.pageSize + data.list.length }
    return HttpResponse.json(
      { ...rest, data: known },
      { headers: { ...Object.fromEntries(answer.headers), [totalLater.applied]: totalLater.value } },
    )
  })
  return { ...late, letGo: open }
}

/** The query string of a call, readable. */
export const queryOf = (request: Request | undefined) => decodeURIComponent(new URL(request?.url ?? 'http://none').search)

/** Bodies of requests. */
export const bodiesOf = (seen: readonly Request[]): Promise<unknown[]> => Promise.all(seen.map((request) => request.clone().json()))

export const someone = (parts: Partial<WireUser> = {}): WireUser => ({
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
