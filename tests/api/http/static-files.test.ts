import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { buildServer } from '@matricola/server/app/build-server.ts'
import { createLog } from '@matricola/server/http/request-log.ts'
import { projectRoot } from '@matricola/testing/databases.ts'
import { portOf, sendRawHttp } from '@matricola/testing/raw-http.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestContext, startApp } from '#tests/support/app.ts'
import { openTestDatabase } from '#tests/support/databases.ts'
import { testedApp } from '#tests/support/tested-app.ts'

let program: TestApp
const folder = mkdtempSync(join(tmpdir(), 'matricola-static-'))
const script = `console.log(${JSON.stringify('x'.repeat(2000))})`

/** Links the parts of a program folder other than its browser build. */
function linkProgram(to: string): void {
  for (const part of ['locales', 'server']) symlinkSync(join(projectRoot, part), join(to, part))
}

// A program folder with a small browser build.
beforeAll(async () => {
  linkProgram(folder)
  mkdirSync(join(folder, 'dist/browser/assets'), { recursive: true })
  mkdirSync(join(folder, 'dist/browser/fonts'))
  const write = (name: string, text: string | Buffer) =>
    writeFileSync(join(folder, 'dist/browser', name), text)
  write(
    'index.html',
    '<meta name="csp-nonce" content="__CSP_NONCE__"><script nonce="__CSP_NONCE__"></script><div id="root"></div>',
  )
  write('emblem.svg', '<svg/>')
  write('.secret', 'secret')
  write('fonts/letters.woff2', 'letters')
  write('assets/app-1a2b.js', script)
  write('assets/app-1a2b.js.br', brotliCompressSync(script))
  const database = await openTestDatabase()
  const { config } = createTestContext(database)
  program = await startApp(async () => database, { config: { ...config, root: folder } })
})
afterAll(async () => {
  await program.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = { accept: 'text/html' }) =>
  program.app.inject({ url, headers })
const nonceOf = (text: string) => /content="([^"]+)"/.exec(text)?.[1] ?? ''

test('the viewer of the API document has the emblem of the application', async () => {
  const { body } = await get('/api/docs/static/swagger-initializer.js')
  expect(body).toContain(Buffer.from('<svg/>').toString('base64'))
})

const id = '0199a000-0000-7000-8000-000000000001'
test.each([
  ...[
    '/',
    '/authentification',
    '/authentification/',
    '/admission',
    '/registration/create',
    '/registration/status',
    '/reset',
    '/invitation',
    '/verify',
  ],
  ...[
    '/verify/ABC-1',
    '/test',
    '/admin',
    '/admin/account',
    '/admin/courses',
    '/admin/classes',
    `/admin/courses/${id}`,
    '/admin/courses/create',
  ],
  ...[
    `/admin/courses/${id}/edit`,
    '/admin/courses/import',
    '/admin/jobs',
    `/admin/jobs/${id}`,
    '/admin/settings',
    '/admin/settings/mails',
  ],
  ...[
    '/secretary/registrations?pageSize=5',
    '/student/classes',
    '/professor/account',
    `/professor/exams/${id}/grade-sheet`,
  ],
])('%s serves the single page', async (path) => {
  await expectConsolePage(path, 200)
})

test.each([
  ...[
    '/nowhere',
    '/a.b',
    '/authentification/more',
    '/adminx',
    '/verify/a/b',
    '/admin/nosuch',
    '/admin/courses/nosuch',
    '/test/more',
  ],
  ...[
    `/admin/users/${id}/more`,
    '/student/users',
    '/student/settings',
    '/professor/jobs/1',
    '/admin/settings/create',
    '/registration',
  ],
])('%s returns 404 with the page for unknown paths (R-N07)', async (path) => {
  await expectConsolePage(path, 404)
})

async function expectConsolePage(path: string, status: number): Promise<void> {
  const answer = await get(path)
  expect(answer.statusCode).toBe(status)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  })
  expect(answer.body).toContain('<div id="root">')
}

test('every page has its own nonce, the same in its header and its text', async () => {
  const [one, other] = [await get('/'), await get('/')]
  const nonce = nonceOf(one.body)
  expect(nonce).toMatch(/^[\w+/]{22}==$/)
  expect(nonceOf(other.body)).not.toBe(nonce)
  expect(one.body).toContain(`<script nonce="${nonce}">`)
  expect(one.headers['content-security-policy']).toContain(`script-src 'self' 'nonce-${nonce}'`)
  expect(one.headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/)
})

