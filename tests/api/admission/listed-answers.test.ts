/** The index of answers to listed questions, compared with the answers. */
import { systemPermit } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FormAnswers, FormContent, FormItem } from '#resources/admission/form-content.ts'
import { getResource } from '#resources/index.ts'
import { completeAnswerIndex } from '#server/admission/forms/listed-answers.ts'
import { eraseApplication } from '#server/admission/privacy/erase.ts'
import { engines } from '#tests/support/databases.ts'
import { insertSeededApplication } from '#tests/support/insert-application.ts'
import { type SeededForm, seedForm } from '#tests/support/seed-form.ts'
import { type ProgrammeIds, seedProgramme } from '#tests/support/seed-programme.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import { applicationForm } from '#tests/support/submit-application.ts'
import { createCaseRandom } from '../../model/admission/allocation/cases.ts'

const label = { ro: 'Întrebare', en: 'Question' }
const option = (id: string) => ({ id, label })
const question = (key: string) => ({ id: `q_${key}1`, key, label, required: false })
const items = [
  { ...question('names'), type: 'text', max: 40 },
  { ...question('years'), type: 'integer', min: -10, max: 60 },
  { ...question('share'), type: 'decimal', min: 0, max: 1, scale: 4 },
  { ...question('since'), type: 'date' },
  { ...question('works'), type: 'boolean' },
  { ...question('entry'), type: 'choice', options: [option('o_first1'), option('o_trans1')] },
  { ...question('helps'), type: 'set', options: [option('o_ramps1'), option('o_signs1')] },
  { ...question('email'), type: 'email' },
] as const satisfies readonly FormItem[]
type Listable = (typeof items)[number]

const formOf = (listed: readonly string[]): FormContent => ({
  pages: [
    {
      id: 'p_about1',
      title: label,
      items: items.map((item) => (listed.includes(item.id) ? { ...item, listed: true } : item)),
    },
  ],
})

/** A random answer, and the value that the index stores for it. */
function randomAnswer(item: Listable, below: (limit: number) => number) {
  const pick = <T>(values: readonly T[]) => values[below(values.length)] as T
  switch (item.type) {
    case 'text':
      return pick([
        ['Școala Mică', { text: 's{coala mica{' }],
        ['ABC', { text: 'abc' }],
      ] as const)
    case 'integer': {
      const number = below(70) - 10
      return [number, { number }] as const
    }
    case 'decimal': {
      const number = below(10_000) / 10_000
      return [number, { number }] as const
    }
    case 'date': {
      const day = `2026-0${below(9) + 1}-15`
      return [day, { day }] as const
    }
    case 'boolean':
      return pick([
        [true, { text: 'true' }],
        [false, { text: 'false' }],
      ] as const)
    case 'choice':
      return pick([
        ['o_first1', { text: 'o_first1' }],
        ['o_trans1', { text: 'o_trans1' }],
      ] as const)
    case 'set':
      return pick([
        [['o_ramps1'], { text: 'o_ramps1' }],
        [['o_ramps1', 'o_signs1'], { text: 'o_ramps1 o_signs1' }],
      ] as const)
    case 'email':
      return ['Ana@Example.ro', { text: 'ana@example.ro' }] as const
  }
}

