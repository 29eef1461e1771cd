/** Documents and declarations that the office asks for in its form. */
import { pdfText } from '@matricola/testing/generated-pdf.ts'
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { buildMultipart } from '@matricola/testing/uploads.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import type { FormContent } from '#resources/admission/form-content.ts'
import type { WireApplication } from '#resources/admission/wire.ts'
import type { WireOpenDraft, WireSavedDraft } from '#resources/admission/wire-drafts.ts'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import { eraseApplication } from '#server/admission/privacy/erase.ts'
import { exportPerson } from '#server/admission/privacy/export-person.ts'
import { engines } from '#tests/support/databases.ts'
import { distinctPdf, openWithAccessCode } from '#tests/support/seed-application.ts'
import { type ProgrammeIds, seedProgramme } from '#tests/support/seed-programme.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import {
  applicationForm,
  pdfUpload,
  seedRecord,
  sendMultipart,
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

  /** Requests documents, waits until the applicant is notified, and opens the application. */
  async function request(
    application: Awaited<ReturnType<typeof accepted>>,
    fields: readonly string[],
  ) {
    const { id, reference, accessCode } = application
    for (const body of [
      { status: 'under_review' },
      {
        ...{ status: 'update_requested', issue: 'Traducere', issueExplanation: 'Nu se citește.' },
        requestedChanges: fields.map((field) => ({ field })),
      },
    ]) {
      const { status } = await secretary.call('PATCH', '/api/registrations/status-update', {
        ...{ id, ...body },
      })
      expect(status).toBe(200)
    }
    site.wait(3 * 60_000)
    return openWithAccessCode(site, { id, cnp: '', reference, code: accessCode ?? '' })
  }
  const uploadChanged = async (browser: TestBrowser, content: string) =>
    (
      await sendMultipart<{ id: string }>(
        browser,
        admissionEndpoints.sendChangedFile.path,
        buildMultipart(pdfUpload('file', distinctPdf(content))),
      )
    ).data.id
  const answer = (browser: TestBrowser, body: object) =>
    browser.call<WireApplication>('PATCH', admissionEndpoints.answerRequest.path, body)

  test('can be requested: the applicant replaces one and adds a missing one', async () => {
    const application = await accepted()
    const { id, file } = application
    await secretary.call('PATCH', `/api/registrations/${id}/documents/${translation}`, {
      ...{ mark: 'rejected', reason: 'Nu se citește' },
    })
    const before = await review(id)
    expect(before.unansweredItems).toEqual([
      { id: certificate, type: 'file', label: { ro: 'Certificat' } },
    ])
    const browser = await request(application, [translation, certificate])
    const { data } = await browser.call<WireApplication>('GET', admissionEndpoints.application.path)
    expect(data.requestedChanges).toEqual([
      expect.objectContaining({ field: translation, oldValue: 'file.pdf' }),
      expect.objectContaining({ field: certificate, oldValue: null }),
    ])
    expect(JSON.stringify(data.values)).not.toContain(file)

    const newFile = await uploadChanged(browser, 'new translation')
    const other = await uploadChanged(browser, 'certificate')
    const refused = await answer(browser, {
      ...{ version: data.version, values: { [certificate]: other } },
      files: { [translation]: file, fileCV: newFile },
    })
    expect(refused.failure.fields).toEqual({
      fileCV: [{ code: 'field.notRequested' }],
      [certificate]: [{ code: 'field.notRequested' }],
      [translation]: [{ code: 'field.unanswered' }],
    })
    expect(
      (
        await answer(browser, {
          ...{ version: data.version, files: { [translation]: newFile, [certificate]: newFile } },
        })
      ).failure.fields,
    ).toEqual({ [certificate]: [{ code: 'file.unknown' }] })

    const sent = await answer(browser, {
      ...{ version: data.version, files: { [translation]: newFile, [certificate]: other } },
    })
    expect(sent.status).toBe(200)
    const answered = sent.data.answered?.changes ?? []
    expect(answered.map((change) => change.beforeFile?.name ?? null)).toEqual(['file.pdf', null])
    const reopened = await openWithAccessCode(site, {
      ...{ id, cnp: '', reference: application.reference, code: application.accessCode ?? '' },
    })
    expect((await reopened.call('GET', answered[0]?.beforeFile?.url ?? '')).status).toBe(200)
    expect(await fileRow(newFile)).toMatchObject({
      ...{ field: `answers.${translation}`, record_id: id },
    })
    const after = (await review(id)).documents.filter(({ label: given }) => given)
    expect(after.map(({ document, url, mark, older }) => [document, url, mark, older])).toEqual([
      [
        translation,
        `/api/files/${newFile}`,
        null,
        [expect.objectContaining({ url: `/api/files/${file}` })],
      ],
      [certificate, `/api/files/${other}`, null, []],
    ])
  })

  test('can be kept with a reason', async () => {
    const application = await accepted()
    const browser = await request(application, [translation])
    const { data } = await browser.call<WireApplication>('GET', admissionEndpoints.application.path)
    const sent = await answer(browser, {
      ...{ version: data.version, kept: { [translation]: 'Este lizibilă.' } },
    })
    expect(sent.status).toBe(200)
    expect(sent.data.answered?.changes).toEqual([
      expect.objectContaining({
        ...{ field: translation, beforeFile: null, keptReason: 'Este lizibilă.' },
      }),
    ])
    expect(await fileRow(application.file)).toBeDefined()
  })

  test('can be an attachment of the applicant, until it is undone', async () => {
    const application = await accepted()
    const { id, file, reference, accessCode } = application
    const browser = await openWithAccessCode(site, {
      id,
      cnp: '',
      reference,
      code: accessCode ?? '',
    })
    const uploaded = await sendMultipart<{ id: string }>(
      ...([browser, '/api/registrations/applicant/messages/files'] as const),
      buildMultipart(pdfUpload('file', distinctPdf('attached'))),
    )
    await browser.call('POST', '/api/registrations/applicant/messages', {
      ...{ body: 'Am atașat actul.', attachments: [uploaded.data.id] },
    })
    const adopt = (document: string, browserOfStaff = secretary) =>
      browserOfStaff.call<WireRegistration>(
        ...(['POST', `/api/registrations/${id}/documents/${document}`] as const),
        { attachment: uploaded.data.id },
      )
    const undo = (document: string, browserOfStaff = secretary) =>
      browserOfStaff.call<WireRegistration>(
        ...(['POST', `/api/registrations/${id}/documents/${document}/undo`] as const),
        {},
      )
    const urls = ({ documents }: WireRegistration) =>
      documents.flatMap(({ document, label: given, url }) => (given ? [[document, url]] : []))
    const usedAs = ({ messages }: WireRegistration) =>
      messages.flatMap(({ attachments }) => attachments.map((one) => one.usedAs))

    expect((await adopt(income)).failure.fields).toEqual({ document: [{ code: 'choice.unknown' }] })
    expect((await adopt(truth)).failure.fields).toEqual({ document: [{ code: 'choice.unknown' }] })
    const added = await adopt(certificate)
    expect(added.status).toBe(200)
    expect(usedAs(added.data)).toEqual([certificate])
    expect(urls(added.data).map(([document]) => document)).toEqual([translation, certificate])
    expect((await adopt(translation)).failure.fields).toEqual({
      [translation]: [{ code: 'file.unchanged' }],
    })
    const removed = await undo(certificate)
    expect(urls(removed.data)).toEqual([[translation, `/api/files/${file}`]])
    expect(usedAs(removed.data)).toEqual([null])

    const admin = site.browser()
    await site.createAccount('admin', { username: 'irina' })
    await admin.signIn('irina')
    expect((await adopt(income, admin)).status).toBe(200)
    expect((await undo(income)).failure.code).toBe('transition.refused')
    expect((await undo(income, admin)).status).toBe(200)

    const replaced = await adopt(translation)
    expect(usedAs(replaced.data)).toEqual([translation])
    expect(urls(replaced.data)[0]?.[1]).not.toBe(`/api/files/${file}`)
    const restored = await undo(translation)
    expect(urls(restored.data)).toEqual([[translation, `/api/files/${file}`]])
    expect((await secretary.call('GET', `/api/files/${file}`)).status).toBe(200)
    expect((await undo(translation)).failure.code).toBe('transition.refused')
  })

  test('are answered by an attachment if they were requested', async () => {
    const application = await accepted()
    const { id } = application
    const browser = await request(application, [certificate])
    const uploaded = await sendMultipart<{ id: string }>(
      ...([browser, '/api/registrations/applicant/messages/files'] as const),
      buildMultipart(pdfUpload('file', distinctPdf('answers a request'))),
    )
    await browser.call('POST', '/api/registrations/applicant/messages', {
      ...{ body: 'Am atașat actul.', attachments: [uploaded.data.id] },
    })
    const { data } = await secretary.call<WireRegistration>(
      ...(['POST', `/api/registrations/${id}/documents/${certificate}`] as const),
      { attachment: uploaded.data.id },
    )
    expect(data.status).toBe('in_progress')
    expect(data.timeline.find(({ type }) => type === 'updateReceived')?.payload).toMatchObject({
      fields: [certificate],
    })
    const undone = await secretary.call<WireRegistration>(
      ...(['POST', `/api/registrations/${id}/documents/${certificate}/undo`] as const),
      {},
    )
    expect(undone.data.status).toBe('update_requested')
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
