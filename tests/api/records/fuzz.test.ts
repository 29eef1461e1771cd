import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { valueEntries } from '@matricola/schema/resource-fields.ts'
import { endpointsOf, fillPath } from '@matricola/schema/wire/endpoints.ts'
import { registeredRoutesOf } from '@matricola/server/app/build-server.ts'
import { createDiskFileStore } from '@matricola/server/ports/disk-file-store.ts'
import { removeFolder } from '@matricola/testing/databases.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allResources } from '#resources/index.ts'
import { defaultConfig, startApp } from '#tests/support/app.ts'
import { openTestDatabase } from '#tests/support/databases.ts'
import {
  createMissingId,
  type SeededUniversity,
  seedUniversity,
} from '#tests/support/seed-university.ts'

let api: TestApp
let university: SeededUniversity
// The file store lets the tests download backups and documents.
const dataDir = mkdtempSync(join(tmpdir(), 'matricola-fuzz-'))
beforeAll(async () => {
  api = await startApp(openTestDatabase, {
    config: { ...defaultConfig, dataDir },
    files: createDiskFileStore(dataDir),
  })
  university = await seedUniversity(api)
})
afterAll(async () => {
  await api.close()
  removeFolder(dataDir)
})

/**
 * Values that tend to break programs: other types and alphabets, limits, quotes, control
 * characters, markup, templates, paths.
 */
const nasty: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e308,
  -1e308,
  Number.MAX_SAFE_INTEGER + 2,
  2 ** 31,
  2 ** 63,
  '',
  ' ',
  '0',
  'null',
  'undefined',
  'NaN',
  '-1',
  '1e9',
  [],
  {},
  [[]],
  [null],
  { $gt: '' },
  { toString: 'x' },
  { length: 1e9 },
  "'",
  "' OR '1'='1",
  '"; DROP TABLE users; --',
  '$1',
  '%',
  '%%%',
  '_',
  '\\',
  '\\\\',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202Eabc',
  '\u200B',
  '\uFEFF',
  'a'.repeat(10_000),
  '💥'.repeat(200),
  'İ',
  'ß',
  'ﬃ',
  'ȘȚĂÎÂ',
  '<script>alert(1)</script>',
  '{{constructor}}',
  '../../etc/passwd',
  '..%2f',
  'javascript:alert(1)',
  'constructor',
  '__proto__',
  'hasOwnProperty',
  '2026-02-30',
  '0000-00-00',
  '9999-99-99',
  '-000001-01-01',
  '2026-07-01T25:61:61Z',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  '5050415129915',
  '=1+1',
  '@SUM(1)',
  '\r\nSet-Cookie: x=1',
  'a@b',
  'a@b.c',
  '+40',
  '00',
  'M\u0301'.repeat(50),
]
const value = fc.oneof(
  fc.constantFrom(...nasty),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.json({ maxDepth: 3 }).map((text): unknown => JSON.parse(text)),
)

/** Encodes a text for a URL. Lone surrogates are removed because browsers cannot encode them. */
const encoded = (text: string) => encodeURIComponent(text.replace(/\p{Cs}/gu, ''))

const resources = allResources.filter((resource) => !resource.singleton)
const isExpected = (status: number) => [200, 201, 400, 403, 404, 409, 414].includes(status)

test('writes with 1,500 random bodies never return a 5xx status', async () => {
  const cases = fc.constantFrom(...resources).chain((resource) => {
    const names = [
      ...valueEntries(resource).map(([name]) => name),
      'id',
      'version',
      'reason',
      '__proto__',
      'password',
      'and',
    ]
    return fc.record({
      resource: fc.constant(resource),
      mode: fc.constantFrom('create' as const, 'update' as const, 'action' as const),
      body: fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 6 }),
      target: fc.nat(2),
    })
  })
  await fc.assert(
    fc.asyncProperty(cases, async ({ resource, mode, body, target }) => {
      const paths = endpointsOf(resource)
      const known = university.seeded.filter((one) => one.resource === resource.name)
      const id = known[target % known.length]?.id ?? createMissingId()
      const sent = mode === 'update' ? { id, ...body } : body
      const path = {
        create: paths.create.path,
        update: paths.update.path,
        action: fillPath(paths.action.path, { id, action: 'deactivate' }),
      }[mode]
      const answer = await api.call(
        university.admin,
        mode === 'update' ? 'PATCH' : 'POST',
        path,
        sent,
      )
      if (!isExpected(answer.status))
        throw new Error(`${answer.status} ${answer.text.slice(0, 300)}`)
      if (answer.status === 400)
        expect(answer.text).not.toMatch(/select |insert |violates|syntax|node_modules/i)
    }),
    { numRuns: 1500 },
  )
})

test('lists with 1,500 random queries never return a 5xx status', async () => {
  const text = fc.oneof(
    fc.constantFrom(...nasty.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))),
    fc.string({ unit: 'binary', maxLength: 30 }),
  )
  const cases = fc.constantFrom(...resources).chain((resource) => {
    const names = valueEntries(resource).map(([name]) => name)
    const keys = [
      'pageNumber',
      'pageSize',
      'sort',
      'search',
      'view',
      ...names.map((name) => `filters[${name}]`),
      'filters[id]',
      'filters[]',
    ]
    return fc.record({
      resource: fc.constant(resource),
      parts: fc.array(
        fc.tuple(
          fc.constantFrom(...keys),
          fc.oneof(
            text,
            fc.constantFrom(
              ...names,
              ...names.map((name) => `-${name}`),
              '1..',
              '..1',
              '1,2,,3',
              'true',
            ),
          ),
        ),
        { maxLength: 5 },
      ),
      role: fc.constantFrom('admin' as const, 'student' as const, 'professor' as const),
    })
  })
  await fc.assert(
    fc.asyncProperty(cases, async ({ resource, parts, role }) => {
      const query = parts
        .map(([name, part]) => `${encodeURIComponent(name)}=${encoded(part)}`)
        .join('&')
      const answer = await api.call(
        university[role],
        'GET',
        `${endpointsOf(resource).list.path}?${query}`,
      )
      if (!isExpected(answer.status))
        throw new Error(`${answer.status} ${answer.text.slice(0, 300)}`)
    }),
    { numRuns: 1500 },
  )
})

test('a backup call without a session never returns a 5xx status', async () => {
  expect(
    (await api.call(university.admin, 'GET', '/api/settings/download-database-backup')).status,
  ).toBeLessThan(500)
})

test('calls with random paths and methods never return a 5xx status', async () => {
  const routes = registeredRoutesOf(api.app).filter(
    ({ path }) =>
      path.startsWith('/api/') &&
      !path.startsWith('/api/docs') &&
      !path.startsWith('/api/authentication'),
  )
  const part = fc.constantFrom(
    ...nasty
      .filter((one): one is string => typeof one === 'string' && one.length < 60)
      .map((one) => encoded(one)),
    createMissingId(),
    '%',
    '%00',
    '%c0%ae',
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...routes),
      part,
      fc.constantFrom('GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'),
      async ({ path }, text, method) => {
        const url = path.replace(/:[A-Za-z]+/g, text)
        const answer = await api.call(
          university.admin,
          method,
          url,
          method === 'GET' || method === 'HEAD' ? undefined : {},
        )
        if (answer.status >= 500)
          throw new Error(`${method} ${url}: ${answer.status} ${answer.text.slice(0, 300)}`)
        if (answer.text !== '' && answer.status >= 400)
          expect(answer.body).toMatchObject({ success: false, data: null })
      },
    ),
    { numRuns: 800 },
  )
})
