import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { admissionFeeOf } from '#resources/admission/admission-fee.ts'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import type { FormCondition } from '#resources/admission/form-content.ts'
import { formFactsOf } from '#resources/admission/form-facts.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import { readApplication } from '#server/admission/applicant/read-application.ts'
import { readStoredFacts } from '#server/admission/forms/stored-facts.ts'
import { confirmApplicantPlace } from '#server/admission/ranking/confirm.ts'
import { createCaseRandom } from '#tests/model/admission/allocation/cases.ts'
import { engines } from '#tests/support/databases.ts'
import { type RankingApp, startRankingApp } from '#tests/support/ranking-app.ts'
import { type ProgrammeIds, seedProgramme } from '#tests/support/seed-programme.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import {
  applicationForm,
  seedRecord,
  submitJson,
  updateSettings,
  uploadRequiredDocuments,
} from '#tests/support/submit-application.ts'

const fromOutsideTheEu = { citizenshipGroup: { eq: 'other' } }

describe.each(engines)('admission fees by facts about the applicant on $engine', ({ open }) => {
  let site: SessionApp
  let anyone: TestBrowser
  let admissionSessionId = ''
  const programmes: Record<string, ProgrammeIds> = {}
  const idOf = (name: string) => programmes[name]?.specializationId ?? ''
  let sequence = 300

  beforeAll(async () => {
    site = await startSessionApp({}, open)
    anyone = site.browser()
    for (const name of ['letters', 'law']) programmes[name] = await seedProgramme(site, { name })
    admissionSessionId = (
      await seedRecord(site, 'admission-sessions', {
        name: 'Admitere 2026',
        academicYear: '2026-2027',
      })
    ).id
    await updateSettings(site, { registrationOpen: true, admissionSessionId })
    for (const [name, applicationFee] of [
      ['letters', 100],
      ['law', 150.5],
    ] as const)
      await seedRecord(site, 'admission-programmes', {
        ...{ admissionSessionId, specializationId: idOf(name), applicationFee },
        ...{ formula: 'baccalaureateAverage', placesBudget: 2 },
      })
  })
  afterAll(() => site.close())
  afterEach(() => site.database.query('delete from admission_fees'))

  const addFee = (when: object, amount: number, values: object = {}) =>
    seedRecord(site, 'admission-fees', {
      ...{ admissionSessionId, amount, when: JSON.stringify(when), ...values },
    })
  const submit = async (names: readonly string[], values: object = {}) => {
    const [first = '', ...others] = names
    const sent = await submitJson(anyone, {
      ...applicationForm(++sequence, programmes[first] as ProgrammeIds, {
        ...{ baccalaureateAverage: 9, fundingPreference: 'budget', ...values },
      }),
      choices: others.map((name) => ({
        specializationId: idOf(name),
        fundingPreference: 'budget',
      })),
      ...(await uploadRequiredDocuments(anyone)),
    })
    expect(sent.status).toBe(201)
    return sent.data
  }
  const passport = (citizenship: string) => ({
    ...{ identityType: 'passport', citizenship, cnp: undefined, serialNumber: undefined },
    foreignIdNumber: `PK${10_000 + ++sequence}`,
  })

  test('an application is charged by its facts, to the cent, and keeps the amount when fees change', async () => {
    await addFee(fromOutsideTheEu, 400.75)
    await addFee({ citizenshipGroup: { eq: 'eu' } }, 0)
    const sent = await submit(['letters'], passport('MD'))
    expect(sent.fee?.amount).toBe(400.75)
    expect((await submit(['letters'], passport('DE'))).fee).toBeUndefined()
    expect((await submit(['letters'])).fee?.amount).toBe(100)
    await site.database.query('update admission_fees set amount = 999')
    const charges = await site.database.query(
      `select direction, amount::text as amount from finances f join registrations r on r.id = f.registration_id where r.reference_code = $1`,
      [sent.reference],
    )
    expect(charges).toEqual([{ direction: 'charge', amount: '400.75' }])
  })

  test('the highest fee of the choices is charged, each with its own exceptions', async () => {
    await addFee(fromOutsideTheEu, 120, { specializationId: idOf('law') })
    expect((await submit(['letters', 'law'], passport('MD'))).fee?.amount).toBe(120)
    expect((await submit(['letters'], passport('MD'))).fee?.amount).toBe(100)
    expect((await submit(['letters', 'law'])).fee?.amount).toBe(150.5)
  })

  test('the first one by position counts, the older one of equal positions, and inactive ones do not', async () => {
    await addFee(fromOutsideTheEu, 30, { position: 2 })
    await addFee(fromOutsideTheEu, 20, { position: 2 })
    expect((await submit(['letters'], passport('MD'))).fee?.amount).toBe(30)
    await addFee({ citizenship: { eq: 'MD' } }, 10, { position: 1 })
    await addFee({ citizenship: { eq: 'MD' } }, 5, { position: 1, isActive: false })
    expect((await submit(['letters'], passport('MD'))).fee?.amount).toBe(10)
    expect((await submit(['letters'], passport('UA'))).fee?.amount).toBe(30)
  })

  test('the public form gets the exceptions of application fees in their order', async () => {
    await addFee({ isMinor: { eq: true } }, 0, { position: 2 })
    await addFee(fromOutsideTheEu, 300, { specializationId: idOf('law') })
    await addFee(fromOutsideTheEu, 700, { fee: 'confirmation' })
    const { data } = await anyone.call<WireIntake>('GET', admissionEndpoints.publicConfig.path)
    const feesOf = (name: string) => data.specializations.find(({ id }) => id === idOf(name))?.merit
    expect(feesOf('letters')).toMatchObject({
      applicationFee: 100,
      feeExceptions: [{ when: { isMinor: { eq: true } }, amount: 0 }],
    })
    expect(feesOf('law')?.feeExceptions).toEqual([
      { when: fromOutsideTheEu, amount: 300 },
      { when: { isMinor: { eq: true } }, amount: 0 },
    ])
  })

  test('a fee can depend on what the form asks', async () => {
    await site.createAccount('admin', { username: 'ioana' })
    const admin = site.browser()
    await admin.signIn('ioana')
    const post = async (path: string, body: object) =>
      (await admin.call<{ id: string }>('POST', `/api/${path}`, body)).data.id
    const formId = await post('application-forms/create', {
      ...{ name: 'Licență 2026', admissionSessionId, degree: 'bachelor' },
    })
    const versionId = await post('application-form-versions/create', { formId })
    const all = (text: string) => ({ en: text, ro: text, fr: text, de: text })
    const entry = {
      ...{ id: 'q_entry1', key: 'entry', type: 'choice', fact: 'entry', required: true },
      label: all('Cum candidați?'),
      options: [
        { id: 'o_first1', fact: 'firstYear', label: all('Anul I') },
        { id: 'o_secnd1', fact: 'secondDegree', label: all('A doua facultate') },
      ],
    }
    const version = `application-form-versions/${versionId}/actions`
    await post(`${version}/arrange`, {
      content: { pages: [{ id: 'p_about1', title: all('Studii'), items: [entry] }] },
    })
    await post(`${version}/publish`, {})
    await addFee({ entry: { eq: 'secondDegree' } }, 275)
    const feeFor = async (option: string) =>
      (await submit(['letters'], { answers: { q_entry1: option } })).fee?.amount
    expect([await feeFor('o_first1'), await feeFor('o_secnd1')]).toEqual([100, 275])
    const ids = await site.database.query<{ id: string }>(
      'select id from registrations where answers is not null order by created_at, id',
    )
    const facts = await readStoredFacts(
      site.database,
      ids.map(({ id }) => id),
    )
    expect(ids.map(({ id }) => facts.get(id)?.entry)).toEqual(['firstYear', 'secondDegree'])
    await post(`${version}/retire`, {})
  })

  test('random fees are charged as a plain loop finds them', async () => {
    const { below, happens } = createCaseRandom(35)
    const pick = <T>(values: readonly T[]) => values[below(values.length)] as T
    for (let round = 0; round < 12; round++) {
      await site.database.query('delete from admission_fees')
      const rows = Array.from({ length: 1 + below(5) }, (_, index) => ({
        index,
        position: 1 + below(3),
        specializationId: happens(0.5) ? idOf('letters') : happens(0.5) ? idOf('law') : null,
        amount: pick([0, 0.01, 49.99, 75, 1234.56]),
        when: pick<FormCondition>([
          fromOutsideTheEu,
          { citizenshipGroup: { in: ['eu', 'ro'] } },
          { not: { citizenship: { eq: 'MD' } } } as FormCondition,
          { degree: { eq: 'bachelor' }, identityType: { ne: 'cnp' } },
        ]),
      }))
      for (const { when, amount, position, specializationId } of rows)
        await addFee(when, amount, { position, specializationId })
      const citizenship = pick(['MD', 'US', 'DE'])
      const facts = formFactsOf({
        ...{
          identityType: 'passport',
          citizenship,
          birthDate: '2000-01-01',
          lastDay: '2026-07-01',
        },
        ...{ fundingPreferences: ['budget'], placeKindId: null },
        programmes: [{ id: idOf('letters'), cycle: 'bachelor', departmentProfileId: '' }],
      })
      const exceptions = rows
        .filter(({ specializationId }) => (specializationId ?? idOf('letters')) === idOf('letters'))
        .toSorted((a, b) => a.position - b.position || a.index - b.index)
      const expected = admissionFeeOf({ amount: 100, exceptions }, facts)
      expect((await submit(['letters'], passport(citizenship))).fee?.amount ?? null).toBe(expected)
    }
  })
})

