import { randomUUID } from 'node:crypto'
import { isWritable } from '@matricola/schema/access.ts'
import { type FieldSpec, isFieldType } from '@matricola/schema/field.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldEntries } from '@matricola/schema/resource-fields.ts'
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import { admissionAppeals } from '#resources/admission-appeals.ts'
import { applicationChoices } from '#resources/application-choices.ts'
import {
  documentField,
  documentNames,
  programmeQuestionFields,
} from '#resources/application-documents.ts'
import * as publicCalls from '#resources/calls/admission.ts'
import { registrations } from '#resources/registrations.ts'
import { defaultConfig } from '#tests/support/app.ts'
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

/** Fields that every application contains. */
const commonFields = [
  ...[
    'identityType',
    'cnp',
    'foreignIdNumber',
    'serialNumber',
    'lastName',
    'firstName',
    'birthDate',
    'sex',
    'citizenship',
  ],
  ...[
    'personalEmail',
    'phone',
    'country',
    'city',
    'address',
    'postalCode',
    'language',
    'departmentProfileId',
    'specializationId',
    'noticeVersion',
  ],
  ...['fileCVUrl', 'fileDiplomaUrl', 'fileIdCardUrl'],
]
const names = (resource: AnyResource) => fieldEntries(resource).map(([name]) => name)

/** A value that passes the field's validation. */
function sampleOf(spec: FieldSpec): unknown {
  if (isFieldType(spec, 'decimal') || isFieldType(spec, 'integer') || isFieldType(spec, 'money'))
    return Math.max(spec.options.min ?? 1, 5)
  if (isFieldType(spec, 'choice')) return Object.keys(spec.choices)[0]
  if (isFieldType(spec, 'boolean')) return true
  if (isFieldType(spec, 'date')) return '2026-05-01'
  if (isFieldType(spec, 'dateTime')) return '2026-05-01T08:00:00.000Z'
  if (isFieldType(spec, 'reference') || isFieldType(spec, 'file')) return randomUUID()
  if (isFieldType(spec, 'many') || isFieldType(spec, 'links')) return [{}]
  if (isFieldType(spec, 'data')) return [{ field: 'city' }]
  return 'CJ'
}

