import { connect } from 'node:net'
import { errorStatus } from '@matricola/schema/wire/errors.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import {
  createLibraryContext,
  library,
  openLibraryDatabase,
  startLibraryApp,
} from '@matricola/testing/library/app.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildServer, registeredRoutesOf } from '../../../app/build-server.ts'
import { archiveName } from '../../../backup/stored-backups.ts'
import { toAppError } from '../../../http/error-handler.ts'
import { createLog, networkOf, redact } from '../../../http/request-log.ts'
import { createNonce, htmlHeaders } from '../../../http/security-headers.ts'

const admin = createCaller('admin')
let api: TestApp
beforeAll(async () => {
  api = await startLibraryApp(openLibraryDatabase)
})
afterAll(() => api.close())
afterEach(() => vi.restoreAllMocks())

const create = '/api/branches/create'
const inject = (
  method: string,
  url: string,
  headers: Record<string, string> = {},
  payload?: string,
) =>
  api.app.inject({
    method: method as 'GET',
    url,
    headers,
    ...(payload !== undefined && { payload }),
  })

describe('the envelope (R-C01)', () => {
  const json = { 'content-type': 'application/json' }
  test.each([
    ['an unknown path', 'GET', '/api/nothing', {}, undefined, 'path.unknown'],
    [
      'an unknown path with another method',
      'DELETE',
      '/api/nothing',
      {},
      undefined,
      'path.unknown',
    ],
    ['a word instead of an id', 'GET', '/api/books/create', {}, undefined, 'session.required'],
    [
      'a known path with another method',
      'DELETE',
      '/api/books',
      {},
      undefined,
      'method.notAllowed',
    ],
    ['a call without a session', 'GET', '/api/books', {}, undefined, 'session.required'],
    ['invalid JSON', 'POST', create, json, '{', 'body.malformed'],
    [
      'a body with the key __proto__',
      'POST',
      create,
      json,
      '{"__proto__":{"isActive":false}}',
      'body.malformed',
    ],
    [
      'a body that is nested too deeply',
      'POST',
      create,
      json,
      `${'['.repeat(20)}${']'.repeat(20)}`,
      'body.malformed',
    ],
    [
      'a body with too many keys',
      'POST',
      create,
      json,
      JSON.stringify(Object.fromEntries(Array.from({ length: 2001 }, (_, i) => [`k${i}`, 1]))),
      'body.malformed',
    ],
    [
      'a body that is too long',
      'POST',
      create,
      json,
      JSON.stringify({ name: 'x'.repeat(300_000) }),
      'body.tooLarge',
    ],
    [
      'a plain text body',
      'POST',
      create,
      { 'content-type': 'text/plain' },
      'name=x',
      'media.unsupported',
    ],
    [
      'a form',
      'POST',
      create,
      { 'content-type': 'application/x-www-form-urlencoded' },
      'name=x',
      'media.unsupported',
    ],
    [
      'a media type followed by garbage',
      'POST',
      create,
      { 'content-type': 'application/json; charset=utf-8; x' },
      '{}',
      'media.unsupported',
    ],
    [
      'two media types',
      'POST',
      create,
      { 'content-type': 'application/json\ta' },
      '{}',
      'media.unsupported',
    ],
    [
      'an address that is too long',
      'GET',
      `/api/books?search=${'x'.repeat(5000)}`,
      {},
      undefined,
      'path.tooLong',
    ],
    ['a malformed address', 'GET', '/api/books/%zz', {}, undefined, 'path.unknown'],
    [
      'a path segment that is too long',
      'GET',
      `/api/books/${'x'.repeat(80)}`,
      {},
      undefined,
      'path.unknown',
    ],
  ] as const)('wraps the response to %s', async (_, method, url, headers, payload, code) => {
    const answer = await inject(method, url, { ...headers }, payload)
    const isMalformed = ['body.malformed', 'body.tooLarge'].includes(code)
    // Bodies are read after the caller is identified.
    const response = isMalformed ? await api.call(admin, method, url, payload) : undefined
    const body = JSON.parse(response?.text ?? answer.body)
    expect(body).toMatchObject({
      success: false,
      data: null,
      code,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(body.message).toMatch(/\w+/)
    expect(response?.status ?? answer.statusCode).toBe(errorStatus[code])
  })

  test('lists the methods of a path in the Allow header', async () => {
    expect((await inject('DELETE', '/api/books')).headers.allow).toBe('GET, HEAD')
    expect((await inject('GET', create)).headers.allow).toBeUndefined()
    const answer = await api.call(admin, 'GET', create)
    expect([answer.failure.code, answer.headers.allow]).toEqual(['method.notAllowed', 'POST'])
  })

  test('treats an empty JSON body as missing, and refuses one that is not an object', async () => {
    expect((await api.call(admin, 'POST', create, '')).failure.fields).toEqual({
      name: [{ code: 'required' }],
    })
    expect((await api.call(admin, 'POST', create, '[]')).failure.code).toBe('body.malformed')
    expect((await api.call(admin, 'POST', create, '"text"')).failure.code).toBe('body.malformed')
  })

  test('reveals only an error number after an unexpected failure, in the requested language', async () => {
    vi.spyOn(api.context.database, 'query').mockRejectedValue(
      new Error('relation "secret" does not exist'),
    )
    const english = await api.call(admin, 'GET', '/api/books')
    expect([english.status, english.failure.message]).toEqual([
      500,
      'Unexpected Application Error!',
    ])
    expect(english.text).not.toMatch(/secret|relation|at /)
    const french = await api.call(admin, 'GET', '/api/books', undefined, {
      headers: { 'accept-language': 'fr-CH, fr;q=0.9' },
    })
    expect(french.failure.message).toBe('Erreur inattendue de l’application\u00a0!')
  })

  test('asks clients to retry later while the database cannot be reached', async () => {
    vi.spyOn(api.context.database, 'query').mockRejectedValue(
      Object.assign(new Error('gone'), { code: '57P01' }),
    )
    const answer = await api.call(admin, 'GET', '/api/books')
    expect([answer.status, answer.failure.code, answer.headers['retry-after']]).toEqual([
      503,
      'database.unavailable',
      '5',
    ])
    vi.spyOn(api.context.database.vitals, 'query').mockRejectedValue(
      Object.assign(new Error('gone'), { code: '57P01' }),
    )
    expect((await inject('GET', '/readyz')).statusCode).toBe(503)
    expect((await inject('GET', '/healthz')).json()).toEqual({ status: 'ok' })
  })

  test('gives every code a standard status and a text in every language', () => {
    for (const [code, { status }] of Object.entries(library.packs.errors)) {
      expect([400, 401, 403, 404, 405, 409, 413, 414, 415, 422, 429, 431, 500, 503]).toContain(
        status,
      )
      for (const language of library.registry.languages)
        expect(api.context.texts.text(language, `errors:errors.${code}`)).toMatch(/\w/)
    }
    // Only a missing session may return 401, because clients renew the session on it.
    expect(
      Object.entries(library.packs.errors)
        .filter(([, { status }]) => status === 401)
        .map(([code]) => code),
    ).toEqual(['session.required', 'session.expired', 'credentials.wrong'])
    expect(toAppError(library, 'thrown elsewhere').code).toBe('server.failed')
  })

  test('also responds to a connection that does not send HTTP', async () => {
    const app = buildServer(library, createLibraryContext(api.context.database))
    await app.listen({ port: 0, host: '127.0.0.1' })
    const [address] = app.addresses()
    const port = typeof address === 'object' ? address.port : 0
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'))
      let received = ''
      socket.on('data', (chunk) => {
        received += chunk
      })
      socket.on('end', () => resolve(received)).on('error', reject)
    })
    await app.close()
    expect(text).toMatch(/^HTTP\/1.1 400 Bad Request/)
    expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      success: false,
      code: 'body.malformed',
    })
  })
})

