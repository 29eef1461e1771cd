import { currentLanguage, translate } from '@matricola/console/i18n.ts'
import { createHttp, HttpError } from '@matricola/providers/http.ts'
import { fetchPageFile } from '@matricola/providers/send.ts'
import * as fileCalls from '@matricola/schema/calls/files.ts'
import * as settingsCalls from '@matricola/schema/calls/settings.ts'
import type { Endpoint } from '@matricola/schema/wire/endpoints.ts'
import { sessionEndpoints } from '@matricola/schema/wire/endpoints.ts'
import {
  createUser,
  failureResponse,
  handle,
  network,
  successResponse,
} from '@matricola/testing/pages/network.ts'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { download, request, session } from '#src/http.ts'
import { setAddress } from '../support/browser.ts'

const courses: Endpoint = { method: 'GET', path: '/api/courses' }
const create: Endpoint = { method: 'POST', path: '/api/courses/create' }

let sessionErrors: HttpError[] = []
beforeEach(async () => {
  sessionErrors = (await setAddress('/admin')).sessionErrors
})

/** Returns the error that a call rejects with. */
const errorOf = async (call: Promise<unknown>): Promise<HttpError> => {
  const error = await call.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(error instanceof HttpError)) throw new Error(`expected an HttpError, got ${String(error)}`)
  return error
}

test('after a 401 the session is refreshed once and the call is retried once (R-A07)', async () => {
  let isReauthenticated = false
  const refresh = handle(sessionEndpoints.refresh, () => {
    isReauthenticated = true
    return successResponse({})
  })
  const list = handle(courses, () =>
    isReauthenticated
      ? successResponse(['INF-101'])
      : failureResponse(401, 'session.expired', 'over'),
  )
  expect((await request(courses)).data).toEqual(['INF-101'])
  expect([refresh.requests.length, list.requests.length]).toEqual([1, 2])
})

test('calls that receive a 401 at the same time share one refresh (R-A07)', async () => {
  let isReauthenticated = false
  const refresh = handle(sessionEndpoints.refresh, async () => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    isReauthenticated = true
    return successResponse({})
  })
  handle(courses, () =>
    isReauthenticated ? successResponse([]) : failureResponse(401, 'session.expired', 'over'),
  )
  await Promise.all([request(courses), request(courses), request(courses)])
  expect(refresh.requests.length).toBe(1)
})

test('a call that is rejected again after the refresh is not sent a third time (R-A07)', async () => {
  const refresh = handle(sessionEndpoints.refresh, () => successResponse({}))
  const list = handle(courses, () =>
    failureResponse(401, 'session.required', 'Sign in to continue.'),
  )
  expect(await errorOf(request(courses))).toMatchObject({
    statusCode: 401,
    message: 'Sign in to continue.',
  })
  expect([refresh.requests.length, list.requests.length]).toEqual([1, 2])
})

test('a retry sends the body again (R-A07)', async () => {
  let isReauthenticated = false
  handle(sessionEndpoints.refresh, () => {
    isReauthenticated = true
    return successResponse({})
  })
  const createRequests = handle(create, () =>
    isReauthenticated
      ? successResponse({ id: 'new' })
      : failureResponse(401, 'session.expired', 'over'),
  )
  await request(create, { body: { name: 'Algebra' } })
  expect(await createRequests.requests[1]?.json()).toEqual({ name: 'Algebra' })
})

test('a failed refresh ends the session only once for all waiting calls, with its message (R-A08)', async () => {
  handle(sessionEndpoints.refresh, () => new Response(null, { status: 401 }))
  handle(courses, () => failureResponse(401, 'session.expired', 'over'))
  const errors = await Promise.all([errorOf(request(courses)), errorOf(request(courses))])
  expect(errors.map((error) => error.message)).toEqual([
    'Session expired. Please login again.',
    'Session expired. Please login again.',
  ])
  expect(sessionErrors.length).toBe(1)
})

test.each([429, 503, 0])('a postponed refresh (%i) does not end the session', async (status) => {
  handle(sessionEndpoints.refresh, () =>
    status === 0 ? HttpResponse.error() : new Response(null, { status }),
  )
  handle(courses, () => failureResponse(401, 'session.expired', 'over'))
  expect((await errorOf(request(courses))).statusCode).toBe(status)
  expect(sessionErrors).toEqual([])
})

test('wrong credentials do not trigger a refresh', async () => {
  handle(sessionEndpoints.login, () =>
    failureResponse(401, 'credentials.wrong', 'Credentials are wrong.'),
  )
  expect(await errorOf(session.signIn('ana', 'no'))).toMatchObject({ code: 'credentials.wrong' })
  expect(sessionErrors).toEqual([])
})

test('requests include cookies, accept JSON, and set their language and content type (R-C02)', async () => {
  const sent = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => successResponse({}))
  await request(create, { body: { name: 'Algebra' } })
  const [address, init] = sent.mock.calls[0] ?? []
  expect(address).toBe(`${window.location.origin}/api/courses/create`)
  expect(init).toMatchObject({ method: 'POST', credentials: 'include', body: '{"name":"Algebra"}' })
  expect(init?.headers).toEqual({
    accept: 'application/json',
    'accept-language': 'en',
    'content-type': 'application/json',
  })
})

test('a form is sent without a content type, so that the browser can set its boundary (R-C02)', async () => {
  const sent = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => successResponse({}))
  const form = new FormData()
  await request(fileCalls.uploadImage, { path: { id: 'a b' }, form })
  const [address, init] = sent.mock.calls[0] ?? []
  expect(address).toMatch(/\/api\/authentication\/users\/a%20b\/upload-image$/)
  expect(init?.body).toBe(form)
  expect(init?.headers).not.toHaveProperty('content-type')
})