test('a page built for an API at another origin can call it and show its images, and is not prerendered', async () => {
  const otherFolder = mkdtempSync(join(tmpdir(), 'matricola-elsewhere-'))
  linkProgram(otherFolder)
  mkdirSync(join(otherFolder, 'dist/browser'), { recursive: true })
  symlinkSync(join(projectRoot, 'dist/prerender'), join(otherFolder, 'dist/prerender'))
  const page =
    '<meta name="api-origin" content="https://api.univ.test"><meta name="csp-nonce" content="__CSP_NONCE__"><div id="root"></div>'
  writeFileSync(join(otherFolder, 'dist/browser/index.html'), page)
  const app = buildServer(testedApp, {
    ...program.context,
    config: { ...program.context.config, root: otherFolder },
  })
  const { headers, body } = await app.inject({
    url: '/authentification',
    headers: { accept: 'text/html' },
  })
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("; connect-src 'self' https://api.univ.test;")
  expect(policy).toContain("; img-src 'self' data: blob: https://api.univ.test;")
  expect(policy.match(/https:/g)).toHaveLength(2)
  expect(body).toContain('<div id="root"></div>')
  expect(String((await get('/authentification')).headers['content-security-policy'])).toMatch(
    /; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; .*; frame-ancestors 'none'$/,
  )
  await app.close()
  rmSync(otherFolder, { recursive: true })
})

test('assets are cached for a year and compressed; other files are cached for a day', async () => {
  const asset = await get('/assets/app-1a2b.js', { 'accept-encoding': 'br' })
  expect(asset.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    'x-content-type-options': 'nosniff',
  })
  expect(asset.headers['content-type']).toMatch(/javascript/)
  expect((await get('/assets/app-1a2b.js', {})).body).toBe(script)
  for (const path of ['/emblem.svg', '/fonts/letters.woff2'])
    expect((await get(path)).headers['cache-control'], path).toBe('public, max-age=86400')
})

test.each([
  '/assets/app-9z9z.js',
  '/fonts/none.woff2',
  '/locales/en/none.json',
  '/api/none',
  '/api',
  '/.secret',
  '/assets/../../package.json',
  '/assets/%2e%2e/index.html',
  '/assets/',
  '/fonts/',
  '/assets/..%2f..%2fpackage.json',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/assets/x.js%00',
  '/assets/..\\..\\package.json',
])('%s returns 404 without the page', async (path) => {
  const answer = await get(path, { accept: '*/*' })
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ success: false, data: null, code: 'path.unknown' })
})

test('malformed URLs cause no server error and no error in the log', async () => {
  const lines: string[] = []
  const app = buildServer(testedApp, {
    ...program.context,
    log: createLog('warn', { write: (line) => lines.push(line) }),
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const piece = fc.constantFrom(
    ...[
      'assets',
      'fonts',
      'api',
      'locales',
      'en',
      'emblem.svg',
      'index.html',
      'package.json',
      'students',
      'list',
      'exports',
      '..',
      '.',
      '',
    ],
    ...[
      '%2e%2e',
      '..%2f..',
      '..\\..',
      '%5c..%5c',
      '%00',
      'x.js%00',
      '%',
      '%zz',
      '%c0%af',
      '%ff',
      '%252e',
      '.git',
      '*',
      ':id',
      '?',
      '#',
      ';',
      '{',
      '|',
    ],
    ...[
      '\\',
      '"',
      "'",
      'ș',
      '\u{1F393}',
      'a'.repeat(300),
      '__proto__',
      '00000000-0000-0000-0000-000000000000',
    ],
  )
  const start = fc.constantFrom('/', '/assets', '/fonts', '/api', '/locales')
  const rest = fc.array(
    fc.tuple(fc.constantFrom('/', '/', '/', '//', '\\', '%2f', '?', '&filters['), piece),
    { maxLength: 6 },
  )
  await fc.assert(
    fc.asyncProperty(start, rest, async (first, pieces) => {
      const path = first + pieces.flat().join('')
      const answer = await sendRawHttp(
        portOf(app),
        `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
      )
      expect(answer, path).toMatch(/^HTTP\/1\.1 [1-4]\d\d /)
    }),
    { numRuns: 400 },
  )
  await app.close()
  expect(lines).toEqual([])
})

test('files and missing files are sent with a policy that blocks foreign content', async () => {
  for (const path of [
    '/assets/app-1a2b.js',
    '/assets/none.js',
    '/emblem.svg',
    '/fonts/letters.woff2',
  ])
    expect((await get(path, {})).headers['content-security-policy'], path).toMatch(
      /^default-src 'self'; .*frame-ancestors 'none'$/,
    )
})

test('a page is read-only: other methods find nothing at its path', async () => {
  expect((await program.app.inject({ method: 'POST', url: '/admin/courses' })).statusCode).toBe(404)
})

test('without a build the program handles calls and serves no pages', async () => {
  expect(existsSync(join(folder, 'dist/browser/index.html'))).toBe(true)
  const database = await openTestDatabase()
  const emptyFolder = mkdtempSync(join(tmpdir(), 'matricola-bare-'))
  linkProgram(emptyFolder)
  const other = await startApp(async () => database, {
    config: { ...createTestContext(database).config, root: emptyFolder },
  })
  expect((await other.app.inject({ url: '/', headers: { accept: 'text/html' } })).statusCode).toBe(
    404,
  )
  await other.close()
  rmSync(emptyFolder, { recursive: true })
})