describe('requests from other sites', () => {
  const ownOrigin = 'http://localhost:3000'
  test.each([
    [{}, true],
    [{ origin: ownOrigin }, true],
    [{ 'sec-fetch-site': 'same-origin', origin: ownOrigin }, true],
    [{ origin: 'https://evil.test' }, false],
    [{ origin: 'null' }, false],
    [{ origin: `${ownOrigin}.evil.test` }, false],
    [{ 'sec-fetch-site': 'cross-site', origin: ownOrigin }, false],
    [{ 'sec-fetch-site': 'same-site', origin: ownOrigin }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ 'sec-fetch-site': 'cross-site' }, false],
  ] as const)('with %j can change data: %s', async (headers, isAllowed) => {
    for (const [method, path] of [
      ['POST', create],
      ['PATCH', '/api/books/update'],
      ['PUT', '/api/settings/update'],
    ] as const) {
      const answer = await api.call(admin, method, path, {}, { headers: { ...headers } })
      expect([path, answer.status === 403 ? answer.failure.code : 'passed']).toEqual([
        path,
        isAllowed ? 'passed' : 'origin.foreign',
      ])
    }
  })

  test('get responses without CORS headers, so browsers let them read nothing', async () => {
    const answer = await api.call(admin, 'GET', '/api/books', undefined, {
      headers: { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
    })
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual(
      [],
    )
  })
})

