/** Translated values: how they are stored, searched, sorted and returned in each language. */

import type { Language } from '@matricola/schema/vocabulary.ts'
import type { FieldChange, Page, WireChange, WireRecord } from '@matricola/schema/wire/wire.ts'
import { bulkCalls } from '@matricola/testing/bulk-calls.ts'
import type { ImportApp } from '@matricola/testing/import-app.ts'
import { libraryEngines, startLibraryImports } from '@matricola/testing/library/app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../../caller.ts'

describe.each(libraryEngines)('a value in several languages on $engine', ({ open }) => {
  let office: ImportApp
  let [food, structures, algebra] = [] as unknown as [WireRecord, WireRecord, WireRecord]
  const reader = (language: Language): Caller => ({ ...office.admin, language })
  const get = async <T = Page<WireRecord>>(language: Language, path: string) =>
    (await office.call<T>(reader(language), 'GET', path)).data
  const names = async (language: Language, query: string) =>
    (await get(language, `/api/books?pageSize=50&${query}`)).list.map(({ _title }) => _title)

  beforeAll(async () => {
    office = await startLibraryImports(open)
    await office.create('branches', { name: 'Chimie', nameDe: 'Chemie', nameEn: 'Chemistry' })
    food = await office.create('branches', {
      name: 'Chimie alimentară',
      nameDe: 'Lebensmittelchemie',
    })
    structures = await office.create('books', {
      ...{ branchId: food.id, isbn: '9780000000001' },
      title: 'Structuri de date',
      titleDe: 'Datenstrukturen',
    })
    algebra = await office.create('books', {
      ...{ branchId: food.id, isbn: '9780000000002' },
      title: 'Ecuații',
      titleDe: 'Zahlentheorie',
      titleEn: 'Equations',
    })
    await office.create('books', { branchId: food.id, isbn: '9780000000003', title: 'Muzică' })
  })
  afterAll(() => office.close())

  test("keeps the university's text unchanged, in addition to the translations", async () => {
    expect(structures).toMatchObject({
      title: 'Structuri de date',
      titleDe: 'Datenstrukturen',
      titleEn: null,
      titleRo: null,
      titleFr: null,
    })
    for (const language of ['ro', 'de'] as const)
      expect((await get<WireRecord>(language, `/api/books/${structures.id}`)).title).toBe(
        'Structuri de date',
      )
  })

  test("appears in titles in the reader's language, or else in the university's", async () => {
    const german = await get<WireRecord>('de', `/api/books/${structures.id}`)
    expect(german).toMatchObject({
      _title: 'Datenstrukturen',
      _titles: { branchId: 'Lebensmittelchemie' },
    })
    expect(german._translated).toEqual(['title', 'branchId'])
    const french = await get<WireRecord>('fr', `/api/books/${structures.id}`)
    expect(french).toMatchObject({
      _title: 'Structuri de date',
      _titles: { branchId: 'Chimie alimentară' },
    })
    expect(french).not.toHaveProperty('_translated')
  })

  test('sorts a list by the values that its reader sees', async () => {
    expect(await names('ro', 'sort=title')).toEqual(['Ecuații', 'Muzică', 'Structuri de date'])
    expect(await names('de', 'sort=title')).toEqual(['Datenstrukturen', 'Muzică', 'Zahlentheorie'])
    expect(await names('de', 'sort=-title')).toEqual(['Zahlentheorie', 'Muzică', 'Datenstrukturen'])
    expect(await names('en', 'sort=branchId,title')).toEqual([
      'Equations',
      'Muzică',
      'Structuri de date',
    ])
  })

  test('is found in either language, by search and by filter', async () => {
    for (const query of [
      'search=datenstr',
      'search=structuri',
      'filters[title]=DATENSTR',
      'filters[title]=structuri',
    ])
      expect(await names('de', query), query).toEqual(['Datenstrukturen'])
    // A search covers every language, while a filter covers only what the reader may see.
    expect(await names('fr', 'search=datenstrukturen')).toEqual(['Structuri de date'])
    expect(await names('fr', 'filters[title]=datenstrukturen')).toEqual([])
    expect(await names('de', 'filters[titleDe]=(none)&sort=title')).toEqual(['Muzică'])
    const found = await office.call<Page<WireRecord>>(
      reader('fr'),
      'GET',
      '/api/branches?search=chemistry',
    )
    expect(found.data.list.map(({ name }) => name)).toEqual(['Chimie'])
  })

  test('has the limits of its field in each language, and errors title the field of that language', async () => {
    const { status, failure } = await office.call(office.admin, 'PATCH', '/api/books/update', {
      ...{ id: structures.id, version: structures.version, titleFr: 'x', titleDe: 'x'.repeat(121) },
    })
    expect(status).toBe(400)
    expect(failure.fields).toMatchObject({
      titleFr: [{ code: 'text.tooShort' }],
      titleDe: [{ code: 'text.tooLong' }],
    })
  })

  test('has its own history, and appears with its past value in a list as of a past day', async () => {
    const before = new Date().toISOString()
    await new Promise((done) => setTimeout(done, 20))
    const changed = await office.call<WireRecord>(office.admin, 'PATCH', '/api/books/update', {
      ...{ id: algebra.id, version: algebra.version, titleDe: 'Gleichungen' },
    })
    expect(changed.data).toMatchObject({
      title: 'Ecuații',
      titleDe: 'Gleichungen',
      titleEn: 'Equations',
    })
    const history = await get<Page<WireChange>>('en', `/api/books/${algebra.id}/history`)
    const [latest] = history.list
    expect(
      latest?.changes.map(({ field, before, after }: FieldChange) => [field, before, after]),
    ).toEqual([['titleDe', 'Zahlentheorie', 'Gleichungen']])
    const past = `asOf=${encodeURIComponent(before)}`
    expect(await names('de', `sort=title&${past}`)).toEqual([
      'Datenstrukturen',
      'Muzică',
      'Zahlentheorie',
    ])
    expect(await names('de', `search=zahlen&${past}`)).toEqual(['Zahlentheorie'])
    expect(await names('de', 'search=zahlen')).toEqual([])
  })

  test('is set by a bulk edit, and imported from the column of its language', async () => {
    const { edit, undo } = await editAndUndo('Nombres')
    expect([edit, undo]).toEqual(['Nombres', null])
    const done = await office.runImport(
      'books',
      `ISBN;Title (French)\n${structures.isbn};Structures`,
    )
    expect(done.counts).toEqual({ done: 1 })
    expect((await get<WireRecord>('fr', `/api/books/${structures.id}`))._title).toBe('Structures')
    const url = `/api/books/export?format=csv&columns=isbn,title,titleFr&search=${structures.isbn}&lng=fr`
    const file = await office.app.inject({
      method: 'GET',
      url,
      headers: { 'x-test-caller': office.admin.id },
    })
    expect(file.body).toContain('(français)')
    expect(file.body).toContain('Structuri de date;Structures')
    const forPeople = url
      .replace('format=csv', 'format=csv&form=people')
      .replace('lng=fr', 'lng=de')
    const read = await office.app.inject({
      method: 'GET',
      url: forPeople,
      headers: { 'x-test-caller': office.admin.id },
    })
    expect(read.body).toContain('Datenstrukturen;Structures')
    const template = await office.app.inject({
      method: 'GET',
      url: '/api/books/imports/template?format=csv&lng=en',
      headers: { 'x-test-caller': office.admin.id },
    })
    expect([
      template.statusCode,
      template.body.includes('Title (German)'),
      template.body.includes('Title (Romanian)'),
    ]).toEqual([200, true, false])
  })

  async function editAndUndo(value: string) {
    const calls = bulkCalls(office)
    const edits = [{ field: 'descriptionFr', operator: 'set', value } as const]
    const { job } = await calls.done(
      office.admin,
      'books',
      { ids: [structures.id] },
      { edit: edits },
    )
    const edit = (await get<WireRecord>('en', `/api/books/${structures.id}`)).descriptionFr
    const undo = await office.call<{ id: string }>(
      office.admin,
      'POST',
      `/api/jobs/${job.id}/undo`,
      { start: true },
    )
    expect(undo.status).toBeLessThan(300)
    await office.run()
    return {
      edit,
      undo: (await get<WireRecord>('en', `/api/books/${structures.id}`)).descriptionFr,
    }
  }
})
