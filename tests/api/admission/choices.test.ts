import { systemPermit } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import { getResource } from '#resources/index.ts'
import { engines } from '#tests/support/databases.ts'
import { type ProgrammeIds, seedProgramme } from '#tests/support/seed-programme.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import {
  applicationForm,
  submitJson,
  submitMultipart,
  updateSettings,
  uploadRequiredDocuments,
} from '#tests/support/submit-application.ts'

describe.each(engines)('choices of an application on $engine', ({ open }) => {
  let site: SessionApp
  let anyone: TestBrowser
  const programmes: Record<string, ProgrammeIds> = {}
  const idOf = (name: string) => programmes[name]?.specializationId ?? ''
  let kind = ''
  let admissionSessionId = ''
  let sequence = 700
  const next = () => ++sequence
  const make = async (
    resource: 'admission-sessions' | 'admission-programmes' | 'place-kinds' | 'special-places',
    body: object,
  ) =>
    (
      await recordsOf(site.context).insert(
        systemPermit('demo', getResource(resource), 'create'),
        body,
      )
    ).id

  beforeAll(async () => {
    site = await startSessionApp({}, open)
    anyone = site.browser()
    for (const name of ['letters', 'history', 'law', 'alone'])
      programmes[name] = await seedProgramme(site, { name })
    programmes.master = await seedProgramme(site, { name: 'master', cycle: 'master' })
    admissionSessionId = await make('admission-sessions', {
      name: 'Admitere 2026',
      academicYear: '2026-2027',
    })
    await updateSettings(site, {
      registrationOpen: true,
      publicStatus: 'minimal',
      admissionSessionId,
    })
    kind = await make('place-kinds', {
      name: 'Locuri pentru absolvenți din mediul rural',
      funding: 'budget',
    })
    for (const name of ['letters', 'history', 'law', 'master']) {
      const rules = {
        formula: '0.8 * examGrade + 0.2 * baccalaureateAverage',
        firstTie: 'romanianGrade',
        placesBudget: 2,
        placesFee: 1,
      }
      const id = await make('admission-programmes', {
        admissionSessionId,
        specializationId: idOf(name),
        ...rules,
      })
      if (name === 'law')
        await make('special-places', { admissionProgrammeId: id, placeKindId: kind, places: 1 })
    }
  })
  afterAll(() => site.close())

  const choicesOf = (reference: string) =>
    site.database.query(
      `select c.position, c.specialization_id as id, c.funding_preference as "fundingPreference" from application_choices c
       join registrations r on r.id = c.registration_id where r.reference_code = $1 order by c.position`,
      [reference],
    )
  const first = () => programmes.letters as ProgrammeIds
  const moreChoices = (...names: string[]) =>
    names.map((name) => ({ specializationId: idOf(name), fundingPreference: 'budget' }))

  test('are stored with it in order, whether sent as JSON or as a form', async () => {
    const choices = [
      { specializationId: idOf('law'), fundingPreference: 'fee' },
      { specializationId: idOf('history'), fundingPreference: 'budget' },
    ]
    const stored = [
      { position: 2, id: idOf('law'), fundingPreference: 'fee' },
      { position: 3, id: idOf('history'), fundingPreference: 'budget' },
    ]
    const values = { fundingPreference: 'budget', placeKindId: kind, baccalaureateAverage: 9.25 }
    const sent = await submitJson(anyone, {
      ...applicationForm(next(), first(), values),
      choices,
      ...(await uploadRequiredDocuments(anyone)),
    })
    expect(sent.status).toBe(201)
    expect(await choicesOf(sent.data.reference)).toEqual(stored)
    const form = await submitMultipart(anyone, {
      ...applicationForm(next(), first()),
      choices: JSON.stringify(choices),
    })
    expect(await choicesOf(form.data.reference)).toEqual(stored)
  })

  test('are empty when a call names none, as the specification requires', async () => {
    const { data, status } = await submitMultipart(anyone, applicationForm(next(), first()))
    expect([status, await choicesOf(data.reference)]).toEqual([201, []])
  })

  test('are charged one fee on submission, the highest of their programmes, which the receipt shows', async () => {
    const permit = systemPermit('demo', getResource('admission-programmes'), 'update')
    const fees = async (applicationFee: number | null) => {
      const ids = await site.database.query<{ id: string }>(
        'select id from admission_programmes where specialization_id = any($1::uuid[]) order by id',
        [[idOf('law'), idOf('history')]],
      )
      for (const [at, { id }] of ids.entries())
        await recordsOf(site.context).applyInternalChange(permit, {
          id,
          action: 'update',
          values: () => ({ applicationFee: applicationFee && applicationFee - at }),
        })
    }
    await fees(200)
    const form = {
      ...applicationForm(next(), first()),
      choices: moreChoices('law', 'history'),
      ...(await uploadRequiredDocuments(anyone)),
    }
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const sent = await submitJson(anyone, form, headers)
    expect([sent.status, sent.data.fee]).toEqual([
      201,
      { amount: 200, account: null, resultsOn: null },
    ])
    expect((await submitJson(anyone, form, headers)).data.fee).toEqual({
      amount: 200,
      account: null,
      resultsOn: null,
    })
    const getCharge = (reference: string) =>
      site.database.query(
        `select direction, kind, amount::float8 as amount from finances f join registrations r on r.id = f.registration_id where r.reference_code = $1`,
        [reference],
      )
    expect(await getCharge(sent.data.reference)).toEqual([
      { direction: 'charge', kind: 'application', amount: 200 },
    ])
    // The fee is the one in effect on the day of submission.
    await fees(null)
    expect(await getCharge(sent.data.reference)).toHaveLength(1)
    const free = await submitJson(anyone, {
      ...applicationForm(next(), first()),
      choices: moreChoices('law'),
      ...(await uploadRequiredDocuments(anyone)),
    })
    expect([free.data.fee, await getCharge(free.data.reference)]).toEqual([undefined, []])
  })

  test('are stored once if the form is sent repeatedly', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const form = {
      ...applicationForm(next(), first()),
      choices: moreChoices('law'),
      ...(await uploadRequiredDocuments(anyone)),
    }
    const answers = await Promise.all([1, 2, 3].map(() => submitJson(anyone, form, headers)))
    expect(new Set(answers.map(({ data }) => data.reference)).size).toBe(1)
    expect(await choicesOf(answers[0]?.data.reference ?? '')).toHaveLength(1)
    const other = await submitJson(anyone, { ...form, choices: moreChoices('history') }, headers)
    expect([other.status, other.failure.code]).toEqual([422, 'request.differs'])
  })

  test.each<[string, () => unknown, string]>([
    ['a repeated programme', () => moreChoices('law', 'law'), 'set.repeated'],
    ['the programme of the first choice', () => moreChoices('letters'), 'set.repeated'],
    ['a programme that is not merit-based', () => moreChoices('alone'), 'reference.notAllowed'],
    ['a programme of another degree', () => moreChoices('master'), 'reference.notAllowed'],
    [
      'an unknown type of place',
      () => [{ specializationId: idOf('law'), fundingPreference: 'gift' }],
      'choice.unknown',
    ],
    [
      'too many programmes',
      () => Array.from({ length: 20 }, () => moreChoices('law')[0]),
      'number.tooLarge',
    ],
    ['a value that is not a list', () => 'law', 'type.wrong'],
  ])('are refused, together with the application, because of %s', async (_, choices, code) => {
    const before = await site.database.query('select count(*) from registrations')
    const sent = await submitJson(anyone, {
      ...applicationForm(next(), first()),
      choices: choices(),
      ...(await uploadRequiredDocuments(anyone)),
    })
    expect([sent.status, sent.failure.fields]).toEqual([
      400,
      { choices: [expect.objectContaining({ code })] },
    ])
    expect(await site.database.query('select count(*) from registrations')).toEqual(before)
  })

  test('cannot be added to a programme that is not merit-based', async () => {
    const alone = programmes.alone as ProgrammeIds
    const sent = await submitJson(anyone, {
      ...applicationForm(next(), alone),
      choices: moreChoices('law'),
      ...(await uploadRequiredDocuments(anyone)),
    })
    expect(sent.failure.fields).toEqual({ choices: [{ code: 'reference.notAllowed' }] })
  })

  test('belong to one application: a second application by the same person is refused, even with a different first choice', async () => {
    const applicant = applicationForm(next(), first())
    expect((await submitMultipart(anyone, applicant)).status).toBe(201)
    const repeated = await submitMultipart(anyone, { ...applicant, ...programmes.law })
    expect([repeated.status, repeated.failure.code]).toEqual([409, 'registration.duplicate'])
    // An application by another person with the same CNP is stored and flagged for staff.
    const stranger = await submitMultipart(anyone, {
      ...applicant,
      ...programmes.law,
      personalEmail: 'stranger@example.com',
    })
    expect(stranger.status).toBe(201)
    const [duplicate] = await site.database.query<{ is_duplicate: boolean }>(
      'select is_duplicate from registrations where reference_code = $1',
      [stranger.data.reference],
    )
    expect(duplicate?.is_duplicate).toBe(true)
    // A programme that is not merit-based accepts another application.
    expect((await submitMultipart(anyone, { ...applicant, ...programmes.alone })).status).toBe(201)
  })

  test('must have the degree of the admission session, except for staff', async () => {
    const permit = systemPermit('demo', getResource('admission-sessions'), 'update')
    const degree = (value: string | null) =>
      recordsOf(site.context).update(permit, { id: admissionSessionId, degree: value })
    await degree('master')
    const { data } = await anyone.call<WireIntake>('GET', admissionEndpoints.publicConfig.path)
    expect(data.specializations.map(({ name }) => name)).toEqual(['master'])
    expect(data.departments).toHaveLength(1)
    const refusal = await submitMultipart(anyone, applicationForm(next(), first()))
    expect([refusal.status, refusal.failure.fields]).toEqual([
      400,
      { specializationId: [{ code: 'reference.notAllowed' }] },
    ])
    expect(
      (await submitMultipart(anyone, applicationForm(next(), programmes.master as ProgrammeIds)))
        .status,
    ).toBe(201)
    await site.createAccount('secretary', { username: 'office.degree' })
    const secretary = site.browser()
    await secretary.signIn('office.degree')
    expect((await submitMultipart(secretary, applicationForm(next(), first()))).status).toBe(201)
    await degree(null)
    expect((await submitMultipart(anyone, applicationForm(next(), first()))).status).toBe(201)
  })

  test('are described in the public configuration: places, calculation, types of place and grades of each programme', async () => {
    const { data } = await anyone.call<WireIntake>('GET', admissionEndpoints.publicConfig.path)
    const { law, alone } = Object.fromEntries(
      data.specializations.map(({ name, merit }) => [name, merit]),
    )
    expect(law).toEqual({
      ...{
        placesBudget: 2,
        placesFee: 1,
        applicationFee: null,
        special: [{ kind, places: 1 }],
        isDrawn: false,
      },
      ...{ formula: '0.8 * examGrade + 0.2 * baccalaureateAverage', ties: ['romanianGrade'] },
      requiredGrades: ['baccalaureateAverage', 'romanianGrade'],
      ...{ requirements: [], requires: null },
    })
    expect(alone).toBeUndefined()
    expect(data.merit?.kinds).toEqual([
      { id: kind, name: 'Locuri pentru absolvenți din mediul rural', funding: 'budget' },
    ])
    expect(data.merit?.grades.map(({ name }) => name)).toEqual([
      'examGrade',
      'baccalaureateAverage',
      'romanianGrade',
    ])
    expect(data.merit?.grades[1]?.labels).toMatchObject({
      en: 'Baccalaureate average',
      ro: 'Media de bacalaureat',
    })
  })
})
