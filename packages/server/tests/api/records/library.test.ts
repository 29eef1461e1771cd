/**
 * Records of the fixture: lists, single writes, history, permissions by role and record, bulk
 * changes, import and export.
 */
import type { Page, WireChange, WireRecord } from '@matricola/schema/wire/wire.ts'
import { bulkCalls } from '@matricola/testing/bulk-calls.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import { csvOf, type ImportApp } from '@matricola/testing/import-app.ts'
import {
  type LibraryApp,
  libraryEngines,
  startLibrary,
  startLibraryImports,
} from '@matricola/testing/library/app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

describe.each(libraryEngines)(
  'the records of an application without a university on $engine',
  ({ open }) => {
    let library: LibraryApp
    let branch: WireRecord
    let ion: WireRecord
    beforeAll(async () => {
      library = await startLibrary(open)
      branch = await library.create('branches', { name: 'Centru', budget: 1200.5 })
      ion = await library.create('books', {
        title: 'Ion',
        isbn: '9780000000001',
        pages: 400,
        price: 35.5,
        branchId: branch.id,
      })
      await library.create('books', {
        title: 'Șoimii',
        isbn: '9780000000002',
        genre: 'poetry',
        pages: 90,
      })
      await library.create('books', {
        title: 'Baltagul',
        isbn: '9780000000003',
        pages: 200,
        isActive: false,
      })
    })
    afterAll(() => library.close())
    const titles = async (query: string, caller = library.librarian) =>
      (await library.call<Page<WireRecord>>(caller, 'GET', `/api/books?${query}`)).data.list.map(
        ({ title }) => title,
      )

    test('are listed, sorted, filtered and searched without regard to accents and case', async () => {
      expect(await titles('')).toEqual(['Baltagul', 'Ion', 'Șoimii'])
      expect(await titles('sort=-pages')).toEqual(['Ion', 'Baltagul', 'Șoimii'])
      expect(await titles('filters[genre]=poetry')).toEqual(['Șoimii'])
      expect(await titles(`filters[branchId]=${branch.id}`)).toEqual(['Ion'])
      expect(await titles('search=SOIM')).toEqual(['Șoimii'])
      expect(await titles('view=poems')).toEqual(['Șoimii'])
    })

    test('are limited by role to some records, and to fields and calls that the role may use', async () => {
      expect(await titles('', library.reader)).toEqual(['Ion', 'Șoimii'])
      const { data } = await library.call<WireRecord>(library.reader, 'GET', `/api/books/${ion.id}`)
      expect([data.title, Object.hasOwn(data, 'price')]).toEqual(['Ion', false])
      const refused = await library.call(library.reader, 'PATCH', '/api/books/update', {
        id: ion.id,
        title: 'Mine',
      })
      expect([refused.status, refused.failure.code]).toEqual([403, 'access.denied'])
      const budget = await library.call(library.librarian, 'PATCH', '/api/branches/update', {
        id: branch.id,
        budget: 1,
      })
      expect(budget.failure.fields).toEqual({ budget: [{ code: 'field.notWritable' }] })
      expect((await library.call(null, 'GET', '/api/books')).status).toBe(401)
    })

    test('are created and updated with validation, computed values, versions and a history', async () => {
      const wrong = await library.call(library.librarian, 'POST', '/api/books/create', {
        title: 'X',
        isbn: '12',
        pages: 0,
      })
      expect([wrong.status, Object.keys(wrong.failure.fields ?? {}).sort()]).toEqual([
        400,
        ['isbn', 'pages', 'title'],
      ])
      const taken = await library.call(library.librarian, 'POST', '/api/books/create', {
        title: 'Another',
        isbn: '9780000000001',
      })
      expect(taken.failure.fields).toEqual({ isbn: [{ code: 'value.taken' }] })
      const made = await library.create('books', { title: 'Moara', isbn: '9780000000009' })
      const change = { id: made.id, version: made.version, author: 'Ioan Slavici' }
      const updated = await library.call<WireRecord>(
        library.librarian,
        'PATCH',
        '/api/books/update',
        change,
      )
      expect(updated.data).toMatchObject({
        author: 'Ioan Slavici',
        version: made.version + 1,
        timesLent: 0,
      })
      expect(
        (
          await library.call(library.librarian, 'PATCH', '/api/books/update', {
            ...change,
            author: 'Stale',
          })
        ).status,
      ).toBe(409)
      const { data } = await library.call<Page<WireChange>>(
        library.admin,
        'GET',
        `/api/books/${made.id}/history`,
      )
      expect(data.list.map(({ action, version }) => [action, version])).toEqual([
        ['update', 2],
        ['create', 1],
      ])
    })

    test('follow a workflow, which notifies the user that a record names', async () => {
      const loan = await library.create('loans', {
        bookId: ion.id,
        readerId: library.reader.id,
        dueOn: '2026-01-10',
      })
      expect(loan).toMatchObject({ status: 'lent', returnedOn: null })
      const own = await library.call<Page<WireRecord>>(library.reader, 'GET', '/api/loans')
      expect(own.data.list.map(({ id }) => id)).toEqual([loan.id])
      const { data } = await library.call<WireRecord>(
        library.librarian,
        'POST',
        `/api/loans/${loan.id}/actions/return`,
        {
          version: loan.version,
        },
      )
      expect(data.status).toBe('returned')
      const inbox = await library.call<Page<WireRecord>>(
        library.reader,
        'GET',
        '/api/notifications',
      )
      expect(inbox.data.list.map(({ type }) => type).sort()).toEqual(['bookLent', 'bookReturned'])
    })

    test('are changed by an action on a selection', async () => {
      const ids = [(await library.create('books', { title: 'Old copy', isbn: '9780000000010' })).id]
      const { job } = await bulkCalls(library).done(
        library.librarian,
        'books',
        { ids },
        { action: 'deactivate' },
      )
      expect(job).toMatchObject({ state: 'done', counts: { done: 1 } })
      expect(
        (await library.call<WireRecord>(library.admin, 'GET', `/api/books/${ids[0]}`)).data
          .isActive,
      ).toBe(false)
    })
  },
)

