/** The second application, `examples/library`, in a process of its own. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createPostgresDatabase,
  removeFolder,
  testPostgresUrl,
} from '@matricola/testing/databases.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Library, startLibrary } from '#tests/support/library.ts'

const folder = mkdtempSync(join(tmpdir(), 'matricola-library-'))
const password = 'plumb wicket ozone trellis'
let library: Library
let dropDatabase: (() => Promise<void>) | undefined

beforeAll(async () => {
  const postgres = testPostgresUrl
  const database = postgres === undefined ? undefined : await createPostgresDatabase(postgres)
  dropDatabase = database?.drop
  library = await startLibrary({
    DATA_DIR: folder,
    ...(database && { DATABASE_URL: database.url }),
  })
})
afterAll(async () => {
  await library.stop()
  await dropDatabase?.()
  removeFolder(folder)
})

interface Answer<T> {
  readonly status: number
  readonly body: {
    readonly data: T
    readonly fields?: { readonly [field: string]: readonly { readonly code: string }[] }
  }
}

/** A client that keeps its cookies. */
function createClient() {
  const cookies = new Map<string, string>()
  return async function call<T = { readonly id: string; readonly [field: string]: unknown }>(
    method: string,
    path: string,
    data?: object,
  ): Promise<Answer<T>> {
    const headers = {
      origin: library.origin,
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(data && { 'content-type': 'application/json' }),
    }
    const response = await fetch(`${library.origin}${path}`, {
      method,
      headers,
      ...(data && { body: JSON.stringify(data) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    return { status: response.status, body: await response.json() }
  }
}

test('starts with one command, and lends each book to one reader at a time', async () => {
  const librarian = createClient()
  expect(
    (
      await librarian('POST', '/api/authentication/accept-invitation', {
        token: library.token,
        password,
      })
    ).status,
  ).toBe(200)
  const signedIn = await librarian('POST', '/api/authentication/login', {
    username: 'librarian',
    password,
  })
  expect(signedIn.body).toMatchObject({ data: { role: 'librarian' } })
  const create = async (path: string, data: object) => {
    const { status, body } = await librarian('POST', `/api/${path}/create`, data)
    expect(status, JSON.stringify(body)).toBe(201)
    return body.data
  }
  const book = await create('books', {
    title: 'A History of Mathematics',
    author: 'Carl Boyer',
    isbn: '9780471543978',
  })
  const reader = await create('readers', { name: 'Ana Pop', card: 'R-1' })
  const loan = await create('loans', { bookId: book.id, readerId: reader.id })
  expect(loan).toMatchObject({ status: 'lent', daysLate: -21 })

  const refused = await librarian('POST', '/api/loans/create', {
    bookId: book.id,
    readerId: reader.id,
  })
  expect([refused.status, refused.body.fields]).toEqual([
    400,
    { bookId: [{ code: 'loans.bookIsLent' }] },
  ])

  const returned = await librarian('POST', `/api/loans/${loan.id}/actions/return`, {
    version: loan.version,
  })
  expect(returned.body.data).toMatchObject({ status: 'returned', returnedOn: expect.any(String) })
  await create('loans', { bookId: book.id, readerId: reader.id })
  expect((await librarian('GET', `/api/books/${book.id}`)).body.data).toMatchObject({
    timesLent: 2,
  })
})

test('nothing is open to visitors except the texts, which are those of the packages and its own', async () => {
  const visitor = createClient()
  expect((await visitor('GET', '/api/books')).status).toBe(401)
  expect((await visitor('GET', '/locales/ro/desk.json')).body).toMatchObject({
    title: 'Cărți împrumutate',
  })
  expect((await visitor('GET', '/locales/en/errors.json')).body).toMatchObject({
    errors: { session: { expired: expect.any(String) } },
    issues: { loans: { bookIsLent: expect.any(String) } },
  })
})

test.each(['/', '/authentification', '/invitation', '/librarian/books', '/reader'])(
  '%s is a page',
  async (path) => {
    const response = await fetch(`${library.origin}${path}`)
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringContaining('<title>City Library</title>'),
    ])
  },
)

test('the sign-in page has the name and the colours of the settings', async () => {
  const librarian = createClient()
  await librarian('POST', '/api/authentication/login', { username: 'librarian', password })
  const { body } = await librarian('GET', '/api/settings')
  const updated = await librarian('PUT', '/api/settings/update', {
    version: body.data.version,
    universityName: 'Books & Co',
    colorOnLight: '#7a1f2b',
  })
  expect(updated.status).toBe(200)
  const page = await (await fetch(`${library.origin}/authentification`)).text()
  expect(page).toContain('<meta name="organization" content="Books &amp; Co">')
  expect(page).toContain('[data-theme="light"] .public{--primary:#7a1f2b;')
})

test('other paths are not pages', async () => {
  expect((await fetch(`${library.origin}/students`)).status).toBe(404)
})
