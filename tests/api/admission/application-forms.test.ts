import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import type { FormContent, FormItem } from '#resources/admission/form-content.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import type { WireFormUsage } from '#resources/calls/application-forms.ts'
import { exportPerson } from '#server/admission/privacy/export-person.ts'
import { engines } from '#tests/support/databases.ts'
import { type ProgrammeIds, seedProgramme } from '#tests/support/seed-programme.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import {
  applicationForm,
  seedRecord,
  submitJson,
  submitMultipart,
  updateSettings,
  uploadRequiredDocuments,
} from '#tests/support/submit-application.ts'

const all = (text: string) => ({ ro: text, en: text })
const entry = {
  id: 'q_entry1',
  key: 'entry',
  type: 'choice',
  label: all('Cum candidați?'),
  options: [
    { id: 'o_first1', label: all('Anul I') },
    { id: 'o_trans1', label: all('Transfer') },
  ],
  required: true,
} as const satisfies FormItem
const previous = {
  id: 'q_prev01',
  key: 'previousUniversity',
  type: 'text',
  max: 40,
  label: all('Universitatea anterioară'),
  asks: { q_entry1: { eq: 'o_trans1' } },
  required: true,
} as const satisfies FormItem
const years = {
  id: 'q_years1',
  key: 'yearsOfWork',
  type: 'integer',
  min: 0,
  max: 60,
  label: all('Ani de lucru'),
  asks: { degree: { eq: 'bachelor' } },
  required: { isMinor: { eq: false } },
} as const satisfies FormItem
const formOf = (...items: readonly FormItem[]): FormContent => ({
  pages: [{ id: 'p_about1', title: all('Despre dumneavoastră'), items: [...items] }],
})