describe.each(engines)('confirmation fees by facts about the applicant on $engine', ({ open }) => {
  let office: RankingApp
  /** The fee of applicants from outside the EU. */
  let exception: string
  beforeEach(async () => {
    office = await startRankingApp(open, { budget: 3, fee: 0 })
    await office.createRecord('admission-rounds', {
      ...{ admissionSessionId: office.sessionId, name: 'Etapa a II-a', number: 2 },
      ...{ resultsOn: '2026-07-28', confirmBy: '2026-07-30' },
    })
    await setFee(office.philologyId, 100)
    exception = await addFee(300.33)
  })
  afterEach(() => office.close())

  async function setFee(specializationId: string, confirmationFee: number) {
    const { data } = await office.call<{ list: { id: string; specializationId: string }[] }>(
      ...([office.admin, 'GET', '/api/admission-programmes'] as const),
    )
    const programme = data.list.find((one) => one.specializationId === specializationId)
    await office.call(office.admin, 'PATCH', '/api/admission-programmes/update', {
      ...{ id: programme?.id, confirmationFee },
    })
  }
  const addFee = (amount: number, values: object = {}) =>
    office.createRecord('admission-fees', {
      ...{ admissionSessionId: office.sessionId, fee: 'confirmation', amount },
      ...{ when: JSON.stringify(fromOutsideTheEu), ...values },
    })
  const updateFee = (id: string, values: object) =>
    office.call(office.admin, 'PATCH', '/api/admission-fees/update', { id, ...values })
  const addApplicant = (average: number, citizenship: string) =>
    office.addGradedApplication({ average }, { citizenship })
  const pay = async (registrationId: string, amount: number, receiptNumber: string) =>
    (
      await office.call(office.ana, 'POST', '/api/finances/create', {
        ...{ registrationId, direction: 'payment', kind: 'matriculation', amount },
        ...{ bookedOn: office.now().toISOString().slice(0, 10), method: 'transfer' },
        ...{ receiptNumber, description: 'Taxă de confirmare' },
      })
    ).status
  const applicationOf = (id: string) => readApplication(office.context, id)
  const choose = (registrationId: string, position: number, specializationId: string) =>
    office.createRecord('application-choices', {
      ...{ registrationId, position, specializationId, fundingPreference: 'budget' },
    })

  test('a place is confirmed and charged with the fee of the applicant, to the cent', async () => {
    const foreign = await addApplicant(9.5, 'MD')
    const romanian = await addApplicant(9, 'RO')
    await office.releaseResults()
    await office.sendNotifications()
    expect((await applicationOf(foreign)).confirmationFee?.amount).toBe(300.33)
    expect((await applicationOf(romanian)).confirmationFee?.amount).toBe(100)
    expect((await applicationOf(foreign)).placeQuestion?.held.confirmationFee).toBe(300.33)
    expect(await pay(foreign, 300, 'OP-1')).toBe(201)
    expect((await applicationOf(foreign)).confirmationFee?.amount).toBe(0.33)
    expect(await pay(foreign, 0.33, 'OP-2')).toBe(201)
    expect((await office.getApplication(foreign)).confirmedAt).not.toBeNull()
    const charges = await office.context.database.query(
      `select amount::text as amount from finances where registration_id = $1 and direction = 'charge'`,
      [foreign],
    )
    expect(charges).toEqual([{ amount: '300.33' }])
  })

  test('a move to a place with a higher fee for this applicant needs consent, and gets its fee', async () => {
    await updateFee(await addFee(50, { position: 2 }), { specializationId: office.historyId })
    for (const average of [10, 9.9, 9.8]) await addApplicant(average, 'RO')
    const foreign = await addApplicant(9, 'MD')
    await choose(foreign, 2, office.historyId)
    await office.releaseResults()
    await office.sendNotifications()
    expect(await office.placeOf(foreign)).toBe('history budget')
    // The exception for all programmes comes first.
    const { placeQuestion } = await applicationOf(foreign)
    expect(placeQuestion?.held.confirmationFee).toBe(300.33)
    expect(placeQuestion?.higher).toMatchObject([{ confirmationFee: 300.33, costsMore: false }])
  })

  test('raising the fee of some applicants voids only their consents, and the ranking does not move them', async () => {
    await updateFee(exception, { isActive: false })
    const holders = []
    for (const average of [10, 9.9, 9.8]) holders.push(await addApplicant(average, 'RO'))
    const [foreign, romanian] = [await addApplicant(9, 'MD'), await addApplicant(8.9, 'RO')]
    await office.context.database.query(
      `update admission_programmes set places_budget = 2 where specialization_id = $1`,
      [office.historyId],
    )
    await setFee(office.historyId, 100)
    for (const id of [foreign, romanian]) await choose(id, 2, office.historyId)
    await office.releaseResults()
    await office.sendNotifications()
    for (const [id, receipt] of [
      [foreign, 'OP-3'],
      [romanian, 'OP-4'],
    ] as const) {
      expect(await pay(id, 100, receipt)).toBe(201)
      const { placeQuestion } = await applicationOf(id)
      await confirmApplicantPlace(office.context, id, {
        ...{ mode: 'moveUp', agreedToPay: true, shown: placeQuestion?.shown ?? '' },
        consented: [{ specializationId: office.philologyId, kind: 'budget' }],
      })
    }
    const mailCount = async (id: string) =>
      (await office.emailsOf(id)).filter(({ kind }) => kind === 'consentVoid').length
    const draft = await office.computeDraft()
    await updateFee(exception, { isActive: true })
    expect(await Promise.all([foreign, romanian].map(mailCount))).toEqual([1, 0])
    expect(await office.getDraftPart(draft.id, 'status')).toMatchObject({ isStale: true })
    const isVoid = async (id: string) =>
      (await applicationOf(id)).placeQuestion?.higher.map((place) => place.isConsentVoid)
    expect([await isVoid(foreign), await isVoid(romanian)]).toEqual([[true], [false]])
    for (const id of holders)
      await office.updateStatus(office.admin, {
        ...{ id, status: 'declined', reasonCode: 'other' },
        issueExplanation: 'S-a răzgândit.',
      })
    const next = await office.computeDraft()
    expect(next.findings).toBe(0)
    const places = await office.context.database.query(
      `select registration_id as id, specialization_id as programme from admission_result where draft_id = $1 and registration_id = any($2::uuid[]) order by registration_id = $3 desc`,
      [next.id, [foreign, romanian], foreign],
    )
    expect(places).toEqual([
      { id: foreign, programme: office.historyId },
      { id: romanian, programme: office.philologyId },
    ])
  })
})