describe('headers', () => {
  test('are set on every response, including refusals', async () => {
    for (const url of [
      '/api/settings',
      '/api/nothing',
      '/api/books',
      '/healthz',
      '/locales/en/errors.json',
    ]) {
      const { headers } = await inject('GET', url)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      })
      expect(headers).not.toHaveProperty('server')
      expect(headers).not.toHaveProperty('x-powered-by')
      expect(headers).not.toHaveProperty('strict-transport-security')
      if (url.startsWith('/api'))
        expect(headers).toMatchObject({
          'cache-control': 'no-store',
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        })
      else
        expect(headers['content-security-policy']).toMatch(
          /^default-src 'self'; .*object-src 'none'; frame-ancestors 'none'$/,
        )
    }
  })

  test('require encryption when the program is served over HTTPS', async () => {
    const context = createLibraryContext(api.context.database)
    const app = buildServer(library, {
      ...context,
      config: { ...context.config, publicOrigin: 'https://admitere.univ.ro' },
    })
    expect((await app.inject('/healthz')).headers['strict-transport-security']).toMatch(
      /^max-age=63072000/,
    )
    await app.close()
  })

  test('let a page run only scripts with its own nonce', () => {
    const [one, two] = [createNonce(), createNonce()]
    expect(one).not.toBe(two)
    const { 'content-security-policy': policy } = htmlHeaders({
      nonce: one,
      api: '',
      isSandboxed: false,
    })
    expect(policy).toContain(`script-src 'self' 'nonce-${one}';`)
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|https:/)
  })

  test('let a sandboxed page send nothing, and let only our own pages show it', () => {
    const headers = htmlHeaders({
      nonce: createNonce(),
      api: 'https://api.univ.ro',
      isSandboxed: true,
    })
    const policy = headers['content-security-policy']
    expect(policy).toContain("connect-src 'none';")
    expect(policy).toContain("form-action 'none';")
    expect(policy).toContain("frame-ancestors 'self'")
    expect(headers['x-frame-options']).toBe('SAMEORIGIN')
  })
})

test('a route under /api that does not declare its callers prevents the start', () => {
  const app = buildServer(library, createLibraryContext(api.context.database))
  expect(() => app.get('/api/forgotten', async () => ({}))).toThrow(
    'GET /api/forgotten has no access rule',
  )
})

test('every route declares its callers, and few are public', () => {
  const open = registeredRoutesOf(api.app).filter(
    ({ path, access, method }) =>
      access === 'public' &&
      path.startsWith('/api/') &&
      method !== 'HEAD' &&
      !path.startsWith('/api/docs'),
  )
  const paths = [...new Set(open.map(({ path }) => path))].filter(
    (path) => !path.startsWith('/api/authentication/'),
  )
  expect(paths.sort()).toEqual(['/api/openapi.json', '/api/university/logo/:id'])
})