describe.each(engines)('application forms on $engine', ({ open }) => {
  let site: SessionApp
  let anyone: TestBrowser
  let admin: TestBrowser
  let programme: ProgrammeIds
  let master: ProgrammeIds
  let formId = ''
  let sessionId = ''
  let versionId = ''
  let sequence = 300
  const next = () => ++sequence

  const newVersion = async (browser = admin) =>
    browser.call<{ id: string; number: number; content: FormContent }>(
      'POST',
      '/api/application-form-versions/create',
      { formId },
    )
  const act = (id: string, action: string, body: object = {}, browser = admin) =>
    browser.call<{ content: FormContent; state: string }>(
      'POST',
      `/api/application-form-versions/${id}/actions/${action}`,
      body,
    )
  const publish = async (content: FormContent) => {
    const { data } = await newVersion()
    await act(data.id, 'arrange', { content })
    const published = await act(data.id, 'publish')
    expect(published.status).toBe(200)
    return data.id
  }
  const publicConfig = async () =>
    (await anyone.call<WireIntake>('GET', admissionEndpoints.publicConfig.path)).data
  const submit = async (answers: object, values: object = {}) =>
    submitJson(anyone, {
      ...applicationForm(next(), programme),
      ...(await uploadRequiredDocuments(anyone)),
      answers,
      ...values,
    })
  const stored = async (reference: string) =>
    (
      await site.database.query<{ answers: unknown; form_version_id: string | null }>(
        'select answers, form_version_id from registrations where reference_code = $1',
        [reference],
      )
    )[0]

  beforeAll(async () => {
    site = await startSessionApp({}, open)
    anyone = site.browser()
    admin = site.browser()
    await site.createAccount('admin', { username: 'ioana' })
    await admin.signIn('ioana')
    programme = await seedProgramme(site, { name: 'letters' })
    master = await seedProgramme(site, { name: 'master', cycle: 'master' })
    const session = await seedRecord(site, 'admission-sessions', {
      name: 'Admitere 2026',
      academicYear: '2026-2027',
    })
    sessionId = session.id
    await updateSettings(site, { registrationOpen: true, admissionSessionId: session.id })
    const form = await admin.call<{ id: string }>('POST', '/api/application-forms/create', {
      name: 'Licență 2026',
      admissionSessionId: session.id,
      degree: 'bachelor',
    })
    formId = form.data.id
    versionId = await publish(formOf(entry, previous, years))
  })
  afterAll(() => site.close())

  test('show the published version for the degree to applicants', async () => {
    expect((await publicConfig()).forms).toEqual([
      {
        id: versionId,
        degree: 'bachelor',
        content: formOf(entry, previous, years),
        removed: [],
      },
    ])
  })

  test('store the answers of an application with the version', async () => {
    const answers = { q_entry1: 'o_trans1', q_prev01: '  Alba  Iulia ', q_years1: 3 }
    const sent = await submit(answers, { formVersionId: versionId })
    expect(sent.status).toBe(201)
    expect(await stored(sent.data.reference)).toEqual({
      answers: { ...answers, q_prev01: 'Alba Iulia' },
      form_version_id: versionId,
    })
    const { data } = await exportPerson(site.context, sent.data.reference)
    expect(data.formAnswers).toEqual([
      { key: 'entry', label: entry.label, answer: 'o_trans1', options: [entry.options[1]?.label] },
      { key: 'previousUniversity', label: previous.label, answer: 'Alba Iulia' },
      { key: 'yearsOfWork', label: years.label, answer: 3 },
    ])
  })

  test('are also answered in a multipart form', async () => {
    const answers = { q_entry1: 'o_first1', q_years1: 0 }
    const sent = await submitMultipart(anyone, {
      ...applicationForm(next(), programme),
      answers: JSON.stringify(answers),
    })
    expect(sent.status).toBe(201)
    expect((await stored(sent.data.reference))?.answers).toEqual(answers)
  })

  test.each([
    ['a missing answer', { q_years1: 1 }, { q_entry1: [{ code: 'required' }] }],
    [
      'a missing answer that an earlier answer requires',
      { q_entry1: 'o_trans1', q_years1: 1 },
      { q_prev01: [{ code: 'required' }] },
    ],
    [
      'an answer that is not asked',
      { q_entry1: 'o_first1', q_years1: 1, q_prev01: 'Alba' },
      { q_prev01: [{ code: 'field.notApplicable' }] },
    ],
    [
      'an unknown question',
      { q_entry1: 'o_first1', q_years1: 1, q_other1: 1 },
      { q_other1: [{ code: 'field.unknown' }] },
    ],
    [
      'an unknown option',
      { q_entry1: 'o_other1', q_years1: 1 },
      { q_entry1: [expect.objectContaining({ code: 'choice.unknown' })] },
    ],
    [
      'a value above the maximum',
      { q_entry1: 'o_first1', q_years1: 61 },
      { q_years1: [expect.objectContaining({ code: 'number.tooLarge' })] },
    ],
  ])('refuse %s', async (_, answers, fields) => {
    const sent = await submit(answers)
    expect(sent.status).toBe(400)
    expect(sent.failure.fields).toEqual(fields)
  })

  test('apply only to their degree', async () => {
    const withoutForm = await submit({}, { ...master })
    expect(withoutForm.status).toBe(201)
    expect(await stored(withoutForm.data.reference)).toEqual({
      answers: null,
      form_version_id: null,
    })
    expect((await submit({ q_entry1: 'o_first1' }, { ...master })).failure.fields).toEqual({
      answers: [{ code: 'field.notApplicable' }],
    })
  })

  test('cannot be published with mistakes, which name the question', async () => {
    const { data } = await newVersion()
    expect(data.content).toEqual(formOf(entry, previous, years))
    const refusals = async (content: FormContent) => {
      expect((await act(data.id, 'arrange', { content })).status).toBe(200)
      const refused = await act(data.id, 'publish')
      expect(refused.status).toBe(409)
      return refused.failure.fields?._?.map(({ code }) => code)
    }
    expect(await refusals({ pages: [] })).toEqual(['admissionForm.empty'])
    expect(await refusals(formOf(previous, entry, years))).toEqual([
      'admissionForm.conditionUnknown',
    ])
    expect(
      await refusals(formOf(entry, { ...previous, asks: { q_entry1: { eq: 'o_other1' } } }, years)),
    ).toEqual(['admissionForm.conditionInvalid'])
    expect(
      await refusals(formOf(entry, previous, { ...years, key: 'years', min: 9, max: 1 })),
    ).toEqual(['admissionForm.emptyRange', 'admissionForm.changed'])
    expect(await refusals(formOf({ ...entry, label: { en: 'How?' } }, previous, years))).toEqual([
      'admissionForm.textMissing',
    ])
    expect((await publicConfig()).forms?.[0]?.id).toBe(versionId)
  })

  test('keep the questions that ranking rules of their programmes read', async () => {
    const row = await seedRecord(site, 'admission-programmes', {
      ...{ admissionSessionId: sessionId, specializationId: programme.specializationId },
      ...{ placesBudget: 1, placesFee: 0, formula: 'examGrade' },
    })
    await site.database.query(
      "update admission_programmes set formula = '0.5 * answers.yearsOfWork + 0.5 * examGrade' where id = $1",
      [row.id],
    )
    const { data } = await newVersion()
    const refusals = async (...items: readonly FormItem[]) => {
      await act(data.id, 'arrange', { content: formOf(...items) })
      const refused = await act(data.id, 'publish')
      return refused.failure.fields?._?.map(({ code, params }) => [code, params?.question])
    }
    expect(await refusals(entry, previous)).toEqual([
      ['admissionForm.ruleReadsMissing', 'yearsOfWork'],
    ])
    expect(await refusals(entry, previous, { ...years, required: false })).toEqual([
      ['admissionForm.ruleReadsOptional', 'yearsOfWork'],
    ])
    const usage = await admin.call<WireFormUsage>('GET', `/api/application-forms/${formId}/usage`)
    expect(usage.data.ruleReads).toEqual([{ key: 'yearsOfWork', programme: expect.any(String) }])
    await site.database.query('delete from admission_programmes where id = $1', [row.id])
    await act(data.id, 'arrange', { content: formOf(entry, previous, years) })
  })

  test('refuse content beyond the limits, and ids that are used twice', async () => {
    const { data } = await newVersion()
    const refusal = async (content: FormContent) =>
      Object.values((await act(data.id, 'arrange', { content })).failure.fields ?? {})
    const many = Array.from({ length: 81 }, (_, index) => ({
      ...years,
      id: `q_${String(index).padStart(6, '0')}`,
      key: `years${index}`,
    }))
    expect(await refusal(formOf(...many))).toEqual([
      [expect.objectContaining({ code: 'admissionForm.limits' })],
    ])
    expect(await refusal(formOf(entry, { ...years, id: entry.id }))).toEqual([
      [expect.objectContaining({ code: 'admissionForm.repeated' })],
    ])
  })

  test('are arranged only as drafts and only by administrators', async () => {
    const content = formOf(entry)
    expect((await act(versionId, 'arrange', { content })).status).toBe(409)
    const secretary = site.browser()
    await site.createAccount('secretary', { username: 'ana' })
    await secretary.signIn('ana')
    const { data } = await newVersion()
    expect((await act(data.id, 'arrange', { content }, secretary)).status).toBe(403)
    expect((await newVersion(secretary)).status).toBe(403)
  })

  test('count the applications by version and by question', async () => {
    const { data } = await admin.call<WireFormUsage>(
      'GET',
      `/api/application-forms/${formId}/usage`,
    )
    expect(data.versions).toEqual([{ versionId, applications: 2 }])
    expect([...data.items].sort((one, other) => one.itemId.localeCompare(other.itemId))).toEqual([
      { itemId: 'q_entry1', applications: 2 },
      { itemId: 'q_prev01', applications: 1 },
      { itemId: 'q_years1', applications: 2 },
    ])
  })

  test('keep the version of sent applications when another one is published', async () => {
    const before = await submit({ q_entry1: 'o_first1', q_years1: 2 })
    const seen = versionId
    versionId = await publish(formOf(entry, years))
    const states = await site.database.query<{ state: string }>(
      'select state from application_form_versions where id = $1',
      [seen],
    )
    expect(states).toEqual([{ state: 'retired' }])
    expect((await stored(before.data.reference))?.form_version_id).toBe(seen)
    const late = await submit({ q_entry1: 'o_first1', q_years1: 2 }, { formVersionId: seen })
    expect(late).toMatchObject({ status: 409, failure: { code: 'registration.formChanged' } })
    expect((await publicConfig()).forms?.[0]).toMatchObject({
      id: versionId,
      removed: [{ id: previous.id, label: previous.label }],
    })
  })

  test('with 80 questions in four languages are saved', async () => {
    const texts = (length: number) =>
      Object.fromEntries(['ro', 'en', 'fr', 'de'].map((language) => [language, 'ș'.repeat(length)]))
    const partId = (part: string, number: number) => `${part}_${String(number).padStart(6, '0')}`
    const items = Array.from({ length: 80 }, (_, index) => ({
      id: partId('q', index),
      key: `question${index}`,
      type: 'choice' as const,
      label: texts(60),
      help: texts(500),
      required: false,
      options: Array.from({ length: 5 }, (_unused, option) => ({
        id: partId('o', index * 5 + option),
        label: texts(10),
      })),
    }))
    const { data } = await newVersion()
    const saved = await act(data.id, 'arrange', { content: formOf(...items) })
    expect(saved.status).toBe(200)
    expect(saved.data.content.pages[0]?.items).toHaveLength(80)
  })
})
