/** Ranking rules that read answers of the application form as grades. */
import { systemPermit } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FormContent, FormItem } from '#resources/admission/form-content.ts'
import { tieBreakers } from '#resources/admission/ranking.ts'
import type { WireMerit, WireResult } from '#resources/admission/wire-merit.ts'
import type { WireRuleTrial } from '#resources/calls/ranking-rules.ts'
import { getResource } from '#resources/index.ts'
import { readRankingFacts } from '#server/admission/submission/ranking-facts.ts'
import { engines } from '#tests/support/databases.ts'
import { type RankingApp, startRankingApp } from '#tests/support/ranking-app.ts'

const question = (key: string, required = true) => ({
  ...{ id: `q_${key.slice(0, 6)}`, key, required },
  label: { ro: `Întrebarea ${key}`, en: `Question ${key}` },
})
const items: readonly FormItem[] = [
  { ...question('portfolio'), type: 'grade' },
  { ...question('publications'), type: 'integer', min: 0, max: 50 },
  { ...question('essays', false), type: 'decimal', min: 0, max: 10, scale: 2 },
  { ...question('village'), type: 'text', max: 40 },
  { ...question('income2'), type: 'decimal', min: 0, max: 10, scale: 2, readers: ['admin'] },
]
const formOf = (...all: readonly FormItem[]): FormContent => ({
  pages: [{ id: 'p_about1', title: { ro: 'Despre', en: 'About' }, items: [...all] }],
})

