/** Pages of applications by answers to listed questions, compared with a computation. */
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { systemPermit } from '@matricola/server/policy/permit.ts'
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FormAnswers, FormContent } from '#resources/admission/form-content.ts'
import { getResource } from '#resources/index.ts'
import { completeAnswerIndex } from '#server/admission/forms/listed-answers.ts'
import { engines } from '#tests/support/databases.ts'
import { insertSeededApplication } from '#tests/support/insert-application.ts'
import { addForm, type SeededForm, seedForm } from '#tests/support/seed-form.ts'
import { seedProgramme } from '#tests/support/seed-programme.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import { applicationForm } from '#tests/support/submit-application.ts'
import { createCaseRandom } from '../../model/admission/allocation/cases.ts'

/** A form whose questions have the same keys as those of the other form. */
function formOf(end: string): FormContent {
  const question = (id: string, key: string) => ({
    ...{ id: `q_${id}${end}`, key, label: { ro: key, en: key }, required: false, listed: true },
  })
  const option = (id: string) => ({ id: `${id}${end}`, label: { ro: id, en: id } })
  return {
    pages: [
      {
        id: 'p_about1',
        title: { ro: 'Despre', en: 'About' },
        items: [
          { ...question('years', 'years'), type: 'integer', min: 0, max: 9 },
          { ...question('names', 'names'), type: 'text', max: 40 },
          {
            ...question('entry', 'entry'),
            type: 'choice',
            options: [option('o_first'), option('o_trans')],
          },
        ],
      },
    ],
  }
}

