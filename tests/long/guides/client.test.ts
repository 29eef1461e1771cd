/**
 * Tests the client that `npm run client` generates. Its types are checked, and it calls the real
 * server with real sessions.
 */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { generateClient } from '@matricola/server/app/commands/client.ts'
import { projectRoot, removeFolder } from '@matricola/testing/databases.ts'
import { goodPassword, type SessionApp } from '@matricola/testing/session-app.ts'
import { buildSync } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultConfig } from '#tests/support/app.ts'
import { engines } from '#tests/support/databases.ts'
import { parseGuide } from '#tests/support/guide.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import { testedApp } from '#tests/support/tested-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'matricola-client-'))
let site: SessionApp
let origin = ''

/** The parts of the generated file that the test uses. Its types are checked below. */
interface Written {
  connect(options: object): {
    signIn(username: string, password: string): Promise<void>
    signOut(): Promise<void>
    call(name: string, given?: object): Promise<Record<string, unknown>>
    all(name: string, given?: object): AsyncIterable<Record<string, unknown>>
  }
  isApiError(error: unknown): boolean
}
let client: Written

beforeAll(async () => {
  writeFileSync(join(folder, 'matricola-client.ts'), await generateClient(testedApp, defaultConfig))
  const example =
    parseGuide(readFileSync(join(projectRoot, 'docs/client.md'), 'utf8')).find(
      ({ language }) => language === 'ts',
    )?.text ?? ''
  writeFileSync(join(folder, 'example.ts'), example)
  for (const name of ['matricola-client', 'example'])
    buildSync({
      entryPoints: [join(folder, `${name}.ts`)],
      outfile: join(folder, `${name}.mjs`),
      bundle: true,
      format: 'esm',
      platform: 'node',
    })
  client = (await import(
    /* @vite-ignore */ pathToFileURL(join(folder, 'matricola-client.mjs')).href
  )) as Written
  site = await startSessionApp({}, engines[0]?.open)
  await site.createAccount('secretary', { username: 'secretary' })
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  const address = site.app.server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterAll(async () => {
  await site.close()
  removeFolder(folder)
})

async function signedIn(options: object = {}) {
  const api = client.connect({ origin, ...options })
  await api.signIn('secretary', goodPassword)
  return api
}

test('the client has no imports, and its types reject wrong names and values', () => {
  expect(readFileSync(join(folder, 'matricola-client.ts'), 'utf8')).not.toMatch(/^import |: any\b/m)
  writeFileSync(
    join(folder, 'wrong.ts'),
    `import { connect } from './matricola-client.ts'
const api = connect({ origin: '' })
// @ts-expect-error no such call
await api.call('GET /api/nothing')
// @ts-expect-error a name is needed
await api.call('POST /api/department-profiles/create', { body: {} })
// @ts-expect-error no such field
await api.call('POST /api/department-profiles/create', { body: { name: 'A', colour: 'red' } })
// @ts-expect-error an id is needed
await api.call('GET /api/courses/{id}')
// @ts-expect-error a number
for await (const { credits } of api.all('GET /api/courses')) credits.toUpperCase()
const one: { name: string; version: number } = await api.call('GET /api/department-profiles/{id}', { params: { id: '' } })
// @ts-expect-error no list
api.all('GET /api/settings')
one.name.trim()
`,
  )
  const options = [
    '--ignoreConfig',
    '--strict',
    '--noEmit',
    '--noUncheckedIndexedAccess',
    '--exactOptionalPropertyTypes',
    '--allowImportingTsExtensions',
    '--erasableSyntaxOnly',
  ]
  const places = [
    '--target',
    'es2023',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--lib',
    'es2023,dom,dom.iterable',
    '--types',
    'node',
    '--typeRoots',
    join(projectRoot, 'node_modules/@types'),
  ]
  const files = ['wrong.ts', 'example.ts'].map((name) => join(folder, name))
  const { stdout } = spawnSync(
    process.execPath,
    [join(projectRoot, 'node_modules/typescript/bin/tsc'), ...options, ...places, ...files],
    {
      encoding: 'utf8',
    },
  )
  expect(stdout).toBe('')
})

test('the example of the guide runs', async () => {
  const env = { ...process.env, ORIGIN: origin, PASSWORD: goodPassword }
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'example.mjs')], {
    env,
  })
  expect(stdout).toBe('record.taken value.taken\n')
})

test('the client reads a list to its last page, with filters', async () => {
  const api = await signedIn()
  for (let number = 0; number < 103; number++)
    await api.call('POST /api/department-profiles/create', { body: { name: `Page ${number}` } })
  const names: unknown[] = []
  for await (const { name } of api.all('GET /api/department-profiles', {
    query: { filters: { name: 'page' } },
  }))
    names.push(name)
  expect(new Set(names).size).toBe(103)
  expect(names).toHaveLength(103)
})

test('the client throws refusals with messages in the requested language', async () => {
  const api = await signedIn({ language: 'ro' })
  const error = await api
    .call('POST /api/department-profiles/create', { body: { name: '' } })
    .catch((reason: unknown) => reason)
  expect(client.isApiError(error)).toBe(true)
  expect(error).toMatchObject({
    status: 400,
    code: 'input.invalid',
    fields: { name: [{ code: expect.any(String) }] },
    requestId: expect.any(String),
  })
  expect(String(error)).toContain('Unele câmpuri au probleme.')
})

test('if the response to a change is lost, the client retries it with the same key, so that the change is made once', async () => {
  const keys: unknown[] = []
  const api = await signedIn({
    async fetch(url: URL, init: RequestInit) {
      const response = await fetch(url, init)
      if (!url.pathname.endsWith('/create')) return response
      keys.push(new Headers(init.headers).get('idempotency-key'))
      if (keys.length === 1) throw new TypeError('the connection ended')
      return response
    },
  })
  const created = await api.call('POST /api/department-profiles/create', { body: { name: 'Once' } })
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
  expect(created).toMatchObject({ name: 'Once', version: 1 })
})

test('the client sends its key and latest ticket with each retry, so that it keeps its position in a queue', async () => {
  const sent: unknown[] = []
  const turns = 6
  const api = await signedIn({
    async fetch(url: URL, init: RequestInit) {
      if (!url.pathname.endsWith('/create')) return fetch(url, init)
      const headers = new Headers(init.headers)
      sent.push([headers.get('idempotency-key'), headers.get('queue-ticket')])
      if (sent.length === turns) return fetch(url, init)
      const queue = {
        position: 1,
        waitSeconds: 1,
        retryAfterSeconds: 1,
        ticket: `ticket-${sent.length}`,
      }
      return Response.json(
        { success: false, code: 'registration.queued', queue },
        { status: 429, headers: { 'retry-after': '0' } },
      )
    },
  })
  await api.call('POST /api/department-profiles/create', { body: { name: 'In turn' } })
  const [[key]] = sent as [[string]]
  expect(sent).toEqual([null, 1, 2, 3, 4, 5].map((ticket) => [key, ticket && `ticket-${ticket}`]))
})

test('the client renews an expired session, and throws when the session has ended', async () => {
  const api = await signedIn()
  site.wait(20 * 60_000)
  expect(
    await api
      .call('GET /api/authentication/check-auth')
      .catch(({ status }: { status: number }) => status),
  ).toBe(401)
  expect(await api.call('GET /api/department-profiles')).toMatchObject({ page: 1 })
  await api.signOut()
  await expect(api.call('GET /api/department-profiles')).rejects.toMatchObject({ status: 401 })
})
