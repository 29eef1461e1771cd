import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { library, startLibraryApp } from '@matricola/testing/library/app.ts'
import { portOf, sendRawHttp } from '@matricola/testing/raw-http.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildServer } from '../../../app/build-server.ts'
import { rejectMalformedRequest } from '../../../http/malformed-request.ts'
import { createLog } from '../../../http/request-log.ts'
import { addServerLimits, serverLimits } from '../../../http/server-limits.ts'

let api: TestApp
let port: number
beforeAll(async () => {
  api = await startLibraryApp()
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  port = portOf(api.app)
})
afterAll(() => api.close())

describe('a connection', () => {
  test('has the configured time, header and request limits', () => {
    const { server } = api.app
    expect({
      request: server.requestTimeout,
      headers: server.headersTimeout,
      keepAlive: server.keepAliveTimeout,
      headersCount: server.maxHeadersCount,
      perSocket: server.maxRequestsPerSocket,
    }).toEqual({
      request: 120_000,
      headers: 15_000,
      keepAlive: 10_000,
      headersCount: 100,
      perSocket: 1000,
    })
    expect(serverLimits.http).toEqual({
      maxHeaderSize: 16_384,
      headersTimeout: 15_000,
      connectionsCheckingInterval: 5000,
    })
  })

  test('with headers longer than 16 KB gets an error in the envelope and is closed', async () => {
    const answer = await sendRawHttp(
      port,
      `GET /healthz HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(17_000)}\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1.1 431 Request Header Fields Too Large\r\n/)
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      success: false,
      code: 'headers.tooLarge',
    })
  })

  test('with an unreadable request gets the headers of all other responses', async () => {
    const answer = await sendRawHttp(port, 'GET /healthz NOTHTTP\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/)
    const readable = await api.call(null, 'GET', '/api/none')
    const names = [
      'content-security-policy',
      'x-content-type-options',
      'x-frame-options',
      'referrer-policy',
      'cross-origin-opener-policy',
      'permissions-policy',
      'cache-control',
    ]
    for (const name of names) expect(answer).toContain(`\r\n${name}: ${readable.headers[name]}\r\n`)
  })

  test.each<[string, string, number]>([
    ['an invalid path', 'GET /% HTTP/1.1\r\nHost: a\r\n', 404],
    ['an invalid path of the API', 'GET /api/% HTTP/1.1\r\nHost: a\r\n', 404],
    [
      'a path segment that is too long',
      `GET /api/members/${'a'.repeat(600)} HTTP/1.1\r\nHost: a\r\n`,
      404,
    ],
    ['a request without a host', 'GET /healthz HTTP/1.1\r\n', 400],
    ['a request with two hosts', 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n', 400],
    [
      'a request with the same host twice',
      'GET /api/members/list HTTP/1.1\r\nHost: a\r\nhost: a\r\n',
      400,
    ],
    ['an unknown method', 'BREW /healthz HTTP/1.1\r\nHost: a\r\n', 400],
    ['a health check', 'GET /healthz HTTP/1.1\r\nHost: a\r\n', 200],
    ['a health check over HTTP/1.0', 'GET /healthz HTTP/1.0\r\n', 200],
    ['a readiness check', 'GET /readyz HTTP/1.1\r\nHost: a\r\n', 200],
    ['an unknown path', 'GET /nothing.txt HTTP/1.1\r\nHost: a\r\n', 404],
  ])('gets the standard headers in the response to %s', async (_, head, status) => {
    const answer = await sendRawHttp(port, `${head}Connection: close\r\n\r\n`)
    const headers = (answer.split('\r\n\r\n')[0] ?? '').toLowerCase()
    expect(headers).toMatch(new RegExp(`^http/1.1 ${status} `))
    for (const line of [
      'x-content-type-options: nosniff',
      'cache-control: no-store',
      'content-security-policy: default-src ',
      'x-frame-options: deny',
    ])
      expect(headers).toContain(line)
  })

  test('that sends its length twice or in two ways is rejected', async () => {
    for (const headers of [
      'Content-Length: 2\r\nContent-Length: 3',
      'Content-Length: 2\r\nTransfer-Encoding: chunked',
    ])
      expect(
        await sendRawHttp(
          port,
          `POST /api/authentication/login HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n{}`,
        ),
      ).toMatch(/^HTTP\/1.1 400 /)
  })

  test('that sends a body longer than 256 KB gets 413', async () => {
    const answer = await api.call(null, 'POST', '/api/authentication/login', {
      username: 'a'.repeat(300_000),
      password: 'b',
    })
    expect([answer.status, answer.failure.code]).toEqual([413, 'body.tooLarge'])
  })

  test('that a browser opens early and does not use ends silently, as does one whose headers never end', async () => {
    const times = { headersTimeout: 500, requestTimeout: 1000, connectionsCheckingInterval: 50 }
    const server = createServer(times, (_request, response) => response.end('read'))
    server.on('clientError', (error, socket) =>
      rejectMalformedRequest(error, socket as Socket, api.context),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const port = (server.address() as AddressInfo).port
    expect(await sendRawHttp(port, '')).toBe('')
    expect(await sendRawHttp(port, 'GET / HTTP/1.1\r\nHost: a\r\n')).toBe('')
    expect(
      await sendRawHttp(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'),
    ).toMatch(/^HTTP\/1.1 200 /)
    await new Promise((resolve) => server.close(resolve))
  })

  test('whose body does not arrive in time ends, unless it is an upload', async () => {
    const app = fastify()
    addServerLimits(app, 1000)
    app.addContentTypeParser(/^multipart\//, (_request, payload, done) => {
      payload.resume().on('end', () => done(null, {}))
    })
    app.post('/', async () => {
      // Longer than the limit for receiving a body, which does not apply to the response.
      await new Promise((resolve) => setTimeout(resolve, 1500))
      return { done: true }
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const port = portOf(app)
    const head = (type: string) =>
      `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: 2\r\n\r\n`
    expect(await sendRawHttp(port, `${head('application/json')}{`)).toBe('')
    expect(await sendRawHttp(port, `${head('application/json')}{}`)).toContain('{"done":true}')
    const slow = new Promise<string>((resolve) => {
      let received = ''
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(`${head('multipart/form-data; boundary=b')}-`)
        setTimeout(() => socket.write('-'), 1500)
      })
      socket.on('data', (chunk) => {
        received += chunk
      })
      socket.on('close', () => resolve(received))
    })
    expect(await slow).toContain('{"done":true}')
    await app.close()
  })
})

test('the application is built with the limits', async () => {
  const app = buildServer(library, api.context)
  expect(app.initialConfig).toMatchObject({
    bodyLimit: 262_144,
    requestTimeout: 120_000,
    maxRequestsPerSocket: 1000,
  })
  await app.close()
})

test('a client that disconnects during a request causes no error in the log', async () => {
  const lines: string[] = []
  const app = buildServer(library, {
    ...api.context,
    log: createLog('debug', { write: (line) => lines.push(line) }),
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const requests = [
    'POST /api/authentication/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"user',
    'GET /api/settings HTT',
  ]
  for (const text of requests) {
    const socket = connect(portOf(app), '127.0.0.1', () => socket.write(text))
    await new Promise((resolve) => setTimeout(resolve, 50))
    socket.destroy()
  }
  await expect.poll(() => lines.join('')).toContain('request failed')
  expect(lines.map((line) => JSON.parse(line).level).filter((level) => level > 30)).toEqual([])
  await app.close()
})