test.each([
  ['https://api.univ.test', 'https://api.univ.test', true],
  ['https://api.univ.test/', 'https://api.univ.test', true],
  ['https://univ.test/matricola/', 'https://univ.test/matricola', true],
  ['/matricola', '/matricola', false],
  ['', '', false],
])(
  'in a build with VITE_API_URL=%s, every call goes to that origin, with cookies (R-C02)',
  async (setting, base, isOtherOrigin) => {
    vi.stubEnv('VITE_API_URL', setting)
    vi.resetModules()
    const { config } = await import('@matricola/console/config.ts')
    vi.unstubAllEnvs()
    const http = createHttp({ baseUrl: config.apiUrl, language: currentLanguage, text: translate })
    expect([http.apiUrl('/api/live'), http.isApiCrossOrigin()]).toEqual([
      `${base}/api/live`,
      isOtherOrigin,
    ])
    const sent = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => successResponse([]))
    await http.request(courses, { params: [['pageNumber', '1']] })
    const [address, init] = sent.mock.calls[0] ?? []
    expect(new URL(String(address), window.location.origin).href).toBe(
      new URL(`${base}/api/courses?pageNumber=1`, window.location.origin).href,
    )
    expect(init).toMatchObject({ credentials: 'include' })
    // Files from the build are loaded from the page's origin.
    await fetchPageFile('/assets/font.pfb')
    expect(String(sent.mock.calls[1]?.[0])).toBe(`${window.location.origin}/assets/font.pfb`)
  },
)

test.each([
  [
    'success without data',
    () => HttpResponse.json({ success: true, data: null, message: 'Nothing here' }),
    'Nothing here',
  ],
  [
    'data without success',
    () => HttpResponse.json({ success: false, data: [], message: 'No' }),
    'No',
  ],
  ['a stranger’s JSON', () => HttpResponse.json([1, 2, 3]), 'Unexpected Application Error!'],
  ['an empty response', () => new Response(null, { status: 200 }), 'Unexpected Application Error!'],
])('%s is a failure (R-C01)', async (_, answer, message) => {
  handle(courses, answer)
  expect((await errorOf(request(courses))).message).toBe(message)
})

test('an error shows the first available of the server’s message, the response’s text, the call’s text and the generic text (R-A13, R-A14)', async () => {
  const fallback = 'public:failed.forgotPassword'
  const getMessage = async (answer: () => Response, key?: string) => {
    network.resetHandlers()
    handle(courses, answer)
    return (await errorOf(request(courses, key ? { fallback: key } : {}))).message
  }
  expect(
    await getMessage(
      () => failureResponse(409, 'record.stale', 'Another user was faster.'),
      fallback,
    ),
  ).toBe('Another user was faster.')
  expect(
    await getMessage(
      () =>
        new HttpResponse('Bad gateway', { status: 502, headers: { 'content-type': 'text/plain' } }),
      fallback,
    ),
  ).toBe('Bad gateway')
  expect(
    await getMessage(
      () =>
        new HttpResponse('<h1>502</h1>', { status: 502, headers: { 'content-type': 'text/html' } }),
      fallback,
    ),
  ).toBe('Forgot Password occured an error.')
  expect(await getMessage(() => failureResponse(500, 'server.failed', ''))).toBe(
    'Unexpected Application Error!',
  )
  expect(await getMessage(() => HttpResponse.error())).toBe(
    'The server cannot be reached. Check the connection and try again.',
  )
})

test('the error for invalid fields has a code and a text for each, in the language of the page', async () => {
  await setAddress('/admin', 'de')
  handle(create, () =>
    failureResponse(400, 'input.invalid', 'x', {
      name: [{ code: 'text.tooLong', params: { max: 120 } }],
      startsOn: [{ code: 'date.tooEarly', params: { min: '2026-10-01' } }],
    }),
  )
  const error = await errorOf(request(create, { body: {} }))
  expect(error.fields.name).toEqual([{ code: 'text.tooLong', params: { max: 120 } }])
  expect(error.errors).toEqual({
    name: ['Geben Sie höchstens 120 Zeichen ein.'],
    startsOn: ['Geben Sie ein späteres Datum ein. Das früheste mögliche Datum ist 01.10.2026.'],
  })
})

test('a download returns the file and its name', async () => {
  const headers = { 'content-disposition': 'attachment; filename="settings.json"' }
  handle(settingsCalls.exportSettings, () => new HttpResponse('{}', { headers }))
  const { blob, name } = await download(settingsCalls.exportSettings)
  expect([name, await blob.text()]).toEqual(['settings.json', '{}'])
  headers['content-disposition'] = "attachment; filename*=UTF-8''Buletin%20%C8%99ef%20%281%29.pdf"
  expect((await download(settingsCalls.exportSettings)).name).toBe('Buletin șef (1).pdf')
})

test('signing out clears the session, but if it fails, the session stays and the error is returned (R-A05)', async () => {
  handle(sessionEndpoints.checkAuth, () => successResponse(createUser()))
  await session.check()
  handle(sessionEndpoints.revoke, () => new Response(null, { status: 500 }))
  expect((await errorOf(session.signOut())).message).toBe('Revoke occured an error.')
  expect(session.current()).toMatchObject({
    status: 'authenticated',
    user: { username: 'ana.pop' },
    isSigningOut: false,
  })
  expect(session.current().error?.message).toBe('Revoke occured an error.')
  handle(sessionEndpoints.revoke, () => successResponse({}))
  await session.signOut()
  expect(session.current()).toMatchObject({ status: 'anonymous', user: null, error: null })
})
