/** Trying a ranking rule on the applications that chose a programme. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tieBreakers } from '#resources/admission/ranking.ts'
import type { WireRuleTrial } from '#resources/calls/ranking-rules.ts'
import { engines } from '#tests/support/databases.ts'
import { type RankingApp, startRankingApp } from '#tests/support/ranking-app.ts'

const noTies = Object.fromEntries(tieBreakers.map((name) => [name, null]))

describe.each(engines)('trying a ranking rule on $engine', ({ open }) => {
  let office: RankingApp
  beforeAll(async () => {
    office = await startRankingApp(open)
  })
  afterAll(() => office.close())

  const rule = (values: object = {}) => ({
    ...noTies,
    admissionSessionId: office.sessionId,
    specializationId: office.philologyId,
    ...{ placesBudget: 1, placesFee: 1, requires: null },
    formula: '0.5 * baccalaureateAverage + 0.5 * examGrade',
    ...values,
  })
  const tryRule = (values: object = {}, caller = office.admin) =>
    office.call<WireRuleTrial>(caller, 'POST', '/api/admission-programmes/try', rule(values))
  const referenceOf = async (id: string) => String((await office.getApplication(id)).referenceCode)
  let [ana, dan, ion, eva] = ['', '', '', '']

  test('a programme that nobody chose has no candidates, and the rule is still explained', async () => {
    const { status, data } = await tryRule()
    expect(status).toBe(200)
    expect(data).toMatchObject({
      ...{ fromSessionId: null, sessions: [], comparedWith: 'stored', applications: 0, shown: [] },
      ...{ places: 2, reordered: { pairs: 0, examples: [] } },
    })
    expect(data.words.map(({ language, formula }) => [language, formula])).toEqual([
      [
        'en',
        '0.5 × Baccalaureate average + 0.5 × Admission exam grade, truncated to 2 decimal places',
      ],
      [
        'ro',
        '0,5 × Media de bacalaureat + 0,5 × Nota la examenul de admitere, trunchiat la 2 zecimale',
      ],
      ['fr', expect.stringContaining('Note de l’examen d’admission')],
      ['de', expect.stringContaining('0,5 × ')],
    ])
  })

  test('the applications that chose the programme are ranked by the stored rule and by the proposed one', async () => {
    ana = await referenceOf(await office.addGradedApplication({ average: 9 }, { examGrade: 6 }))
    dan = await referenceOf(await office.addGradedApplication({ average: 8 }, { examGrade: 8 }))
    ion = await referenceOf(
      await office.addGradedApplication({ average: 7 }, { specializationId: office.historyId }),
    )
    const evaId = await office.addGradedApplication(
      { average: 7.5 },
      { specializationId: office.historyId, examGrade: null },
    )
    eva = await referenceOf(evaId)
    await office.createRecord('application-choices', {
      ...{ registrationId: evaId, specializationId: office.philologyId, position: 2 },
    })
    const declined = await office.addApplication('declined', {
      ...{ admissionSessionId: office.sessionId, baccalaureateAverage: 10, examGrade: 10 },
    })
    const { data } = await tryRule()
    expect(data).toMatchObject({
      fromSessionId: office.sessionId,
      sessions: [{ id: office.sessionId, applications: 3 }],
      ...{ comparedWith: 'stored', applications: 3, places: 2 },
      now: { ranked: 3, missing: [], equalAverages: 0, lastAverage: 800, tiedAtLastPlace: 0 },
      proposed: {
        ...{ ranked: 2, missing: [{ grade: 'examGrade', applications: 1 }] },
        ...{ lastAverage: 750, equalAverages: 0 },
      },
      reordered: { pairs: 1, examples: [{ ahead: dan, behind: ana }] },
    })
    expect(data.shown).toEqual([
      {
        ...{ reference: dan, group: 'last' },
        grades: [
          { name: 'baccalaureateAverage', value: 8 },
          { name: 'romanianGrade', value: 9 },
          { name: 'examGrade', value: 8 },
        ],
        now: { state: 'ranked', average: 800, position: 2, missing: [] },
        proposed: { state: 'ranked', average: 800, position: 1, missing: [] },
      },
      expect.objectContaining({
        reference: ana,
        now: { state: 'ranked', average: 900, position: 1, missing: [] },
        proposed: { state: 'ranked', average: 750, position: 2, missing: [] },
      }),
      expect.objectContaining({
        reference: eva,
        now: { state: 'ranked', average: 750, position: 3, missing: [] },
        proposed: {
          ...{ state: 'gradesMissing', average: null, position: null, missing: ['examGrade'] },
        },
      }),
    ])
    const text = JSON.stringify(data)
    for (const absent of [ion, declined.id, 'Pop']) expect(text).not.toContain(absent)
  })

  test('conditions exclude applications, and equal ones share the last place', async () => {
    const { data } = await tryRule({ formula: 'romanianGrade', requires: 'examGrade >= 7' })
    expect(data.proposed).toMatchObject({ ranked: 1, notEligible: 1 })
    expect(data.words.find(({ language }) => language === 'en')?.requires).toBe(
      'Admission exam grade at least 7',
    )
    const equal = await tryRule({ formula: 'romanianGrade' })
    expect(equal.data.proposed).toMatchObject({
      ...{ ranked: 3, equalAverages: 3, lastAverage: 900, tiedAtLastPlace: 3 },
    })
  })

  test('a programme of a new session is tried on the newest earlier session, whose rule it is compared with', async () => {
    const later = await office.createRecord('admission-sessions', {
      ...{ name: 'Admitere 2041', academicYear: '2041-2042' },
    })
    const { data } = await tryRule({ admissionSessionId: later })
    expect(data).toMatchObject({
      ...{ fromSessionId: office.sessionId, comparedWith: 'earlier', applications: 3 },
      now: { lastAverage: 800 },
    })
    const own = await tryRule({ admissionSessionId: later, fromSessionId: later })
    expect(own.data).toMatchObject({ applications: 0, comparedWith: null, now: null, shown: [] })
    // Applications of later sessions are not offered.
    expect((await tryRule()).data.sessions).toHaveLength(1)
  })

  test('an invalid rule is refused for each field, with the codes of the form', async () => {
    const { status, failure } = await tryRule({
      ...{ formula: '0.5 *', requires: 'examGrade', firstTie: 'shoeSize' },
    })
    expect(status).toBe(400)
    expect(failure.code).toBe('input.invalid')
    expect(Object.keys(failure.fields ?? {})).toEqual(['formula', 'firstTie', 'requires'])
    expect(failure.fields?.formula).toEqual([
      expect.objectContaining({ code: 'expression.unfinished' }),
    ])
  })

  test('only callers who may change the programme can try a rule', async () => {
    expect((await tryRule({}, office.ana)).status).toBe(403)
  })

  test('nothing is stored by a trial', async () => {
    const read = async () =>
      (
        await office.call<{ list: readonly { version: number }[] }>(
          office.admin,
          'GET',
          '/api/admission-programmes',
        )
      ).data.list
    const before = await read()
    await tryRule({ formula: 'examGrade' })
    expect(await read()).toEqual(before)
  })
})
