import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createCaller } from '@matricola/testing/callers.ts'
import { projectRoot } from '@matricola/testing/databases.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestContext, startApp } from '#tests/support/app.ts'
import { openTestDatabase } from '#tests/support/databases.ts'

let program: TestApp
let now = Date.parse('2026-09-07T11:00:00.000Z')
const folder = mkdtempSync(join(tmpdir(), 'matricola-prerendered-'))

/** A fake renderer that reports its input and fails on demand. */
const pageRenderer = `export const renderPage = ({ path, search, language, intake }) => {
  if (search === '?view=broken') throw new Error('on purpose')
  globalThis.renderings = (globalThis.renderings ?? 0) + 1
  return '<h1>' + [path, search, language, intake.universityName].join(' ') + '</h1>'
}`
const page =
  '<html lang="en"><head><link rel="stylesheet" href="/assets/x.css"></head><body><noscript class="no-script"><p>needs scripts</p></noscript><div id="root"></div>__CSP_NONCE__</body></html>'

beforeAll(async () => {
  for (const part of ['locales', 'server']) symlinkSync(join(projectRoot, part), join(folder, part))
  for (const part of ['dist/browser/assets', 'dist/browser/.vite', 'dist/prerender'])
    mkdirSync(join(folder, part), { recursive: true })
  const write = (name: string, text: string) => writeFileSync(join(folder, 'dist', name), text)
  write('browser/index.html', page)
  write('browser/assets/x.css', 'h1{color:#123}')
  const manifest = {
    'src/public/start.tsx': { file: 'assets/start.js', css: ['assets/x.css'] },
    'texts/ro/public.json': { file: 'assets/ro.js' },
  }
  write('browser/.vite/manifest.json', JSON.stringify(manifest))
  write('prerender/package.json', '{"type":"module"}')
  write('prerender/prerender.js', pageRenderer)
  const database = await openTestDatabase()
  program = await startApp(async () => database, {
    config: { ...createTestContext(database).config, root: folder },
    clock: { now: () => new Date(now) },
  })
})
afterAll(async () => {
  await program.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) =>
  program.app.inject({ url, headers: { accept: 'text/html', ...headers } })

test('a public page is prerendered in the language of the URL, the cookie or the browser, with its styles', async () => {
  const { body } = await get('/registration/status', { 'accept-language': 'ro' })
  expect(body).toContain('<html lang="ro"')
  expect(body).toMatch(
    /<div id="root" data-language="ro"><h1>\/registration\/status\s+ro .+<\/h1><\/div>/,
  )
  expect(body).toMatch(/<style nonce="[\w+/]{22}==">h1\{color:#123\}<\/style>/)
  expect(body).toContain('<link rel="modulepreload" crossorigin href="/assets/ro.js">')
  expect(
    (await get('/registration/status', { 'accept-language': 'ro', cookie: 'i18next=fr' })).body,
  ).toContain('data-language="fr"')
  expect((await get('/registration/status?lng=de', { cookie: 'i18next=fr' })).body).toContain(
    'data-language="de"',
  )
})

test('a text that looks like the nonce placeholder stays a text', async () => {
  const setUniversityName = (name: string) =>
    program.context.database.query('update settings set university_name = $1', [name])
  const [before] = await program.context.database.query<{ name: string }>(
    'select university_name as name from settings',
  )
  await setUniversityName('__CSP_NONCE__')
  const { body, headers } = await get('/registration/status', { 'accept-language': 'ro' })
  const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1] ?? ''
  expect(nonce).not.toBe('')
  expect(body).toContain('__CSP_NONCE__</h1>')
  expect(body).not.toMatch(/__CSP_NONCE_[0-9a-f]/)
  expect(/<h1>.*<\/h1>/.exec(body)?.[0]).not.toContain(nonce)
  await setUniversityName(before?.name ?? '')
})

test('the page contains its prerender data, which no text can terminate', async () => {
  const { body } = await get('/registration/create?step=contact')
  expect(body).toContain('<h1>/registration/create ?step=contact en ')
  const intake = /<script type="application\/json" id="intake">(.*)<\/script>/.exec(body)?.[1] ?? ''
  expect(intake).not.toContain('<')
  expect(JSON.parse(intake)).toMatchObject({ isOpen: expect.any(Boolean), departments: [] })
})

test('every page has a notice about scripts, except the status search, which needs none', async () => {
  expect((await get('/registration/create')).body).toContain('needs scripts')
  const { body } = await get('/registration/status')
  expect(body).not.toContain('needs scripts')
  expect(body).toContain('<meta name="referrer" content="same-origin">')
})

test.each(['/', '/admin/courses', '/secretary', '/reset', '/invitation'])(
  '%s is rendered by the browser',
  async (path) => {
    expect((await get(path)).body).toContain('<div id="root"></div>')
  },
)

test('all unknown paths share one prerendered page, and unknown query strings are ignored, so that they cannot fill the memory', async () => {
  expect((await get('/some/where?x=1&step=CONTACT&y=2')).body).toContain('<h1>/nowhere  en ')
})

test('when prerendering fails the page is sent empty, for the browser to render', async () => {
  const answer = await get('/authentification?view=broken')
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain('<div id="root"></div>')
})

test('pages are compressed as the browser requests, each with its own nonce', async () => {
  const packed = await get('/registration/status', { 'accept-encoding': 'gzip, br' })
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    vary: expect.stringContaining('accept-encoding'),
  })
  expect(brotliDecompressSync(packed.rawPayload).toString()).toContain('<h1>/registration/status')
  const zipped = await get('/registration/status', { 'accept-encoding': 'gzip' })
  const nonce = /nonce="([^"]+)"/.exec(gunzipSync(zipped.rawPayload).toString())?.[1] ?? 'none'
  expect(zipped.headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
})