describe('the log', () => {
  test('contains the route, status and user of a request, and no data that was sent', async () => {
    const lines: string[] = []
    const log = createLog('info', { write: (line) => lines.push(line) })
    const app = buildServer(
      library,
      { ...createLibraryContext(api.context.database), log },
      { findCaller: async () => admin },
    )
    await app.inject({
      url: '/api/members?search=Popescu&filters[personalNumber]=5050415129915',
      remoteAddress: '192.0.2.77',
    })
    await app.inject({
      method: 'POST',
      url: create,
      headers: { 'content-type': 'application/json' },
      payload: '{"email":"ana@univ.ro","colour":"5050415129915"}',
    })
    await app.close()
    const requests = lines.map((line) => JSON.parse(line)).filter(({ route }) => route)
    expect(requests).toMatchObject([
      {
        method: 'GET',
        route: '/api/members',
        status: 200,
        userId: admin.id,
        address: '192.0.2.0',
      },
      { method: 'POST', route: create, status: 400 },
    ])
    expect(lines.join('')).not.toMatch(/Popescu|5050415129915|ana@univ|colour/)
  })

  test('describes an unexpected failure without the rows that the database quotes', async () => {
    const lines: string[] = []
    const log = createLog('info', { write: (line) => lines.push(line) })
    const fault = Object.assign(new Error('null value in column "x"'), {
      code: '23502',
      detail: 'Failing row contains (Popescu, 5).',
    })
    const database = { ...api.context.database, query: () => Promise.reject(fault) }
    const app = buildServer(
      library,
      { ...createLibraryContext(database), log },
      { findCaller: async () => admin },
    )
    expect((await app.inject('/api/books')).statusCode).toBe(500)
    await app.close()
    expect(lines.join('')).toContain('null value in column')
    expect(lines.join('')).not.toContain('Popescu')
  })

  test('removes personal numbers, addresses and tokens from every line', () => {
    const token = 'a'.repeat(42)
    expect(redact(`cnp 5050415129915, ana.pop@univ.ro, ${token}Z`)).toBe(
      'cnp [removed], [removed], [removed]',
    )
    const archive = archiveName(
      'before-migration',
      new Date('2026-07-01T08:09:10.123Z'),
      new Date('2026-07-01T08:09:10.123Z'),
    )
    expect(redact(archive)).toBe(archive)
    expect(redact('version 12, 2026-07-01, 00000000-0000-7000-8000-000000000001')).toBe(
      'version 12, 2026-07-01, 00000000-0000-7000-8000-000000000001',
    )
    expect([networkOf('192.0.2.77'), networkOf('2001:db8:1:2::3')]).toEqual([
      '192.0.2.0',
      '2001:db8:1::',
    ])
  })
})

describe('texts (R-S14)', () => {
  test.each(library.registry.languages)(
    'are served in %s under the specified path',
    async (language) => {
      const answer = await inject('GET', `/locales/${language}/errors.json`)
      expect(answer.statusCode).toBe(200)
      expect(answer.json().errors.credentials.wrong).toBe(
        api.context.texts.text(language, 'errors:errors.credentials.wrong'),
      )
    },
  )
  test.each([
    '/locales/xx/errors.json',
    '/locales/en/nothing.json',
    '/locales/en/..%2f..%2fpackage.json',
    '/locales/en/__proto__',
  ])('are served from no other path: %s', async (path) => {
    expect((await inject('GET', path)).statusCode).toBe(404)
  })
})

test('the program is ready when the database accepts writes', async () => {
  expect((await inject('GET', '/readyz')).json()).toEqual({ status: 'ready' })
})

test('repeated readiness checks do not each write a row', async () => {
  const query = vi.spyOn(api.context.database.vitals, 'query')
  for (let times = 0; times < 5; times++)
    expect(
      (await Promise.all(Array.from({ length: 20 }, () => inject('GET', '/readyz')))).map(
        ({ statusCode }) => statusCode,
      ),
    ).toEqual(Array(20).fill(200))
  expect(query.mock.calls.filter(([text]) => /insert into meta/.test(text)).length).toBeLessThan(5)
})
