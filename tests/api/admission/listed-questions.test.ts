/** Lists and exports of applications with the answers to listed questions. */
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FormAnswers, FormContent, FormItem } from '#resources/admission/form-content.ts'
import { getResource } from '#resources/index.ts'
import { completeAnswerIndex } from '#server/admission/forms/listed-answers.ts'
import { engines } from '#tests/support/databases.ts'
import { insertSeededApplication } from '#tests/support/insert-application.ts'
import { seedForm } from '#tests/support/seed-form.ts'
import { type ProgrammeIds, seedProgramme } from '#tests/support/seed-programme.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import { applicationForm } from '#tests/support/submit-application.ts'

const text = (ro: string, en = ro) => ({ ro, en })
const item = (id: string, key: string, label = text(key)) => ({
  ...{ id: `q_${id}`, key, label, required: false, listed: true },
})
const items = [
  {
    ...item('years1', 'years', text('Ani de lucru', 'Years of work')),
    type: 'integer',
    min: 0,
    max: 60,
  },
  { ...item('names1', 'constructor'), type: 'text', max: 40 },
  { ...item('since1', 'select'), type: 'date' },
  { ...item('works1', 'toString'), type: 'boolean' },
  {
    ...item('entry1', 'entry'),
    type: 'choice',
    options: [
      { id: 'o_first1', label: text('Anul I', 'First year') },
      { id: 'o_trans1', label: text('Transfer') },
    ],
  },
  {
    ...item('helps1', 'helps'),
    type: 'set',
    options: [
      { id: 'o_ramps1', label: text('Rampă', 'Ramp') },
      { id: 'o_signs1', label: text('Semne', 'Signs') },
    ],
  },
  {
    ...item('incom1', 'income'),
    type: 'decimal',
    min: 0,
    max: 10_000,
    scale: 2,
    readers: ['admin'],
  },
  { ...item('quiet1', 'unlisted'), listed: false, type: 'integer', min: 0, max: 9 },
] as const satisfies readonly FormItem[]
const content: FormContent = {
  pages: [{ id: 'p_about1', title: text('Despre dumneavoastră'), items: [...items] }],
}

const people: { readonly [lastName: string]: FormAnswers } = {
  Albu: {
    ...{ q_years1: 3, q_names1: 'Școala Mică', q_since1: '2024-05-01', q_works1: true },
    ...{ q_entry1: 'o_first1', q_helps1: ['o_ramps1', 'o_signs1'], q_incom1: 1200.5, q_quiet1: 1 },
  },
  Bratu: { q_years1: 12, q_names1: 'Abația', q_works1: false, q_entry1: 'o_trans1' },
  Coman: { q_years1: 7, q_since1: '2026-01-31', q_helps1: ['o_ramps1'] },
  Dinu: {},
}