describe.each(engines)('pages by answers on $engine', ({ open }) => {
  let site: SessionApp
  let admin: TestBrowser
  const { below, happens } = createCaseRandom(5)
  const people: { name: string; years?: number; names?: string; entry?: string }[] = []

  beforeAll(async () => {
    site = await startSessionApp({}, open)
    admin = site.browser()
    await site.createAccount('admin', { username: 'ioana' })
    await admin.signIn('ioana')
    const programme = await seedProgramme(site)
    const bachelor = await seedForm(site, admin)
    const master = await addForm(site, admin, bachelor.admissionSessionId, 'master')
    const publish = async (
      { arrange, publish }: Pick<SeededForm, 'arrange' | 'publish'>,
      end: string,
    ) => {
      const id = await arrange(formOf(end))
      await publish(id)
      return id
    }
    const forms = [
      { end: '1', formVersionId: await publish(bachelor, '1') },
      { end: '2', formVersionId: await publish(master, '2') },
    ]
    for (let at = 0; at < 60; at++) {
      const form = forms[below(2)]
      if (!form) throw new Error('no form')
      const person = {
        name: `Pop${String.fromCharCode(97 + (at % 26), 97 + (at / 26) * 9)}`,
        ...(happens(0.7) && { years: below(10) }),
        ...(happens(0.7) && { names: ['Ion', 'Țara', 'Ana', 'Ștefan'][below(4)] ?? '' }),
        ...(happens(0.7) && { entry: ['o_first', 'o_trans'][below(2)] ?? '' }),
      }
      people.push(person)
      const { years, names, entry } = person
      const answers: FormAnswers = {
        ...(years !== undefined && { [`q_years${form.end}`]: years }),
        ...(names !== undefined && { [`q_names${form.end}`]: names }),
        ...(entry !== undefined && { [`q_entry${form.end}`]: `${entry}${form.end}` }),
      }
      const permit = systemPermit('applicant', getResource('registrations'), 'create')
      await insertSeededApplication(site.context, permit, {
        values: applicationForm(500 + at, programme, { lastName: person.name }),
        serverValues: { answers, formVersionId: form.formVersionId },
      })
    }
    await completeAnswerIndex(site.context)
  })
  afterAll(() => site.close())

  const read = async (query: string) => {
    const { status, data, text } = await admin.call<Page<WireRecord>>(
      'GET',
      `/api/registrations/list?${query}`,
    )
    expect(status, text).toBe(200)
    return data
  }
  /** Reads all pages of seven. */
  async function readAll(query: string) {
    const list: WireRecord[] = []
    let total = 0
    for (let number = 1; number === 1 || list.length < total; number++) {
      const page = await read(`pageSize=7&pageNumber=${number}&${query}`)
      total = page.totalCount
      if (page.list.length === 0) break
      list.push(...page.list)
    }
    const names = list.map(({ lastName }) => String(lastName))
    expect(new Set(names).size).toBe(total)
    return { names, list }
  }
  const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

  const filters = {
    '': () => true,
    'filters[answers.years]=3..7': ({ years = -1 }) => years >= 3 && years <= 7,
    'filters[answers.years]=(none)': ({ years }) => years === undefined,
    'filters[answers.years]=(some)': ({ years }) => years !== undefined,
    'filters[answers.names]=an': ({ names = '' }) => fold(names).includes('an'),
    'filters[answers.entry]=o_first1,o_first2': ({ entry }) => entry === 'o_first',
    'filters[answers.entry]=!o_first1,o_first2': ({ entry }) => entry !== 'o_first',
    'filters[answers.years]=2..&filters[answers.entry]=o_trans1,o_trans2': ({
      years = -1,
      entry,
    }) => years >= 2 && entry === 'o_trans',
    'filters[answers.years]=2..&filters[lastName]=popa': ({ years = -1, name }) =>
      years >= 2 && name.startsWith('Popa'),
  } satisfies { readonly [query: string]: (person: (typeof people)[number]) => boolean }

  test.each(Object.entries(filters))('are filtered by %s', async (query, passes) => {
    const { names } = await readAll(`sort=lastName&${query}`)
    expect(names).toEqual(
      people
        .filter((person) => passes(person))
        .map(({ name }) => name)
        .toSorted(),
    )
  })

  test.each(Object.entries(filters))(
    'are sorted in both directions, with %s',
    async (query, passes) => {
      for (const isDescending of [false, true])
        for (const [key, fill] of [
          ['years', (person) => person.years],
          ['names', (person) => person.names && fold(person.names)],
        ] as const satisfies readonly [string, (person: (typeof people)[number]) => unknown][]) {
          const expected = people
            .filter((person) => passes(person))
            .map((person) => ({ name: person.name, value: fill(person) }))
            .toSorted((a, b) => {
              if (a.value !== b.value) {
                // Applications without an answer come last in both directions.
                if (a.value === undefined) return 1
                if (b.value === undefined) return -1
                return a.value < b.value === isDescending ? 1 : -1
              }
              return a.name < b.name ? -1 : 1
            })
          const order = `sort=${isDescending ? '-' : ''}answers.${key},lastName`
          const { names, list } = await readAll(`${order}&${query}`)
          expect(names, order).toEqual(expected.map(({ name }) => name))
          // Without a second field, pages do not overlap either.
          expect((await readAll(`sort=answers.${key}&${query}`)).names.toSorted()).toEqual(
            names.toSorted(),
          )
          const third = list[2]
          if (!third) continue
          const neighbours = await admin.call(
            'GET',
            `/api/registrations/${third.id}/neighbours?${order}&${query}`,
          )
          expect(neighbours.data).toMatchObject({
            position: 3,
            previous: list[1]?.id,
            total: list.length,
          })
        }
    },
  )

  test('contain an application once if it answered two questions with one key', async () => {
    const [both] = await site.database.query<{ id: string }>(
      `update registrations set answers = '{"q_years1": 4, "q_years2": 8}' where last_name = 'Popaa' returning id`,
    )
    await site.database.query(
      `insert into application_answer (registration_id, item_id, number) values ($1, 'q_years1', 4), ($1, 'q_years2', 8)
       on conflict (registration_id, item_id) do update set number = excluded.number`,
      [both?.id],
    )
    const { list } = await readAll('sort=answers.years')
    const shown = list.find(({ lastName }) => lastName === 'Popaa')?.['answers.years']
    const { list: found } = await readAll(`sort=lastName&filters[answers.years]=${shown}`)
    expect(found.map(({ lastName }) => lastName)).toContain('Popaa')
    const { list: others } = await readAll(
      `sort=lastName&filters[answers.years]=${shown === 4 ? 8 : 4}`,
    )
    expect(others.map(({ lastName }) => lastName)).not.toContain('Popaa')
  })

  test('are found one by one where many applications match', async () => {
    await site.database.query(
      `insert into registrations select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(),
         'reference_code', 'XX' || lpad(n::text, 8, '0'), 'reference_code_key', 'xx' || lpad(n::text, 8, '0'), 'last_name', 'Many', 'last_name_key', 'many',
         'cnp', null, 'cnp_index', null, 'serial_number', null, 'is_duplicate', true, 'form_version_id', null, 'answers', null))).*
       from registrations r, generate_series(1, 1200) n where r.last_name = 'Popba'`,
    )
    await site.database.query(
      `insert into application_answer (registration_id, item_id, number, text)
       select id, item, case item when 'q_years1' then 5 end, case item when 'q_entry1' then 'o_first1' end
       from registrations, unnest(array['q_years1', 'q_entry1']) item where last_name = 'Many'`,
    )
    for (const query of ['filters[answers.years]=5', 'filters[answers.entry]=o_first1,o_first2']) {
      const { totalCount, list } = await read(`pageSize=50&sort=lastName&${query}`)
      expect(totalCount).toBeGreaterThan(1200)
      expect(list.map(({ lastName }) => lastName)).toEqual(Array(50).fill('Many'))
      const last = await read(`pageSize=50&sort=-answers.years&pageNumber=2&${query}`)
      expect(last.list).toHaveLength(50)
    }
    const both = await read(
      'pageSize=50&sort=lastName&filters[answers.years]=5&filters[answers.entry]=o_first1',
    )
    expect(both.totalCount).toBeGreaterThanOrEqual(1200)
    expect(both.list.map(({ lastName }) => lastName)).toEqual(Array(50).fill('Many'))
  })
})
