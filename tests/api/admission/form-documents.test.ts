/** Documents and declarations that the office asks for in its form. */
import { pdfText } from '@matricola/testing/generated-pdf.ts'
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import type { FormContent } from '#resources/admission/form-content.ts'
import type { WireApplication } from '#resources/admission/wire.ts'
import type { WireOpenDraft, WireSavedDraft } from '#resources/admission/wire-drafts.ts'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import { eraseApplication } from '#server/admission/privacy/erase.ts'
import { exportPerson } from '#server/admission/privacy/export-person.ts'
import { engines } from '#tests/support/databases.ts'
import { openWithAccessCode } from '#tests/support/seed-application.ts'
import { type ProgrammeIds, seedProgramme } from '#tests/support/seed-programme.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import {
  applicationForm,
  seedRecord,
  submitJson,
  updateSettings,
  uploadRequiredDocuments,
  uploadStagedDocument,
} from '#tests/support/submit-application.ts'

const translation = 'q_trans1'
const certificate = 'q_certi1'
const income = 'q_incom1'
const truth = 'q_truth1'
const label = { ro: 'Traducere legalizată', en: 'Certified translation' }
const content: FormContent = {
  pages: [
    {
      id: 'p_docum1',
      title: { ro: 'Acte' },
      items: [
        { id: translation, key: 'translation', type: 'file', label, required: true },
        {
          ...{ id: certificate, key: 'certificate', type: 'file', required: false },
          label: { ro: 'Certificat' },
        },
        {
          ...{ id: income, key: 'income', type: 'file', required: false, readers: ['admin'] },
          label: { ro: 'Adeverință de venit' },
        },
        {
          ...{ id: truth, key: 'truth', type: 'declaration', required: true },
          ...{ label: { ro: 'Declarație' }, text: { ro: 'Declar că datele sunt adevărate.' } },
        },
      ],
    },
  ],
}