describe('conditions of admission fees', () => {
  let office: RankingApp
  beforeAll(async () => {
    office = await startRankingApp(engines[0]?.open)
  })
  afterAll(() => office.close())

  const create = (when: unknown, caller = office.admin) =>
    office.call<{ id: string; when: string }>(caller, 'POST', '/api/admission-fees/create', {
      ...{ admissionSessionId: office.sessionId, amount: 10, when },
    })

  test('only administrators write them', async () => {
    expect((await create('{"isMinor":{"eq":true}}', office.ana)).status).toBe(403)
    const { status, data } = await create('{"isMinor":{"eq":true}}')
    expect([status, data.when]).toEqual([201, '{"isMinor":{"eq":true}}'])
  })

  const deep = (levels: number): object =>
    levels === 0 ? { isMinor: { eq: true } } : { and: [deep(levels - 1)] }
  test.each<[string, unknown]>([
    ['text', 'isMinor'],
    ['a list', '[]'],
    ['nothing', '{}'],
    ['null', 'null'],
    ['an unknown fact', '{"cnp":{"eq":"1"}}'],
    ['the prototype', '{"__proto__":{"eq":"1"}}'],
    ['a word of JavaScript', '{"constructor":{"eq":"1"}}'],
    ['a value of another type', '{"age":{"gt":"old"}}'],
    ['an unknown choice', '{"citizenshipGroup":{"eq":"mars"}}'],
    ['an unknown comparison', '{"age":{"like":"%"}}'],
    ['a comparison with a field', '{"age":{"gt":{"value":"age"}}}'],
    ['an expression', '{"expression":{"eq":"1"},"is":{"eq":1}}'],
    ['too many levels', JSON.stringify(deep(3))],
    [
      'too many comparisons',
      JSON.stringify({ or: Array.from({ length: 11 }, (_, age) => ({ age: { eq: age } })) }),
    ],
  ])('%s is refused', async (_, when) => {
    const { status, failure } = await create(when)
    expect([status, failure?.fields?.when]).toEqual([400, [{ code: 'admissionFee.condition' }]])
  })

  test('a condition that nobody can meet is refused', async () => {
    const { failure } = await create(
      '{"and":[{"citizenshipGroup":{"eq":"ro"}},{"citizenshipGroup":{"eq":"eu"}}]}',
    )
    expect(failure.fields?.when).toEqual([{ code: 'admissionFee.neverHolds' }])
  })

  test('a text that is too long is refused before it is read', async () => {
    const { failure } = await create(`{"citizenship":{"eq":"${'x'.repeat(5000)}"}}`)
    expect(failure.fields?.when).toEqual([expect.objectContaining({ code: 'text.tooLong' })])
  })
})