describe.each(libraryEngines)(
  'files of an application without a university on $engine',
  ({ open }) => {
    let office: ImportApp
    beforeAll(async () => {
      office = await startLibraryImports(open)
      await office.create('books', { title: 'Ion', isbn: '9780000000001', pages: 400 })
    })
    afterAll(() => office.close())

    test('import records by their key, with references by the key of their target, and the import can be undone', async () => {
      await office.create('branches', { name: 'Centru' })
      const rows = csvOf([
        ['ISBN', 'Title', 'Pages', 'Branch'],
        ['9780000000001', 'Ion', 410, 'Centru'],
        ['9780000000020', 'Enigma Otiliei', 500, ''],
        ['12', 'Wrong', 1, ''],
      ])
      const job = await office.runImport('books', rows, { caller: office.staff })
      expect(job).toMatchObject({ state: 'done', created: 1, counts: { done: 2, invalid: 1 } })
      const { list } = await office.list('books', 'sort=title')
      expect(list.map(({ title, pages }) => [title, pages])).toEqual([
        ['Enigma Otiliei', 500],
        ['Ion', 410],
      ])
      await office.call(office.staff, 'POST', `/api/jobs/${job.id}/undo`, { start: true })
      await office.run()
      expect((await office.list('books')).list.map(({ title, pages }) => [title, pages])).toEqual([
        ['Ion', 400],
      ])
    })

    test('export the records of a list, to users who may export', async () => {
      const { text, status } = await office.call(
        office.staff,
        'GET',
        '/api/books/export?format=csv&lng=en',
      )
      expect(status).toBe(200)
      expect(text).toContain('Title')
      expect(text).toContain('Ion')
      expect(
        (await office.call(createCaller('reader'), 'GET', '/api/books/export?format=csv')).status,
      ).toBe(403)
    })
  },
)