describe.each(engines)('public input on $engine', ({ open }) => {
  let site: SessionApp
  let anyone: TestBrowser
  let secretary: TestBrowser
  let plain: ProgrammeIds
  let byGrade: ProgrammeIds
  let byExamination: ProgrammeIds
  let special: ProgrammeIds
  let kind = ''
  let otherKind = ''
  let sequence = 500
  const next = () => ++sequence

  beforeAll(async () => {
    site = await startSessionApp(
      { settings: { ...defaultConfig.settings, SUBMISSIONS_PER_HOUR: 0 } },
      open,
    )
    anyone = site.browser()
    secretary = site.browser()
    await site.createAccount('secretary', { username: 'ana' })
    await secretary.signIn('ana')
    plain = await seedProgramme(site)
    byGrade = await seedProgramme(site)
    byExamination = await seedProgramme(site)
    special = await seedProgramme(site)
    const { id } = await seedRecord(site, 'admission-sessions', {
      name: 'Admitere 2026',
      academicYear: '2026-2027',
    })
    await updateSettings(site, {
      registrationOpen: true,
      publicStatus: 'minimal',
      admissionSessionId: id,
    })
    const rules = { admissionSessionId: id, placesBudget: 2 }
    const withRules = (programme: ProgrammeIds, values: object) =>
      seedRecord(site, 'admission-programmes', {
        ...rules,
        specializationId: programme.specializationId,
        ...values,
      })
    await withRules(byGrade, {
      formula: 'baccalaureateAverage',
      firstTie: 'romanianGrade',
      requirements: ['motivation'],
    })
    await withRules(byExamination, { formula: '0.5 * degreeAverage + 0.5 * examGrade' })
    const specialProgramme = await withRules(special, { formula: 'baccalaureateAverage' })
    kind = (await seedRecord(site, 'place-kinds', { name: 'Rural', funding: 'budget' })).id
    otherKind = (await seedRecord(site, 'place-kinds', { name: 'Roma', funding: 'budget' })).id
    await seedRecord(site, 'special-places', {
      admissionProgrammeId: specialProgramme.id,
      placeKindId: kind,
      places: 1,
    })
  })
  afterAll(() => site.close())

  const count = async () =>
    Number(
      (await site.database.query<{ count: number }>('select count(*) from registrations'))[0]
        ?.count,
    )

  /** Fields that are rejected when added, one at a time, to an otherwise complete form. */
  async function submitAndGetIssues(
    programme: ProgrammeIds,
    form: object,
  ): Promise<Map<string, string | undefined>> {
    const refusals = new Map<string, string | undefined>()
    for (const [name, spec] of fieldEntries(asAnyResource(registrations))) {
      if (commonFields.includes(name) || Object.hasOwn(form, name)) continue
      const value = isFieldType(spec, 'file')
        ? (await uploadStagedDocument(anyone)).data.id
        : name === 'placeKindId'
          ? kind
          : sampleOf(spec)
      const answer = await submitJson(anyone, {
        ...applicationForm(next(), programme),
        ...form,
        ...(await uploadRequiredDocuments(anyone)),
        [name]: value,
      })
      if (answer.status !== 201)
        refusals.set(name, answer.failure.fields?.[name]?.[0]?.code ?? answer.failure.code)
    }
    return refusals
  }

  test.each<[string, () => [ProgrammeIds, object, readonly string[]]]>([
    ['a programme that is not merit-based', () => [plain, {}, []]],
    [
      'a merit-based programme with a question',
      () => [
        byGrade,
        {
          baccalaureateAverage: 9,
          romanianGrade: 9,
          motivation: 'Vreau.',
          fundingPreference: 'budget',
        },
        [],
      ],
    ],
    [
      'a programme with its own examination',
      () => [byExamination, { degreeAverage: 6, fundingPreference: 'budget' }, []],
    ],
    [
      'a programme with special places',
      () => [special, { baccalaureateAverage: 9, fundingPreference: 'budget' }, ['placeKindId']],
    ],
  ])(
    'rejects values that neither the form nor the chosen programmes ask for: %s',
    async (_, given) => {
      const [programme, form, accepted] = given()
      const others = names(asAnyResource(registrations)).filter(
        (name) => !commonFields.includes(name) && !Object.hasOwn(form, name),
      )
      const before = await count()
      const refusal = await submitAndGetIssues(programme, form)
      expect([...refusal.keys()]).toEqual(others.filter((name) => !accepted.includes(name)))
      // Fields that no caller may write are rejected with that reason, regardless of the caller.
      for (const [name, code] of refusal)
        expect([name, code]).toEqual([
          name,
          isWritable(asAnyResource(registrations), 'admin', name, 'create')
            ? 'field.notApplicable'
            : expect.any(String),
        ])
      expect(await count()).toBe(before + accepted.length)
      const sent = await submitJson(anyone, {
        ...applicationForm(next(), programme),
        ...form,
        ...(await uploadRequiredDocuments(anyone)),
      })
      expect(sent.status).toBe(201)
    },
  )

  test('also rejects an exam grade in a multipart form, and ignores an empty part', async () => {
    const form = { ...applicationForm(next(), byExamination), degreeAverage: 6, examGrade: 10 }
    const answer = await submitMultipart(anyone, form)
    expect([answer.status, answer.failure.fields]).toEqual([
      400,
      { examGrade: [{ code: 'field.notApplicable' }] },
    ])
    expect((await submitMultipart(anyone, { ...form, examGrade: '' })).status).toBe(201)
  })

  test('requires the answers for further choices, and rejects further choices if the first programme does not admit by merit', async () => {
    const choices = [{ specializationId: byGrade.specializationId, fundingPreference: 'budget' }]
    const form = {
      degreeAverage: 6,
      baccalaureateAverage: 9,
      romanianGrade: 9,
      motivation: 'Vreau.',
      choices,
    }
    const sent = await submitJson(anyone, {
      ...applicationForm(next(), byExamination),
      ...form,
      ...(await uploadRequiredDocuments(anyone)),
    })
    expect(sent.status).toBe(201)
    const after = await submitJson(anyone, {
      ...applicationForm(next(), plain),
      ...form,
      ...(await uploadRequiredDocuments(anyone)),
    })
    expect(after.status).toBe(400)
  })

  test('rejects a type of reserved place that none of the chosen programmes has', async () => {
    const form = {
      ...applicationForm(next(), special),
      baccalaureateAverage: 9,
      placeKindId: otherKind,
    }
    const { failure } = await submitJson(anyone, {
      ...form,
      ...(await uploadRequiredDocuments(anyone)),
    })
    expect(failure.fields).toEqual({ placeKindId: [{ code: 'reference.notAllowed' }] })
  })

  test.each([
    ...names(asAnyResource(applicationChoices)).filter(
      (name) => !publicCalls.choiceFields.includes(name),
    ),
    'id',
    'version',
    'nonsense',
  ])('accepts only the programme and the preference in a further choice: %s', async (name) => {
    const choice = {
      specializationId: special.specializationId,
      fundingPreference: 'budget',
      [name]: 2,
    }
    const form = {
      ...applicationForm(next(), byGrade),
      baccalaureateAverage: 9,
      romanianGrade: 9,
      motivation: 'Vreau.',
    }
    const { status, failure } = await submitJson(anyone, {
      ...form,
      choices: [choice],
      ...(await uploadRequiredDocuments(anyone)),
    })
    const isField = Object.hasOwn(applicationChoices.fields, name)
    expect([status, failure.fields]).toEqual([
      400,
      { choices: [{ code: isField ? 'field.notApplicable' : 'field.unknown' }] },
    ])
  })

  test('keeps only form answers in a draft, and removes everything else, even inside lists', async () => {
    const save = (values: object) =>
      anyone.call('POST', admissionEndpoints.saveDraft.path, {
        content: { key: randomUUID(), step: 'identity', values, filled: [] },
        documents: {},
      })
    const storedFields = {
      lastName: 'Pop',
      grades: JSON.stringify({ baccalaureateAverage: '9' }),
      answers: JSON.stringify({ motivation: 'Vreau.' }),
    }
    expect((await save(storedFields)).status).toBe(201)
    const formFields = [...commonFields, 'fundingPreference', 'placeKindId', 'choices']
    const refusedFields = names(asAnyResource(registrations)).filter(
      (name) =>
        !formFields.includes(name) ||
        name.endsWith('Url') ||
        ['language', 'noticeVersion'].includes(name),
    )
    for (const values of [
      ...refusedFields.map((name) => ({ [name]: 'x' })),
      { grades: JSON.stringify({ examGrade: '10' }) },
      { grades: JSON.stringify({ baccalaureateAverage: { value: '9' } }) },
      { grades: '[' },
      { answers: JSON.stringify({ status: 'accepted' }) },
      { answers: JSON.stringify({ filePortfolioUrl: 'x' }) },
    ]) {
      const { status, failure } = await save(values)
      expect([values, status, failure.fields]).toEqual([
        values,
        400,
        { content: [{ code: 'field.notApplicable' }] },
      ])
    }
  })

  test('rejects other fields in an answer to a change request and in an appeal', async () => {
    const { reference, accessCode } = (
      await submitMultipart(anyone, applicationForm(next(), plain))
    ).data
    const [row] = await site.database.query<{ id: string }>(
      'select id from registrations where reference_code = $1',
      [reference],
    )
    const { status } = await secretary.call('PATCH', '/api/registrations/status-update', {
      id: row?.id,
      status: 'update_requested',
      issue: 'Wrong street',
      issueExplanation: 'The street cannot be made out.',
      requestedChanges: [{ field: 'address' }],
    })
    expect(status).toBe(200)
    site.wait(60 * 60_000)
    const applicant = site.browser()
    await applicant.call('POST', admissionEndpoints.openApplication.path, { reference, accessCode })
    for (const [name, spec] of fieldEntries(asAnyResource(registrations))) {
      if (name === 'address') continue
      for (const body of [
        { values: { address: 'Str. Nouă 4', [name]: sampleOf(spec) } },
        { values: { address: 'Str. Nouă 4' }, [name]: 'x' },
      ]) {
        const { method, path } = admissionEndpoints.answerRequest
        const answer = await applicant.call(method, path, body)
        expect([name, answer.status]).toEqual([name, 400])
      }
    }
    for (const [name, spec] of fieldEntries(asAnyResource(admissionAppeals))) {
      if (name === 'explanation') continue
      const { method, path } = admissionEndpoints.appealResult
      const answer = await applicant.call(method, path, {
        explanation: 'The grade is wrong.',
        [name]: sampleOf(spec),
      })
      expect([name, answer.status, Object.keys(answer.failure.fields ?? {})]).toEqual([
        name,
        400,
        [name],
      ])
    }
  })

  test('staff can enter values that no form has, and users who verify grades see who entered each value', async () => {
    await secretary.signIn('ana')
    const form = { ...applicationForm(next(), byExamination), degreeAverage: 6 }
    const { reference } = (await submitMultipart(anyone, form)).data
    const [row] = await site.database.query<{ id: string }>(
      'select id from registrations where reference_code = $1',
      [reference],
    )
    const id = row?.id ?? ''
    const read = async () =>
      (await secretary.call<WireRegistration>('GET', `/api/registrations/${id}`)).data.gradesEntered
    const byApplicant = {
      grade: 'degreeAverage',
      at: expect.any(String),
      actor: { kind: 'applicant', name: 'applicant' },
    }
    expect(await read()).toEqual([byApplicant])
    expect(
      (await secretary.call('PATCH', '/api/registrations/update', { id, examGrade: 7 })).status,
    ).toBe(200)
    await updateAsProgram(site, 'registrations', { id, city: 'Cluj' })
    const byAna = {
      grade: 'examGrade',
      at: expect.any(String),
      actor: { kind: 'staff', name: expect.any(String) },
    }
    expect(await read()).toEqual([byApplicant, byAna])
    expect(
      (
        await secretary.call('PATCH', '/api/registrations/update', {
          id,
          degreeAverage: 7,
          examGrade: null,
        })
      ).status,
    ).toBe(200)
    expect(await read()).toEqual([{ ...byAna, grade: 'degreeAverage' }])
  })

  test('every public call rejects keys that its schema does not contain', () => {
    for (const call of Object.values(publicCalls)) {
      if (typeof call !== 'object' || !('input' in call) || !('safeParse' in call.input)) continue
      const issues = call.input.safeParse({ unnamedField: 1 }).error?.issues ?? []
      expect([
        call.path,
        issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : [])),
      ]).toEqual([call.path, ['unnamedField']])
    }
  })

  test('rejects documents that the chosen programme does not require', async () => {
    const questionDocuments = documentNames.filter((name) =>
      programmeQuestionFields.includes(documentField(name)),
    )
    expect(questionDocuments.length).toBeGreaterThan(0)
    for (const name of questionDocuments) {
      const { status, failure } = await submitMultipart(anyone, applicationForm(next(), plain), [
        ...['fileCV', 'fileDiploma', 'fileIdCard', name].map((one) => pdfUpload(one)),
      ])
      expect([status, failure.fields]).toEqual([400, { [name]: [{ code: 'field.notApplicable' }] }])
    }
  })
})
