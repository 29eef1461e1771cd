/**
 * The pages of `examples/library` in a browser: signing in, lists and forms, and its page written
 * by hand.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from '@matricola/testing/databases.ts'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Library, startLibrary } from '#tests/support/library.ts'

const folder = mkdtempSync(join(tmpdir(), 'matricola-library-pages-'))
const password = 'plumb wicket ozone trellis'
const errors: string[] = []
let library: Library
let browser: Browser
let page: Page

beforeAll(async () => {
  library = await startLibrary({ DATA_DIR: folder })
  browser = await chromium.connect(inject('browser'))
  page = await browser.newPage({ baseURL: library.origin, locale: 'en', reducedMotion: 'reduce' })
  page.on('pageerror', (error) => errors.push(error.message))
})
afterAll(async () => {
  await page.close()
  await library.stop()
  removeFolder(folder)
})

const heading = (name: string) => page.getByRole('heading', { name, exact: true }).first().waitFor()
const field = (name: string) => page.getByLabel(name, { exact: false }).first()

test('the first librarian sets a password and signs in', async () => {
  await page.goto(`/invitation#t=${library.token}`)
  await field('New password').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/authentification')
  await field('Username').fill('librarian')
  await page.locator('#password').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/librarian')
  await page.getByText('All books are here.').waitFor()
})

test('a book is created, listed and edited', async () => {
  await page.goto('/librarian/books/create')
  await heading('New book')
  await field('Title').fill('A History of Mathematics')
  await field('Author').fill('Carl Boyer')
  await field('ISBN').fill('9780471543978')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await heading('A History of Mathematics')
  await page.goto('/librarian/books')
  await page.getByRole('cell', { name: 'Carl Boyer' }).waitFor()
  await page.getByRole('link', { name: 'A History of Mathematics' }).first().click()
  await page.getByRole('link', { name: 'Edit' }).first().click()
  await field('Author').fill('Carl B. Boyer')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Carl B. Boyer').first().waitFor()
})

test('a loan appears on the home page, where the book is returned', async () => {
  const create = (path: string, data: object) =>
    page.evaluate(
      async ([url, body]) => {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        })
        return (await response.json()).data
      },
      [`/api/${path}/create`, JSON.stringify(data)] as const,
    )
  const reader = await create('readers', { name: 'Ana Pop', card: 'R-1' })
  const book = await create('books', { title: 'Euclid', author: 'Euclid', isbn: '9780486600888' })
  await create('loans', { bookId: book.id, readerId: reader.id })
  await page.goto('/librarian')
  await heading('Books that are lent')
  const row = page.getByRole('listitem').filter({ hasText: 'Euclid' }).last()
  await row.getByText('Ana Pop').waitFor()
  await row.getByRole('button', { name: 'Return' }).click()
  await page.getByText('All books are here.').waitFor()
})

test('the other language has the same pages', async () => {
  await page.goto('/librarian?lng=ro')
  await heading('Cărți împrumutate')
  expect(errors).toEqual([])
})