describe.each(engines)('ranking rules with answers on $engine', ({ open }) => {
  let office: RankingApp
  let programmeId = ''
  let formId = ''
  let formVersionId = ''
  const post = (path: string, body: object = {}) =>
    office.call<{ id: string }>(office.admin, 'POST', path, body)
  async function publish(content: FormContent) {
    const { id } = (await post('/api/application-form-versions/create', { formId })).data
    const path = `/api/application-form-versions/${id}/actions`
    expect((await post(`${path}/arrange`, { content })).status).toBe(200)
    expect((await post(`${path}/publish`)).status).toBe(200)
    return id
  }
  const update = async (values: object) => {
    const { version } = (
      await office.call<{ version: number }>(
        office.admin,
        'GET',
        `/api/admission-programmes/${programmeId}`,
      )
    ).data
    return await office.call(office.admin, 'PATCH', '/api/admission-programmes/update', {
      ...{ id: programmeId, version },
      ...values,
    })
  }
  const issueOf = async (values: object) => (await update(values)).failure.fields

  beforeAll(async () => {
    office = await startRankingApp(open)
    const [programme] = await office.context.database.query<{ id: string }>(
      'select id from admission_programmes where specialization_id = $1',
      [office.philologyId],
    )
    programmeId = programme?.id ?? ''
    formId = await office.createRecord('application-forms', {
      ...{ name: 'Licență', admissionSessionId: office.sessionId, degree: 'bachelor' },
    })
    formVersionId = await publish(formOf(...items))
  })
  afterAll(() => office.close())

  test.each([
    [
      { formula: 'answers.portfolo' },
      'formula',
      'expression.unknownFieldLike',
      { place: 1, name: 'answers.portfolo', like: 'answers.portfolio' },
    ],
    [
      { formula: 'examGrade + answers.missing' },
      'formula',
      expect.stringContaining('expression.unknownField'),
      { place: 13, name: 'answers.missing' },
    ],
    [
      { formula: '0.5 * answers.essays' },
      'formula',
      'ranking.answerOptional',
      { place: 7, name: 'answers.essays' },
    ],
    [
      { firstTie: 'answers.village' },
      'firstTie',
      'ranking.answerNoNumber',
      { place: 1, name: 'answers.village' },
    ],
    [
      { requires: 'examGrade >= 5 and answers.income2 > 1' },
      'requires',
      'ranking.answerHidden',
      { place: 20, name: 'answers.income2' },
    ],
    [
      { formula: 'answers.constructor' },
      'formula',
      expect.stringContaining('expression.unknownField'),
      {},
    ],
    [
      { formula: 'answers.__proto__' },
      'formula',
      expect.stringContaining('expression.unknownField'),
      {},
    ],
  ])('refuse %j', async (values, field, code, params) => {
    expect(await issueOf(values)).toMatchObject({ [field]: [{ code, params }] })
  })

  test('offer the questions that they can use', async () => {
    const query = `admissionSessionId=${office.sessionId}&specializationId=${office.philologyId}`
    const { data } = await office.call<readonly object[]>(
      office.admin,
      'GET',
      `/api/admission-programmes/questions?${query}`,
    )
    expect(data).toEqual([
      {
        name: 'answers.portfolio',
        labels: {
          ...{ en: 'Question portfolio', ro: 'Întrebarea portfolio' },
          ...{ fr: 'Question portfolio', de: 'Question portfolio' },
        },
      },
      expect.objectContaining({ name: 'answers.publications' }),
    ])
  })

  test('rank by answers, and name the missing one', async () => {
    expect(
      (
        await update({
          formula: '0.5 * baccalaureateAverage + 0.5 * answers.portfolio',
          firstTie: 'answers.publications',
          requires: 'answers.portfolio >= 5',
        })
      ).status,
    ).toBe(200)
    const add = (average: number, answers: object) =>
      office.addGradedApplication({ average }, { formVersionId, answers })
    const first = await add(7, { q_portfo: 9.5, q_public: 1 })
    const second = await add(8.25, { q_portfo: 8.25, q_public: 3 })
    const third = await add(8.25, { q_portfo: 8.25, q_public: 2 })
    const failed = await add(10, { q_portfo: 4.99, q_public: 9 })
    const incomplete = await add(10, { q_public: 9 })

    const trial = await office.call<WireRuleTrial>(
      office.admin,
      'POST',
      '/api/admission-programmes/try',
      {
        ...Object.fromEntries(tieBreakers.map((name) => [name, null])),
        ...{ admissionSessionId: office.sessionId, specializationId: office.philologyId },
        ...{ placesBudget: 1, placesFee: 1, requires: null, formula: 'answers.publications' },
      },
    )
    expect(trial.status, trial.text).toBe(200)
    expect(trial.data.questions.map(({ name }) => name)).toEqual([
      'answers.portfolio',
      'answers.publications',
    ])
    expect(trial.data.words.find(({ language }) => language === 'ro')?.formula).toContain(
      'Întrebarea publications',
    )
    const shown = trial.data.shown.map(({ grades, proposed }) => [
      grades.find(({ name }) => name === 'answers.publications')?.value,
      proposed.position,
    ])
    expect(shown).toContainEqual([9, 1])
    expect(trial.data.now?.missing).toEqual([{ grade: 'answers.portfolio', applications: 1 }])

    const { id: draftId } = await office.computeDraft()
    const { list } = await office.getDraftPart<{ list: readonly object[] }>(
      String(draftId),
      'incomplete',
    )
    expect(list).toContainEqual(
      expect.objectContaining({
        missing: ['answers.portfolio'],
        questions: [expect.objectContaining({ name: 'answers.portfolio' })],
      }),
    )
    await office.releaseResults()
    await office.sendNotifications()
    const places = []
    for (const id of [first, second, third, failed, incomplete])
      places.push(await office.placeOf(id))
    // The averages of the first three are equal.
    expect(places).toEqual(['none', 'letters budget', 'letters fee', 'none', 'none'])

    const resultOf = async (id: string) =>
      (await office.getApplication(id)).result as unknown as WireResult
    expect((await resultOf(first)).grades).toContainEqual(
      expect.objectContaining({
        name: 'answers.portfolio',
        labels: expect.objectContaining({ ro: 'Întrebarea portfolio' }),
        value: 9.5,
      }),
    )
    expect((await resultOf(incomplete)).missing).toEqual([
      expect.objectContaining({
        name: 'answers.portfolio',
        labels: expect.objectContaining({ en: 'Question portfolio' }),
      }),
    ])
    expect((await resultOf(failed)).ineligible).toMatchObject([
      { requires: 'answers.portfolio >= 5' },
    ])
  })

  test('are public with the words of the questions', async () => {
    const { programmes, shared } = await readRankingFacts(
      office.context.database,
      office.context.texts,
      new Map([[office.philologyId, office.sessionId]]),
    )
    expect(programmes.get(office.philologyId)).toMatchObject({
      requires: 'answers.portfolio >= 5',
      requiredGrades: ['baccalaureateAverage'],
    } satisfies Partial<WireMerit>)
    expect(shared.merit?.grades.map(({ name, labels }) => [name, labels.ro])).toEqual(
      expect.arrayContaining([
        ['answers.portfolio', 'Întrebarea portfolio'],
        ['answers.publications', 'Întrebarea publications'],
      ]),
    )
  })

  test('make a draft stale when an answer that they read changes, and no other', async () => {
    const roundId = await office.createRecord('admission-rounds', {
      ...{ admissionSessionId: office.sessionId, name: 'Etapa a II-a', number: 2 },
      confirmBy: '2026-08-25',
    })
    const id = await office.addGradedApplication(
      { average: 8 },
      { formVersionId, answers: { q_portfo: 8, q_public: 1, q_villag: 'Cluj' } },
    )
    const { id: draftId } = await office.computeDraft(roundId)
    const isStale = async () =>
      (await office.getDraftPart<{ isStale: boolean }>(String(draftId), 'status')).isStale
    const answer = (answers: object) =>
      recordsOf(office.context).batch({
        ...{ permit: systemPermit('demo', getResource('registrations'), 'update') },
        ...{ action: 'plant', jobId: null, commit: true },
        rows: [{ position: 0, id, version: null, valuesFor: () => ({ answers }) }],
      })
    expect(await isStale()).toBe(false)
    await answer({ q_portfo: 8, q_public: 1, q_villag: 'Turda' })
    expect(await isStale()).toBe(false)
    await answer({ q_portfo: 8, q_public: 2, q_villag: 'Turda' })
    expect(await isStale()).toBe(true)
  })

  test('read both questions where a later form has a new one with the same key', async () => {
    const { id: masterFormId } = (
      await post('/api/application-forms/create', {
        ...{ name: 'Master', admissionSessionId: office.sessionId, degree: 'master' },
      })
    ).data
    formId = masterFormId
    const master = { ...question('portfolio'), id: 'q_portf2', type: 'grade' } as const
    const masterVersion = await publish(formOf(master))
    const id = await office.addGradedApplication(
      { average: 9 },
      { formVersionId: masterVersion, answers: { q_portf2: 9 } },
    )
    const trial = await office.call<WireRuleTrial>(
      office.admin,
      'POST',
      '/api/admission-programmes/try',
      {
        ...Object.fromEntries(tieBreakers.map((name) => [name, null])),
        ...{ admissionSessionId: office.sessionId, specializationId: office.philologyId },
        ...{ placesBudget: 1, placesFee: 1, requires: null, formula: 'answers.portfolio' },
      },
    )
    const { referenceCode } = await office.getApplication(id)
    expect(trial.data.shown.find(({ reference }) => reference === referenceCode)).toMatchObject({
      proposed: { state: 'ranked', average: 900 },
    })
  })
})
