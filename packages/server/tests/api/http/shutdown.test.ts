import { connect, type Socket } from 'node:net'
import {
  createLibraryContext,
  library,
  openLibraryDatabase as openTestDatabase,
} from '@matricola/testing/library/app.ts'
import { portOf } from '@matricola/testing/raw-http.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildServer } from '../../../app/build-server.ts'
import { createShutdown } from '../../../app/shutdown.ts'

const never = 2 ** 31 - 1
const times = { noticeMs: 0, arrivalMs: 50, answersMs: never, deadlineMs: never }

let database: Awaited<ReturnType<typeof openTestDatabase>>
let app: FastifyInstance
let stop: () => Promise<void>
/** Requests that the application has started to handle. */
let startedRequests: string[]
let finishSlow: () => void
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  startedRequests = []
  const context = createLibraryContext({ ...database, close: async () => {} })
  app = buildServer(library, context)
  app.addHook('onRequest', async ({ url }) => void startedRequests.push(url))
  const released = new Promise<void>((resolve) => {
    finishSlow = resolve
  })
  app.get('/slow', async () => {
    await released
    return { done: true }
  })
  stop = createShutdown({ server: app, context, workers: [] }, times)
  await app.listen({ port: 0, host: '127.0.0.1' })
})

/** Opens a connection. `ended` resolves with all data received. */
function open(text: string): { readonly socket: Socket; readonly ended: Promise<string> } {
  const socket = connect(portOf(app), '127.0.0.1', () => socket.write(text))
  let received = ''
  socket.setEncoding('utf8').on('data', (chunk) => {
    received += chunk
  })
  const ended = new Promise<string>((resolve) =>
    socket.on('error', () => undefined).on('close', () => resolve(received)),
  )
  return { socket, ended }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

test('a call on a kept-alive connection of a stopping server gets an envelope that says when to retry', async () => {
  const second = get('/api/settings')
  // Its headers are partly received when the shutdown begins.
  const { socket, ended } = open(get('/healthz') + second.slice(0, -2))
  const slow = open(get('/slow'))
  await expect.poll(() => startedRequests).toEqual(expect.arrayContaining(['/healthz', '/slow']))
  const stopped = stop()
  socket.write(second.slice(-2))
  const answers = (await ended).split(/(?=HTTP\/1\.1 )/)
  expect(answers.map((answer) => answer.slice(9, 12))).toEqual(['200', '503'])
  const [head = '', body = ''] = answers[1]?.split('\r\n\r\n') ?? []
  expect(head.toLowerCase().split('\r\n')).toEqual(
    expect.arrayContaining(['retry-after: 5', 'connection: close']),
  )
  expect(JSON.parse(body)).toMatchObject({ success: false, data: null, code: 'server.busy' })
  finishSlow()
  await slow.ended
  await stopped
})

test('unfinished uploads and headers do not delay the stop, and a response in progress is completed', async () => {
  const head =
    'Host: a\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 9999\r\n\r\n--b\r\n'
  const upload = open(`POST /api/registrations/files HTTP/1.1\r\n${head}`)
  const headers = open('GET /healthz HTTP/1.1\r\nHost: a\r\n')
  const slow = open(get('/slow'))
  await expect
    .poll(() => startedRequests)
    .toEqual(expect.arrayContaining(['/slow', '/api/registrations/files']))
  const stopped = stop()
  await Promise.all([upload.ended, headers.ended])
  finishSlow()
  await stopped
  const answer = await slow.ended
  expect(answer).toMatch(/\r\nconnection: close\r\n/i)
  expect(answer).toContain('{"done":true}')
})