describe.each(engines)('the index of answers on $engine', ({ open }) => {
  let site: SessionApp
  let admin: TestBrowser
  let programme: ProgrammeIds
  let form: SeededForm
  let versionId = ''
  let listed: readonly string[] = []
  let sequence = 100
  const registrations = getResource('registrations')
  const update = systemPermit('demo', registrations, 'update')
  /** The expected content of the index, by application. */
  const expected = new Map<string, Map<string, object>>()

  async function publish(ids: readonly string[]) {
    versionId = await form.arrange(formOf(ids))
    await form.publish(versionId)
    listed = ids
  }
  function randomAnswers({ below, happens }: ReturnType<typeof createCaseRandom>) {
    const answers: Record<string, unknown> = {}
    const values = new Map<string, object>()
    for (const item of items)
      if (happens(0.6)) {
        const [answer, value] = randomAnswer(item, below)
        answers[item.id] = answer
        values.set(item.id, value)
      }
    return { answers, values }
  }
  const add = async (answers: FormAnswers | null) =>
    (
      await insertSeededApplication(
        site.context,
        systemPermit('applicant', registrations, 'create'),
        {
          values: applicationForm(++sequence, programme),
          serverValues: { answers, formVersionId: answers && versionId },
        },
      )
    ).id
  const change = (ids: readonly string[], answers: FormAnswers | null) =>
    recordsOf(site.context).batch({
      ...{ permit: update, action: 'plant', jobId: null, commit: true },
      rows: ids.map((id, position) => ({
        ...{ position, id, version: null },
        valuesFor: () => ({ answers }),
      })),
    })
  const expectedRows = () =>
    [...expected].flatMap(([id, values]) =>
      [...values]
        .filter(([itemId]) => listed.includes(itemId))
        .map(([itemId, value]) =>
          JSON.stringify({ id, itemId, text: null, number: null, day: null, ...value }),
        ),
    )
  const storedRows = async () =>
    (
      await site.database.query(
        'select registration_id as id, item_id as "itemId", text, number, day from application_answer',
      )
    ).map((row) => JSON.stringify(row))

  beforeAll(async () => {
    site = await startSessionApp({}, open)
    admin = site.browser()
    await site.createAccount('admin', { username: 'ioana' })
    await admin.signIn('ioana')
    programme = await seedProgramme(site, { name: 'letters' })
    form = await seedForm(site, admin)
    await publish([])
  })
  afterAll(() => site.close())

  test.each([1, 2, 3])('holds the answers after random writes (%i)', async (seed) => {
    const random = createCaseRandom(seed)
    const { below, happens } = random
    const ids: string[] = []
    const some = () => ids.filter(() => happens(0.5))
    for (let step = 0; step < 25; step++) {
      const kind = ids.length < 3 ? 0 : below(7)
      if (kind < 2) {
        const { answers, values } = happens(0.9)
          ? randomAnswers(random)
          : { answers: null, values: new Map() }
        const id = await add(answers)
        ids.push(id)
        expected.set(id, values)
      } else if (kind === 2) {
        const { answers, values } = randomAnswers(random)
        const changed = some()
        await change(changed, answers)
        for (const id of changed) expected.set(id, new Map(values))
      } else if (kind === 3) {
        // A change and its undo.
        const [id] = some()
        if (id === undefined) continue
        const [row] = await site.database.query<{ answers: FormAnswers | null }>(
          'select answers from registrations where id = $1',
          [id],
        )
        await change([id], randomAnswers(random).answers)
        await change([id], row?.answers ?? null)
      } else if (kind === 4) await publish(items.flatMap(({ id }) => (happens(0.5) ? [id] : [])))
      else if (kind === 5) await completeAnswerIndex(site.context)
      else {
        const [id] = some()
        if (id === undefined) continue
        await eraseApplication(site.context, { id, isWhole: true, by: 'erasure', allowOpen: true })
        expected.set(id, new Map())
        ids.splice(ids.indexOf(id), 1)
      }
    }
    await completeAnswerIndex(site.context)
    expect((await storedRows()).toSorted()).toEqual(expectedRows().toSorted())
  })

  test('is stored again if its format has changed', async () => {
    await publish(items.map(({ id }) => id))
    await completeAnswerIndex(site.context)
    await site.database.query("delete from application_answer where item_id = 'q_names1'")
    await site.database.query("update application_answer set text = 'old' where text is not null")
    await site.database.query('update listed_item set format = 0')
    await completeAnswerIndex(site.context)
    expect((await storedRows()).toSorted()).toEqual(expectedRows().toSorted())
    expect(
      await site.database.query('select distinct total = done as is_done from listed_item'),
    ).toEqual([{ is_done: true }])
  })
})