describe.each(engines)('documents of an application form on $engine', ({ open }) => {
  let site: SessionApp
  let anyone: TestBrowser
  let secretary: TestBrowser
  let programme: ProgrammeIds
  let sequence = 500

  const upload = async () => (await uploadStagedDocument(anyone)).data.id
  const submit = async (answers: object) =>
    submitJson(anyone, {
      ...applicationForm(++sequence, programme),
      ...(await uploadRequiredDocuments(anyone)),
      answers,
    })
  const accepted = async (more: object = {}) => {
    const file = await upload()
    const sent = await submit({ [translation]: file, [truth]: true, ...more })
    expect(sent.status).toBe(201)
    const [row] = await site.database.query<{ id: string }>(
      'select id from registrations where reference_code = $1',
      [sent.data.reference],
    )
    return { ...sent.data, id: row?.id ?? '', file }
  }
  const review = async (id: string, browser = secretary) =>
    (await browser.call<WireRegistration>('GET', `/api/registrations/${id}`)).data
  const fileRow = async (id: string) =>
    (
      await site.database.query<{ field: string; resource: string; record_id: string }>(
        'select field, resource, record_id from file where id = $1 and claimed_at is not null',
        [id],
      )
    )[0]

  beforeAll(async () => {
    site = await startSessionApp({}, open)
    anyone = site.browser()
    secretary = site.browser()
    await site.createAccount('secretary', { username: 'ana' })
    await secretary.signIn('ana')
    programme = await seedProgramme(site, { name: 'letters' })
    const session = await seedRecord(site, 'admission-sessions', {
      ...{ name: 'Admitere 2026', academicYear: '2026-2027' },
    })
    await updateSettings(site, { registrationOpen: true, admissionSessionId: session.id })
    const form = await seedRecord(site, 'application-forms', {
      ...{ name: 'Licență 2026', admissionSessionId: session.id, degree: 'bachelor' },
    })
    const version = await seedRecord(site, 'application-form-versions', { formId: form.id })
    await site.database.query(
      "update application_form_versions set state = 'published', content = $2::jsonb where id = $1",
      [version.id, JSON.stringify(content)],
    )
  })
  afterAll(() => site.close())
  beforeEach(() => site.resetRateLimits())

  test('belong to the application and its item', async () => {
    const { id, file } = await accepted()
    expect(await fileRow(file)).toEqual({
      ...{ field: `answers.${translation}`, resource: 'registrations', record_id: id },
    })
  })

  test.each([
    ['a missing document', () => ({}), { [translation]: [{ code: 'required' }] }],
    [
      'a file that does not exist',
      () => ({ [translation]: '00000000-0000-4000-8000-000000000001' }),
      { [translation]: [{ code: 'file.unknown' }] },
    ],
  ])('are refused: %s', async (_, answers, fields) => {
    const sent = await submit({ [truth]: true, ...answers() })
    expect(sent.status).toBe(400)
    expect(sent.failure.fields).toEqual(fields)
  })

  test('are refused if one file answers two items, or belongs to another application', async () => {
    const { file } = await accepted()
    expect((await submit({ [truth]: true, [translation]: file })).failure.fields).toEqual({
      [translation]: [{ code: 'file.unknown' }],
    })
    const twice = await upload()
    const sent = await submit({ [truth]: true, [translation]: twice, [certificate]: twice })
    expect(sent.failure.fields).toEqual({ [certificate]: [{ code: 'file.unknown' }] })
    expect(await fileRow(twice)).toBeUndefined()
  })

  test('need a declaration that is ticked', async () => {
    const sent = await submit({ [translation]: await upload(), [truth]: false })
    expect(sent.failure.fields).toEqual({ [truth]: [{ code: 'required' }] })
  })

  test('are reviewed like other documents, and a rejected one prevents the acceptance', async () => {
    const { id, file } = await accepted()
    const document = (await review(id)).documents.find((one) => one.document === translation)
    expect(document).toMatchObject({ label, url: `/api/files/${file}`, mark: null })
    expect((await secretary.call('GET', `/api/files/${file}`)).status).toBe(200)
    const logged = await site.database.query(
      "select from access_log where record_id = $1 and file_id = $2 and kind = 'file'",
      [id, file],
    )
    expect(logged).toHaveLength(1)
    const professor = site.browser()
    await site.createAccount('professor', { username: `prof${sequence}` })
    await professor.signIn(`prof${sequence}`)
    expect((await professor.call('GET', `/api/files/${file}`)).status).toBeGreaterThanOrEqual(403)
    const { data } = await secretary.call<WireRegistration>(
      'PATCH',
      `/api/registrations/${id}/documents/${translation}`,
      { mark: 'rejected', reason: 'Nu se citește', version: (await review(id))._version },
    )
    expect(data.documents.find((one) => one.document === translation)?.mark).toMatchObject({
      ...{ mark: 'rejected', reason: 'Nu se citește' },
    })
    const reviewed = await secretary.call<WireRegistration>(
      'PATCH',
      '/api/registrations/status-update',
      { id, status: 'under_review', version: data._version },
    )
    const refused = await secretary.call('PATCH', '/api/registrations/status-update', {
      ...{ id, status: 'accepted', version: reviewed.data._version },
    })
    expect(refused.failure.fields).toMatchObject({ [translation]: [{ code: 'document.rejected' }] })
  })

  test('are read, opened and marked only by the roles of the item', async () => {
    const hidden = await upload()
    const { id } = await accepted({ [income]: hidden })
    const admin = site.browser()
    await site.createAccount('admin', { username: 'ioana' })
    await admin.signIn('ioana')
    const seenBy = async (browser: TestBrowser) =>
      (await review(id, browser)).documents.map(({ document }) => document)
    const open = async (browser: TestBrowser) =>
      (await browser.call('GET', `/api/files/${hidden}`)).status
    const mark = async (browser: TestBrowser) =>
      browser.call('PATCH', `/api/registrations/${id}/documents/${income}`, { mark: 'verified' })

    expect(await seenBy(secretary)).toContain(translation)
    expect(await seenBy(secretary)).not.toContain(income)
    expect(JSON.stringify(await review(id))).not.toContain(hidden)
    expect(await open(secretary)).toBe(404)
    expect((await mark(secretary)).failure.fields).toEqual({ mark: [{ code: 'file.unknown' }] })

    expect(await seenBy(admin)).toContain(income)
    expect(await open(admin)).toBe(200)
    expect((await mark(admin)).status).toBe(200)
  })

  test('are shown to the applicant, on the receipt and in the export of the person', async () => {
    const { id, reference, accessCode, file } = await accepted()
    const own = await openWithAccessCode(site, { id, cnp: '', reference, code: accessCode ?? '' })
    const { data } = await own.call<WireApplication>('GET', admissionEndpoints.application.path)
    const document = data.documents.find((one) => one.document === translation)
    expect(document).toMatchObject({ label, name: 'file.pdf' })
    expect((await own.call('GET', document?.url ?? '')).status).toBe(200)
    const receipt = await own.call('GET', admissionEndpoints.ownReceipt.path, undefined, {
      headers: { 'accept-language': 'en' },
    })
    expect(await pdfText(receipt.bytes)).toContain('Certified translation')
    const exported = await exportPerson(site.context, reference)
    expect(exported.data.formAnswers).toContainEqual({ key: 'translation', label, answer: file })
    expect(exported.data.formAnswers).toContainEqual(
      expect.objectContaining({ key: 'truth', answer: true }),
    )
    expect(JSON.stringify(exported.data)).toContain(`-${translation}.pdf`)
  })

  test.each([false, true])('are erased with the application, wholly: %s', async (isWhole) => {
    const { id, file } = await accepted()
    await eraseApplication(site.context, { id, isWhole, by: 'erasure', allowOpen: true })
    expect(await site.database.query('select from file where id = $1', [file])).toEqual([])
    const [row] = await site.database.query<{ answers: unknown }>(
      'select answers from registrations where id = $1',
      [id],
    )
    expect(row?.answers).toEqual(isWhole ? null : { [truth]: true })
  })

  test('stay in a saved draft', async () => {
    const file = await upload()
    const saved = await anyone.call<WireSavedDraft>('POST', admissionEndpoints.saveDraft.path, {
      content: {
        ...{ key: 'key-of-a-draft-with-a-document', step: 'questions', filled: [] },
        values: { answers: JSON.stringify({ [truth]: 'true' }) },
      },
      documents: { [translation]: file },
    })
    expect(saved.status).toBe(201)
    const opened = await site
      .browser({ ip: '198.51.100.9' })
      .call<WireOpenDraft>(
        'POST',
        admissionEndpoints.openDraft.path.replace(':id', saved.data.id),
        { accessCode: saved.data.accessCode },
      )
    expect(opened.data.documents[translation]).toMatchObject({ id: file, name: 'file.pdf' })
  })
})