describe.each(engines)('listed questions on $engine', ({ open }) => {
  let site: SessionApp
  let admin: TestBrowser
  let secretary: TestBrowser
  let programme: ProgrammeIds
  const registrations = getResource('registrations')
  const post = <T = { id: string }>(path: string, body: object = {}) =>
    admin.call<T>('POST', path, body)
  const read = (query: string, browser = admin) =>
    browser.call<Page<WireRecord>>('GET', `/api/registrations/list?pageSize=50&${query}`)
  const names = async (query: string) => {
    const { status, data } = await read(query)
    expect(status).toBe(200)
    return data.list.map(({ lastName }) => lastName)
  }

  beforeAll(async () => {
    site = await startSessionApp({}, open)
    admin = site.browser()
    secretary = site.browser()
    await site.createAccount('admin', { username: 'ioana' })
    await admin.signIn('ioana')
    await site.createAccount('secretary', { username: 'ana' })
    await secretary.signIn('ana')
    programme = await seedProgramme(site, { name: 'letters' })
    const form = await seedForm(site, admin)
    const formVersionId = await form.arrange(content)
    await form.publish(formVersionId)
    for (const [at, [lastName, answers]] of Object.entries(people).entries())
      await insertSeededApplication(
        site.context,
        systemPermit('applicant', registrations, 'create'),
        {
          values: applicationForm(400 + at, programme, { lastName }),
          serverValues: { answers, formVersionId },
        },
      )
  })
  afterAll(() => site.close())

  test('are offered once their answers are indexed', async () => {
    expect((await read('filters[answers.years]=3')).failure.code).toBe('filter.unknown')
    await completeAnswerIndex(site.context)
    expect(await names('filters[answers.years]=3')).toEqual(['Albu'])
  })

  test.each([
    ['filters[answers.years]=3,7', ['Albu', 'Coman']],
    ['filters[answers.years]=5..', ['Bratu', 'Coman']],
    ['filters[answers.years]=(none)', ['Dinu']],
    ['filters[answers.years]=(some)', ['Albu', 'Bratu', 'Coman']],
    ['filters[answers.constructor]=scoala', ['Albu']],
    ['filters[answers.constructor]=AB', ['Bratu']],
    ['filters[answers.constructor]=%25', []],
    ['filters[answers.select]=2024-01-01..2025-12-31', ['Albu']],
    ['filters[answers.toString]=false', ['Bratu']],
    ['filters[answers.entry]=o_first1', ['Albu']],
    ['filters[answers.entry]=!o_first1', ['Bratu', 'Coman', 'Dinu']],
    ['filters[answers.helps]=o_ramps1', ['Albu', 'Coman']],
    ['filters[answers.helps]=all:o_ramps1,o_signs1', ['Albu']],
    ['filters[answers.helps]=!o_signs1', ['Bratu', 'Coman', 'Dinu']],
    ['filters[answers.income]=1000..', ['Albu']],
    ['filters[answers.years]=3..12&filters[answers.toString]=true', ['Albu']],
  ])('filter by %s', async (query, expected) => {
    expect(await names(`${query}&sort=lastName`)).toEqual(expected)
  })

  test.each([
    ['answers.years', ['Albu', 'Coman', 'Bratu', 'Dinu']],
    ['-answers.years', ['Bratu', 'Coman', 'Albu', 'Dinu']],
    ['answers.constructor,lastName', ['Bratu', 'Albu', 'Coman', 'Dinu']],
    ['answers.select,lastName', ['Albu', 'Coman', 'Bratu', 'Dinu']],
    ['answers.entry,-lastName', ['Albu', 'Bratu', 'Dinu', 'Coman']],
  ])('sort by %s', async (sort, expected) => {
    expect(await names(`sort=${sort}`)).toEqual(expected)
  })

  test.each([
    'filters[answers.unlisted]=1',
    'filters[answers.missing]=1',
    'filters[answers.__proto__]=1',
    'filters[answers]=1',
    'filters[answers.]=1',
    'filters[constructor]=1',
    "filters[answers.years'--]=1",
    'sort=answers.unlisted',
    'sort=answers.hasOwnProperty',
  ])('refuse %s', async (query) => {
    expect((await read(query)).failure.code).toBe('filter.unknown')
  })

  test.each([
    ['filters[answers.years]=many', 'type.wrong'],
    ['filters[answers.entry]=o_other1', 'choice.unknown'],
    ['filters[answers.select]=someday', 'date.notIso'],
  ])('refuse the value of %s', async (query, code) => {
    const { failure } = await read(query)
    expect(Object.values(failure.fields ?? {})).toEqual([[expect.objectContaining({ code })]])
  })

  test('are columns of the list', async () => {
    const { data } = await read('sort=lastName')
    expect(data.list.map((row) => row['answers.years'])).toEqual([3, 12, 7, null])
    expect(data.list[0]).toMatchObject({
      'answers.constructor': 'Școala Mică',
      'answers.select': '2024-05-01',
      'answers.toString': true,
      'answers.entry': 'o_first1',
      'answers.helps': ['o_ramps1', 'o_signs1'],
      'answers.income': 1200.5,
    })
    expect(data.list[0]).not.toHaveProperty(['answers.unlisted'])
  })

  test('count their values, without their own filters', async () => {
    const { data } = await admin.call<Record<string, unknown>>(
      'GET',
      '/api/registrations/facets?filters[answers.entry]=o_first1',
    )
    expect(data['answers.entry']).toEqual([
      { value: 'o_first1', count: 1 },
      { value: 'o_trans1', count: 1 },
    ])
    expect(data['answers.helps']).toEqual([
      { value: 'o_ramps1', count: 1 },
      { value: 'o_signs1', count: 1 },
    ])
    expect(data['answers.toString']).toEqual([{ value: 'true', count: 1 }])
  })

  test('are described with their words', async () => {
    const { data } = await admin.call<Record<string, unknown>>('GET', '/api/registrations/fields')
    expect(Object.keys(data).toSorted()).toEqual(
      items.flatMap(({ key, listed }) => (listed ? [`answers.${key}`] : [])).toSorted(),
    )
    expect(data['answers.years']).toMatchObject({
      spec: { type: 'integer', options: { min: 0, max: 60 } },
      label: { ro: 'Ani de lucru', en: 'Years of work' },
    })
    expect(data['answers.entry']).toMatchObject({
      choices: { o_first1: { en: 'First year' }, o_trans1: { ro: 'Transfer' } },
    })
  })

  test('are hidden from roles that may not read them', async () => {
    expect((await read('filters[answers.income]=1', secretary)).failure.code).toBe('filter.unknown')
    expect((await read('sort=answers.income', secretary)).failure.code).toBe('filter.unknown')
    const { data } = await read('sort=lastName', secretary)
    expect(data.list[0]).toMatchObject({ 'answers.years': 3 })
    expect(JSON.stringify(data)).not.toContain('1200.5')
    const { data: one } = await secretary.call('GET', `/api/registrations/${data.list[0]?.id}`)
    expect(JSON.stringify(one)).not.toContain('1200.5')
    const fields = await secretary.call<object>('GET', '/api/registrations/fields')
    expect(fields.data).not.toHaveProperty(['answers.income'])
    const exported = await secretary.call(
      'GET',
      '/api/registrations/export?columns=lastName,answers.income',
    )
    expect(exported.failure.code).toBe('filter.unknown')
  })

  test('are part of saved views, neighbours and selections', async () => {
    const view = (address: string, columns: string) =>
      post('/api/saved-views/create', {
        ...{ list: 'registrations', name: address },
        address,
        columns,
      })
    expect(
      (await view('filters[answers.years]=5..&sort=-answers.years', 'lastName,answers.years:wide'))
        .status,
    ).toBe(201)
    expect((await view('filters[answers.missing]=5', 'lastName')).status).toBe(400)
    expect((await view('sort=lastName', 'lastName,answers.missing')).status).toBe(400)
    const counts = await admin.call<{ saved: object }>(
      'GET',
      '/api/saved-views/counts?list=registrations',
    )
    expect(Object.values(counts.data.saved)).toEqual([2])
    const { data, headers } = await read('filters[answers.years]=5..&sort=answers.years')
    const neighbours = await admin.call(
      'GET',
      `/api/registrations/${data.list[0]?.id}/neighbours?filters[answers.years]=5..&sort=answers.years`,
    )
    expect(neighbours.data).toMatchObject({ position: 1, total: 2, next: data.list[1]?.id })
    const selection = await post<{ total: number }>('/api/registrations/selections', {
      token: headers['query-token'],
    })
    expect(selection.data.total).toBe(2)
  })

  test('are exported with their labels', async () => {
    const file = (format: string) =>
      admin.call<never>(
        'GET',
        `/api/registrations/export?format=${format}&form=people&lng=en&sort=lastName&columns=lastName,answers.years,answers.entry,answers.helps,answers.toString`,
      )
    expect((await file('csv')).text.replace(/^\uFEFF/, '').split(/\r?\n/)).toEqual([
      'Last name,Years of work,entry,helps,toString',
      'Albu,3,First year,"Ramp; Signs",Yes',
      'Bratu,12,Transfer,,No',
      'Coman,7,,Ramp,',
      'Dinu,,,,',
      '',
    ])
    expect(JSON.parse((await file('json')).text)[0]).toMatchObject({
      'answers.years': 3,
      'answers.helps': ['o_ramps1', 'o_signs1'],
    })
  })
})
