import { systemPermit } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import type { WireApplication } from '#resources/admission/wire.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import { getResource } from '#resources/index.ts'
import { engines } from '#tests/support/databases.ts'
import { type ProgrammeIds, seedProgramme } from '#tests/support/seed-programme.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import {
  applicationForm,
  pdfUpload,
  seedRecord,
  submitJson,
  submitMultipart,
  updateAsProgram,
  updateSettings,
  uploadRequiredDocuments,
  uploadStagedDocument,
} from '#tests/support/submit-application.ts'

const motivation = 'Vreau să studiez literele.'

describe.each(engines)('questions and documents of programmes on $engine', ({ open }) => {
  let site: SessionApp
  let anyone: TestBrowser
  let secretary: TestBrowser
  let philology: ProgrammeIds
  let arts: ProgrammeIds
  let session = ''
  let programmeRowId = ''
  let sequence = 300
  const next = () => ++sequence

  beforeAll(async () => {
    site = await startSessionApp({}, open)
    anyone = site.browser()
    secretary = site.browser()
    await site.createAccount('secretary', { username: 'ana' })
    await secretary.signIn('ana')
    philology = await seedProgramme(site, { name: 'letters' })
    arts = await seedProgramme(site, { name: 'arts' })
    session = (
      await seedRecord(site, 'admission-sessions', {
        name: 'Admitere 2026',
        academicYear: '2026-2027',
      })
    ).id
    await updateSettings(site, {
      registrationOpen: true,
      publicStatus: 'minimal',
      admissionSessionId: session,
    })
    const rules = { admissionSessionId: session, formula: 'baccalaureateAverage', placesBudget: 2 }
    await seedRecord(site, 'admission-programmes', {
      ...rules,
      specializationId: philology.specializationId,
    })
    programmeRowId = (
      await seedRecord(site, 'admission-programmes', {
        ...rules,
        specializationId: arts.specializationId,
        requirements: ['motivation', 'filePortfolioUrl'],
      })
    ).id
  })
  afterAll(() => site.close())

  const extraChoices = () => [
    { specializationId: arts.specializationId, fundingPreference: 'budget' },
  ]
  const portfolio = async () => (await uploadStagedDocument(anyone)).data.id
  const applications = async () =>
    (await site.database.query('select count(*) from registrations'))[0]

  test('are published before an application starts, with the programmes that require them and in every language', async () => {
    const { data } = await anyone.call<WireIntake>('GET', admissionEndpoints.publicConfig.path)
    const getQuestions = ({ specializationId }: ProgrammeIds) =>
      data.specializations.find(({ id }) => id === specializationId)?.merit?.requirements
    expect([getQuestions(philology), getQuestions(arts)]).toEqual([
      [],
      ['motivation', 'filePortfolio'],
    ])
    expect(data.merit?.questions.map(({ name, labels }) => [name, labels.ro])).toEqual([
      ['motivation', 'Scrisoare de motivație'],
      ['filePortfolio', 'Portofoliu'],
    ])
  })

  test('are required if any choice needs them; the refusal names each missing one, and nothing is stored', async () => {
    const before = await applications()
    const first = await submitMultipart(anyone, applicationForm(next(), arts))
    expect([first.status, first.failure.fields]).toEqual([
      400,
      { motivation: [{ code: 'required' }], filePortfolio: [{ code: 'required' }] },
    ])
    const laterAnswer = await submitJson(anyone, {
      ...applicationForm(next(), philology),
      choices: extraChoices(),
      motivation,
      ...(await uploadRequiredDocuments(anyone)),
    })
    expect(laterAnswer.failure.fields).toEqual({ filePortfolio: [{ code: 'required' }] })
    expect(await applications()).toEqual(before)
  })

  test('are stored and shown to the applicant and staff, whether files are uploaded before or with the form', async () => {
    const form = { ...applicationForm(next(), philology), choices: extraChoices(), motivation }
    const sent = await submitJson(anyone, {
      ...form,
      ...(await uploadRequiredDocuments(anyone)),
      filePortfolio: await portfolio(),
    })
    expect(sent.status).toBe(201)
    const files = ['fileCV', 'fileDiploma', 'fileIdCard', 'filePortfolio'].map((name) =>
      pdfUpload(name),
    )
    const complete = await submitMultipart(
      anyone,
      { ...form, ...applicationForm(next(), arts), choices: '[]' },
      files,
    )
    expect(complete.status).toBe(201)

    const { reference, accessCode } = sent.data
    const applicant = site.browser()
    await applicant.call('POST', admissionEndpoints.openApplication.path, { reference, accessCode })
    const ownApplication = await applicant.call<WireApplication>(
      'GET',
      admissionEndpoints.application.path,
    )
    expect(ownApplication.data.questions).toMatchObject([
      { name: 'motivation', value: motivation },
      { name: 'filePortfolio', value: null },
    ])
    expect(ownApplication.data.documents.map(({ document }) => document)).toEqual([
      'fileIdCard',
      'fileDiploma',
      'fileCV',
      'filePortfolio',
    ])
    const list = await secretary.call<{ list: { id: string }[] }>(
      'GET',
      `/api/registrations/list?filters[referenceCode]=${reference}`,
    )
    const file = await secretary.call<WireRegistration>(
      'GET',
      `/api/registrations/${list.data.list[0]?.id}`,
    )
    expect(file.data).toMatchObject({
      motivation,
      questions: [{ name: 'motivation' }, { name: 'filePortfolio' }],
    })
    expect(file.data.documents.map(({ document }) => document)).toContain('filePortfolio')
  })

  test.each<[string, () => Promise<object>, object]>([
    [
      'an answer to a question that no chosen programme asks',
      async () => ({ motivation }),
      { motivation: [{ code: 'field.notApplicable' }] },
    ],
    [
      'a document that no chosen programme requires',
      async () => ({ filePortfolio: await portfolio() }),
      { filePortfolio: [{ code: 'field.notApplicable' }] },
    ],
    [
      'a document with an unknown name',
      async () => ({ fileDream: await portfolio() }),
      { fileDream: [{ code: 'field.unknown' }] },
    ],
  ])('accept only answers to their own questions: %s is refused', async (_, extra, fields) => {
    const sent = await submitJson(anyone, {
      ...applicationForm(next(), philology),
      ...(await uploadRequiredDocuments(anyone)),
      ...(await extra()),
    })
    expect([sent.status, sent.failure.fields]).toEqual([400, fields])
  })

  test.each<[string, () => Promise<object>, object]>([
    [
      'an answer that is too long',
      async () => ({ motivation: 'a'.repeat(2001), filePortfolio: await portfolio() }),
      { motivation: 'text.tooLong' },
    ],
    [
      'the same file as two documents',
      async () => {
        const id = await portfolio()
        return { motivation, fileCV: id, filePortfolio: id }
      },
      { fileCV: 'file.unknown', filePortfolio: 'file.unknown' },
    ],
    [
      'a file that does not exist',
      async () => ({ motivation, filePortfolio: crypto.randomUUID() }),
      { filePortfolio: 'file.unknown' },
    ],
  ])('are validated like any field: %s is refused', async (_, extra, codes) => {
    const sent = await submitJson(anyone, {
      ...applicationForm(next(), arts),
      ...(await uploadRequiredDocuments(anyone)),
      ...(await extra()),
    })
    const found = Object.fromEntries(
      Object.entries(sent.failure.fields ?? {}).map(([name, [issue]]) => [name, issue?.code]),
    )
    expect([sent.status, found]).toEqual([400, codes])
  })

  test('can be requested again by staff and answered by the applicant', async () => {
    const sent = await submitJson(anyone, {
      ...applicationForm(next(), arts),
      motivation,
      ...(await uploadRequiredDocuments(anyone)),
      filePortfolio: await portfolio(),
    })
    const { reference, accessCode } = sent.data
    const [row] = await site.database.query<{ id: string }>(
      'select id from registrations where reference_code = $1',
      [reference],
    )
    const request = await secretary.call('PATCH', '/api/registrations/status-update', {
      id: row?.id,
      status: 'update_requested',
      issue: 'Blurred portfolio',
      issueExplanation: 'The pictures cannot be made out.',
      requestedChanges: [
        { field: 'filePortfolioUrl' },
        { field: 'motivation', message: 'Longer, please' },
      ],
    })
    expect(request.status).toBe(200)
    await site.database.query(
      `update registrations set notify_at = null, notified_status = null where id = $1`,
      [row?.id],
    )
    const applicant = site.browser()
    await applicant.call('POST', admissionEndpoints.openApplication.path, { reference, accessCode })
    const { data } = await applicant.call<WireApplication>(
      'GET',
      admissionEndpoints.application.path,
    )
    expect(data.requestedChanges.map(({ field, oldValue }) => [field, oldValue])).toEqual([
      ['motivation', motivation],
      ['filePortfolio', 'file.pdf'],
    ])
    const answer = {
      values: { motivation: `${motivation} Și limbile.` },
      kept: { filePortfolio: 'The originals look like that' },
    }
    const answered = await applicant.call<WireApplication>(
      'PATCH',
      admissionEndpoints.answerRequest.path,
      answer,
    )
    expect([answered.status, answered.data.values.motivation]).toEqual([
      200,
      `${motivation} Și limbile.`,
    ])
  })

  test('keep an application out of the ranking while they are missing, as missing grades do', async () => {
    const sent = await submitMultipart(anyone, applicationForm(next(), philology))
    const [row] = await site.database.query<{ id: string }>(
      'select id from registrations where reference_code = $1',
      [sent.data.reference],
    )
    await updateAsProgram(site, 'registrations', { id: row?.id, ...arts, baccalaureateAverage: 9 })
    const { readRankingInput: gather } = await import('#server/admission/ranking/read-input.ts')
    const { assembleAllocation } = await import('#server/admission/ranking/assemble.ts')
    const assembly = assembleAllocation(await gather(site.database, session))
    let step = assembly.next()
    while (!step.done) step = assembly.next()
    expect(step.value.incomplete.get(row?.id ?? '')).toEqual([
      'motivation',
      'filePortfolioUrl',
      'unchecked',
    ])
  })

  test('can be referenced by programmes only if they belong to the application', async () => {
    const permit = systemPermit('demo', getResource('admission-programmes'), 'update')
    await expect(
      recordsOf(site.context).update(permit, { id: programmeRowId, requirements: ['cnp'] }),
    ).rejects.toMatchObject({
      details: { fields: { requirements: [expect.objectContaining({ code: 'choice.unknown' })] } },
    })
  })
})