test.each([
  '/registration/create',
  '/registration/status',
  '/authentification',
  '/nowhere',
  '/reset',
])('%s reads the settings once', async (path) => {
  const query = vi.spyOn(program.context.database, 'query')
  await get(path)
  const reads = query.mock.calls.filter(([text]) => /\bsettings\b/.test(text))
  query.mockRestore()
  expect(reads).toHaveLength(1)
})

test('a page is prerendered once a day per language for all callers', async () => {
  const renderings = () => Reflect.get(globalThis, 'renderings')
  await get('/registration/status?lng=fr')
  const before = renderings()
  await get('/registration/status?lng=fr')
  expect(renderings()).toBe(before)
  now += 24 * 3_600_000
  await get('/registration/status?lng=fr')
  expect(renderings()).toBe(before + 1)
})

test("the university's colours come after the styles of every page, with its nonce", async () => {
  const admin = createCaller('admin')
  expect((await get('/registration/status')).body).not.toContain('--primary')
  await program.call(admin, 'PUT', '/api/settings/update', {
    colorOnLight: '#7A1F2B ',
    colorOnDark: '#f2b8c0',
  })
  for (const path of ['/registration/status', '/reset']) {
    const { body } = await get(path)
    expect(body).toMatch(
      /<style nonce="[\w+/]{22}==">\[data-theme="light"\] \.public\{--primary:#7a1f2b;[^<]*<\/style><\/head>/,
    )
    expect(body).toContain('[data-theme="dark"] .public{--primary:#f2b8c0;')
  }
  await program.call(admin, 'PUT', '/api/settings/update', {
    colorOnLight: null,
    colorOnDark: null,
  })
})

test('a colour with unreadable contrast is refused with its own code', async () => {
  const refuse = (body: object) =>
    program.call(createCaller('admin'), 'PUT', '/api/settings/update', body)
  const { failure } = await refuse({ colorOnLight: '#e3b34c', colorOnDark: '#7a1f2b' })
  expect(failure.fields).toEqual({
    colorOnLight: [{ code: 'color.tooPale' }],
    colorOnDark: [{ code: 'color.tooDark' }],
  })
  expect((await refuse({ colorOnLight: 'red' })).failure.fields).toMatchObject({
    colorOnLight: expect.any(Array),
  })
  expect((await refuse({ colorOnLight: '#12345g' })).failure.fields).toEqual({
    colorOnLight: [{ code: 'text.colorOnLight' }],
  })
})
