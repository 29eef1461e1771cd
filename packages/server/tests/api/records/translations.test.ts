/** Translated values: how they are stored, searched, sorted and returned in each language. */

import { libraryEngines, startLibraryImports } from '@matricola/testing/library/app.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { FieldChange, Page, WireChange, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '../../../caller.ts'
import { bulkCalls } from '@matricola/testing/bulk-calls.ts'
import type { ImportApp } from '@matricola/testing/import-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

describe.each(libraryEngines)('a value in several languages on $engine', ({ open }) => {
  let office: ImportApp
  let [chemistry, programme, structures, algebra] = [] as unknown as [
    WireRecord,
    WireRecord,
    WireRecord,
    WireRecord,
  ]
  const reader = (language: Language): Caller => ({ ...office.admin, language })
  const get = async <T = Page<WireRecord>>(language: Language, path: string) =>
    (await office.call<T>(reader(language), 'GET', path)).data
  const names = async (language: Language, query: string) =>
    (await get(language, `/api/courses?pageSize=50&${query}`)).list.map(({ _title }) => _title)

  beforeAll(async () => {
    office = await startLibraryImports(open)
    chemistry = await office.create('branches', {
      name: 'Chimie',
      nameDe: 'Chemie',
      nameEn: 'Chemistry',
    })
    programme = await office.create('specializations', {
      ...{
        name: 'Chimie alimentară',
        nameDe: 'Lebensmittelchemie',
        branchId: chemistry.id,
      },
      ...{ yearsOfStudy: 3, totalCredits: 180 },
    })
    const course = { specializationId: programme.id, year: 1, semester: 1, credits: 5 }
    structures = await office.create('courses', {
      ...course,
      name: 'Structuri de date',
      nameDe: 'Datenstrukturen',
    })
    algebra = await office.create('courses', {
      ...course,
      name: 'Ecuații',
      nameDe: 'Zahlentheorie',
      nameEn: 'Equations',
    })
    await office.create('courses', { ...course, name: 'Muzică' })
  })
  afterAll(() => office.close())

  test("keeps the university's text unchanged, in addition to the translations", async () => {
    expect(structures).toMatchObject({
      name: 'Structuri de date',
      nameDe: 'Datenstrukturen',
      nameEn: null,
      nameRo: null,
      nameFr: null,
    })
    for (const language of ['ro', 'de'] as const)
      expect((await get<WireRecord>(language, `/api/courses/${structures.id}`)).name).toBe(
        'Structuri de date',
      )
  })

  test("appears in titles in the reader's language, or else in the university's", async () => {
    const german = await get<WireRecord>('de', `/api/courses/${structures.id}`)
    expect(german).toMatchObject({
      _title: 'Datenstrukturen',
      _titles: { specializationId: 'Lebensmittelchemie' },
    })
    expect(german._translated).toEqual(['name', 'specializationId'])
    const french = await get<WireRecord>('fr', `/api/courses/${structures.id}`)
    expect(french).toMatchObject({
      _title: 'Structuri de date',
      _titles: { specializationId: 'Chimie alimentară' },
    })
    expect(french).not.toHaveProperty('_translated')
  })

  test('sorts a list by the values that its reader sees', async () => {
    expect(await names('ro', 'sort=name')).toEqual(['Ecuații', 'Muzică', 'Structuri de date'])
    expect(await names('de', 'sort=name')).toEqual(['Datenstrukturen', 'Muzică', 'Zahlentheorie'])
    expect(await names('de', 'sort=-name')).toEqual(['Zahlentheorie', 'Muzică', 'Datenstrukturen'])
    expect(await names('en', 'sort=specializationId,name')).toEqual([
      'Equations',
      'Muzică',
      'Structuri de date',
    ])
  })

  test('is found in either language, by search and by filter', async () => {
    for (const query of [
      'search=datenstr',
      'search=structuri',
      'filters[name]=DATENSTR',
      'filters[name]=structuri',
    ])
      expect(await names('de', query), query).toEqual(['Datenstrukturen'])
    // A search covers every language, while a filter covers only what the reader may see.
    expect(await names('fr', 'search=datenstrukturen')).toEqual(['Structuri de date'])
    expect(await names('fr', 'filters[name]=datenstrukturen')).toEqual([])
    expect(await names('de', 'filters[nameDe]=(none)&sort=name')).toEqual(['Muzică'])
    const found = await office.call<Page<WireRecord>>(
      reader('fr'),
      'GET',
      '/api/branches?search=chemistry',
    )
    expect(found.data.list.map(({ name }) => name)).toEqual(['Chimie'])
  })

  test('has the limits of its field in each language, and errors name the field of that language', async () => {
    const { status, failure } = await office.call(office.admin, 'PATCH', '/api/courses/update', {
      ...{ id: structures.id, version: structures.version, nameFr: 'x', nameDe: 'x'.repeat(161) },
    })
    expect(status).toBe(400)
    expect(failure.fields).toMatchObject({
      nameFr: [{ code: 'text.tooShort' }],
      nameDe: [{ code: 'text.tooLong' }],
    })
  })

  test('has its own history, and appears with its past value in a list as of a past day', async () => {
    const before = new Date().toISOString()
    await new Promise((done) => setTimeout(done, 20))
    const changed = await office.call<WireRecord>(office.admin, 'PATCH', '/api/courses/update', {
      ...{ id: algebra.id, version: algebra.version, nameDe: 'Gleichungen' },
    })
    expect(changed.data).toMatchObject({
      name: 'Ecuații',
      nameDe: 'Gleichungen',
      nameEn: 'Equations',
    })
    const history = await get<Page<WireChange>>('en', `/api/courses/${algebra.id}/history`)
    const [latest] = history.list
    expect(
      latest?.changes.map(({ field, before, after }: FieldChange) => [field, before, after]),
    ).toEqual([['nameDe', 'Zahlentheorie', 'Gleichungen']])
    const past = `asOf=${encodeURIComponent(before)}`
    expect(await names('de', `sort=name&${past}`)).toEqual([
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
      'courses',
      `Specialization;Code;Name (French)\n${programme.code};${structures.code};Structures`,
    )
    expect(done.counts).toEqual({ done: 1 })
    expect((await get<WireRecord>('fr', `/api/courses/${structures.id}`))._title).toBe('Structures')
    const url = `/api/courses/export?format=csv&columns=code,name,nameFr&filters[code]=${structures.code}&lng=fr`
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
      url: '/api/courses/imports/template?format=csv&lng=en',
      headers: { 'x-test-caller': office.admin.id },
    })
    expect([
      template.statusCode,
      template.body.includes('Name (German)'),
      template.body.includes('Name (Romanian)'),
    ]).toEqual([200, true, false])
  })

  async function editAndUndo(value: string) {
    const calls = bulkCalls(office)
    const edits = [{ field: 'descriptionFr', operator: 'set', value } as const]
    const { job } = await calls.done(
      office.admin,
      'courses',
      { ids: [structures.id] },
      { edit: edits },
    )
    const edit = (await get<WireRecord>('en', `/api/courses/${structures.id}`)).descriptionFr
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
      undo: (await get<WireRecord>('en', `/api/courses/${structures.id}`)).descriptionFr,
    }
  }
})
