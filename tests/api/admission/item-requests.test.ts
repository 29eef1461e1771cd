/** Change requests that name questions of the office, and their answers. */
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FormContent, FormItem, FormVariant } from '#resources/admission/form-content.ts'
import type { WireApplication } from '#resources/admission/wire.ts'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import { readTemplateValues } from '#server/admission/messages/templates.ts'
import { exportPerson } from '#server/admission/privacy/export-person.ts'
import { engines } from '#tests/support/databases.ts'
import {
  openWithAccessCode,
  type SeededApplication,
  seedApplication,
} from '#tests/support/seed-application.ts'
import { type ProgrammeIds, seedProgramme } from '#tests/support/seed-programme.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import { seedRecord, updateSettings } from '#tests/support/submit-application.ts'

const label = (ro: string, en: string) => ({ ro, en })
const prizes = {
  id: 'q_prize1',
  key: 'prizes',
  type: 'set',
  label: label('Premii', 'Prizes'),
  options: [
    { id: 'o_physi1', label: label('Fizică', 'Physics') },
    { id: 'o_chemi1', label: label('Chimie', 'Chemistry') },
  ],
  required: false,
} as const satisfies FormItem
const school = {
  id: 'q_schoo1',
  key: 'school',
  type: 'text',
  max: 40,
  label: label('Liceul absolvit', 'School'),
  required: false,
} as const satisfies FormItem
const years = {
  id: 'q_years1',
  key: 'years',
  type: 'integer',
  min: 0,
  max: 60,
  label: label('Ani de lucru', 'Years of work'),
  required: true,
} as const satisfies FormItem
const studies = {
  id: 'q_studi1',
  key: 'studies',
  type: 'table',
  label: label('Studii anterioare', 'Previous studies'),
  required: false,
  rows: 3,
  columns: [
    { id: 'c_schoo1', label: label('Școala', 'School'), required: true, type: 'text', max: 40 },
    { id: 'c_grade1', label: label('Media', 'Average'), required: true, type: 'grade' },
  ],
} as const satisfies FormItem
const contentOf = (...items: readonly FormItem[]): FormContent => ({
  pages: [{ id: 'p_about1', title: label('Despre', 'About'), items: [...items] }],
})

describe.each(engines)('a change request about questions of the office, on $engine', ({ open }) => {
  let site: SessionApp
  let admin: TestBrowser
  let secretary: TestBrowser
  let programme: ProgrammeIds
  let session = ''
  let formId = ''
  let first = ''
  beforeAll(async () => {
    site = await startSessionApp({}, open)
    site.freezeClock()
    programme = await seedProgramme(site)
    await site.createAccount('admin', { username: 'root' })
    await site.createAccount('secretary', { username: 'ana' })
    ;[admin, secretary] = [site.browser(), site.browser()]
    session = (
      await seedRecord(site, 'admission-sessions', { name: 'Admitere', academicYear: '2026-2027' })
    ).id
    await updateSettings(site, { registrationOpen: true, admissionSessionId: session })
    formId = (
      await seedRecord(site, 'application-forms', {
        name: 'Licență',
        admissionSessionId: session,
        degree: 'bachelor',
      })
    ).id
  })
  afterAll(() => site.close())
  beforeEach(async () => {
    await site.resetRateLimits()
    await admin.signIn('root')
    await secretary.signIn('ana')
    first = await publish(contentOf(prizes, school))
  })

  async function publish(content: FormContent) {
    const { data } = await admin.call<{ id: string }>(
      'POST',
      '/api/application-form-versions/create',
      { formId },
    )
    const act = (action: string, body: object) =>
      admin.call('POST', `/api/application-form-versions/${data.id}/actions/${action}`, body)
    await act('arrange', { content })
    expect((await act('publish', {})).status).toBe(200)
    return data.id
  }
  /** An application with answers to the first version. */
  async function apply(answers: object = { [school.id]: 'Liceul 1' }) {
    const application = await seedApplication(site.context, programme)
    await site.database.query(
      'update registrations set admission_session_id = $2, form_version_id = $3, answers = $4::jsonb where id = $1',
      [application.id, session, first, JSON.stringify(answers)],
    )
    return application
  }
  async function request({ id }: SeededApplication, fields: readonly string[], by = secretary) {
    await updateStatus(id, { status: 'under_review' }, by)
    return updateStatus(
      id,
      {
        status: 'update_requested',
        issue: 'A question',
        issueExplanation: 'Answer it again.',
        requestedChanges: fields.map((field) => ({ field, message: `About ${field}` })),
      },
      by,
    )
  }
  const updateStatus = (id: string, body: object, by: TestBrowser) =>
    by.call<WireRegistration>('PATCH', '/api/registrations/status-update', { id, ...body })
  const staffView = async ({ id }: SeededApplication) =>
    (await secretary.call<WireRegistration>('GET', `/api/registrations/${id}`)).data
  const storedAnswers = async ({ id }: SeededApplication) =>
    (
      await site.database.query<{ answers: object }>(
        'select answers from registrations where id = $1',
        [id],
      )
    )[0]?.answers
  const read = async (browser: TestBrowser) =>
    (await browser.call<WireApplication>('GET', '/api/registrations/applicant')).data
  const answer = (browser: TestBrowser, body: object) =>
    browser.call<WireApplication>('PATCH', '/api/registrations/applicant-update', body)

  test('shows the questions with the words of the version that was sent, and stores the answers', async () => {
    const application = await apply({ [prizes.id]: ['o_physi1'], [school.id]: 'Liceul 1' })
    await publish(contentOf({ ...prizes, label: label('Olimpiade', 'Contests') }, school))
    expect((await request(application, [school.id, prizes.id, 'city'])).status).toBe(200)
    site.wait(3 * 60_000)

    const browser = await openWithAccessCode(site, application)
    const asked = await read(browser)
    expect(asked.requestedChanges).toEqual([
      expect.objectContaining({ field: 'city', oldValue: 'Turda' }),
      expect.objectContaining({
        field: school.id,
        item: school,
        formVersionId: first,
        oldValue: 'Liceul 1',
      }),
      expect.objectContaining({ field: prizes.id, item: prizes, oldValue: 'o_physi1' }),
    ])
    expect(asked.values[prizes.id]).toBe('o_physi1')

    const refused = await answer(browser, {
      version: asked.version,
      values: { [school.id]: 'x'.repeat(41), [prizes.id]: ['o_other1'], [years.id]: 3 },
    })
    expect(refused.failure.fields).toEqual({
      city: [{ code: 'field.unanswered' }],
      [school.id]: [expect.objectContaining({ code: 'text.tooLong' })],
      [prizes.id]: [expect.objectContaining({ code: 'choice.unknown' })],
      [years.id]: [{ code: 'field.notRequested' }],
    })

    const sent = await answer(browser, {
      version: asked.version,
      values: { [prizes.id]: ['o_physi1', 'o_chemi1'] },
      kept: { city: 'I still live there.', [school.id]: 'It is right.' },
    })
    expect(sent.status).toBe(200)
    expect(sent.data.answered?.changes).toContainEqual(
      expect.objectContaining({ field: prizes.id, item: prizes, before: 'o_physi1' }),
    )
    const after = await staffView(application)
    expect(await storedAnswers(application)).toEqual({
      [prizes.id]: ['o_physi1', 'o_chemi1'],
      [school.id]: 'Liceul 1',
    })
    expect(after).toMatchObject({ formVersionId: first, formVersionIds: null })
    expect(after.formAnswers[0]).toMatchObject({ label: prizes.label })
  })

  test('and the review show the words of the variant that the applicant was shown', async () => {
    const variants: readonly FormVariant[] = [
      {
        when: { identityType: { ne: 'cnp' } },
        label: label('Școala din străinătate', 'School abroad'),
      },
      { when: { isMinor: { eq: false } }, label: label('Liceul', 'High school') },
    ]
    first = await publish(contentOf({ ...school, variants }, { ...prizes, variants }))
    const adult = await apply()
    const foreigner = await apply()
    await site.database.query("update registrations set identity_type = 'passport' where id = $1", [
      foreigner.id,
    ])
    const shown = async (application: SeededApplication) => {
      const { formAnswers, unansweredItems } = await staffView(application)
      return [...formAnswers, ...unansweredItems].map((one) => one.label.en)
    }
    expect(await shown(adult)).toEqual(['High school', 'High school'])
    expect(await shown(foreigner)).toEqual(['School abroad', 'School abroad'])
    expect((await request(adult, [school.id])).status).toBe(200)
    site.wait(3 * 60_000)
    const browser = await openWithAccessCode(site, adult)
    expect((await read(browser)).requestedChanges).toEqual([
      expect.objectContaining({
        item: { ...school, label: label('Liceul', 'High school') },
      }),
    ])
    const mails = await site.deliverEmails()
    expect(mails.at(-1)?.text).toContain('High school – About q_schoo1')
    const { data } = await exportPerson(site.context, adult.reference)
    expect(JSON.stringify(data.formAnswers)).toContain('High school')
  })

  test('and other texts show the words that a form has for fields of every application', async () => {
    const variant = (name: string, help = {}) => [
      { when: { isMinor: { eq: false } }, label: label(`${name} RO`, `${name} EN`), ...help },
    ]
    first = await publish({
      ...contentOf(school),
      fixed: [
        { field: 'city', variants: variant('Town', { help: label('Fără județ', 'No county') }) },
        { field: 'fileIdCard', variants: variant('Proof of identity') },
      ],
    })
    const application = await apply()
    const fieldTexts = {
      city: { label: label('Town RO', 'Town EN'), help: label('Fără județ', 'No county') },
      fileIdCard: { label: label('Proof of identity RO', 'Proof of identity EN') },
    }
    expect((await staffView(application)).fieldTexts).toEqual(fieldTexts)
    expect((await request(application, ['city', 'fileIdCard'])).status).toBe(200)
    site.wait(3 * 60_000)
    const browser = await openWithAccessCode(site, application)
    expect((await read(browser)).fieldTexts).toEqual(fieldTexts)
    const text = (await site.deliverEmails()).at(-1)?.text
    expect(text).toContain('Town EN – About city')
    expect(text).toContain('Proof of identity EN – About fileIdCard')
    const { data } = await exportPerson(site.context, application.reference)
    expect(data.fieldTexts).toEqual(fieldTexts)
    const values = await readTemplateValues(site.context, application.id)
    expect(values.en?.missing).toContain('Proof of identity EN')
    expect(values.ro?.missing).toContain('Proof of identity RO')
  })

  test('can ask for a table, whose refusals name the row and the column', async () => {
    first = await publish(contentOf(studies))
    const application = await apply({ [studies.id]: [{ c_schoo1: 'UBB', c_grade1: 9.5 }] })
    expect((await staffView(application)).formAnswers).toEqual([
      expect.objectContaining({
        answer: [{ c_schoo1: 'UBB', c_grade1: 9.5 }],
        columns: studies.columns,
      }),
    ])
    await request(application, [studies.id])
    site.wait(3 * 60_000)
    const browser = await openWithAccessCode(site, application)
    const { version, values } = await read(browser)
    const before = { c_schoo1: 'UBB', c_grade1: '9.5' }
    expect(JSON.parse(values[studies.id] ?? '')).toEqual([before])
    const send = (rows: unknown) => answer(browser, { version, values: { [studies.id]: rows } })
    expect((await send([{ c_schoo1: 'UBB', c_grade1: 11 }])).failure.fields).toEqual({
      [studies.id]: [
        expect.objectContaining({
          params: expect.objectContaining({ row: 1, column: 'c_grade1' }),
        }),
      ],
    })
    expect((await send([])).failure.fields).toEqual({ [studies.id]: [{ code: 'required' }] })
    // The same values are no change, whatever order the database stores them in.
    expect((await send([{ c_schoo1: 'UBB', c_grade1: 9.5 }])).failure.fields).toEqual({
      [studies.id]: [{ code: 'field.unanswered' }],
    })
    const rows = [{ c_schoo1: 'UVT', c_grade1: 8 }]
    const sent = await send([{}, ...rows])
    expect(sent.status).toBe(200)
    expect(JSON.parse(sent.data.answered?.changes[0]?.before ?? '')).toEqual([before])
    expect(await storedAnswers(application)).toEqual({ [studies.id]: rows })
    const { data } = await exportPerson(site.context, application.reference)
    expect(data.formAnswers).toEqual([
      { key: 'studies', label: studies.label, answer: rows, columns: studies.columns },
    ])
  })

  test('can ask a question that was published later, and keeps the version that was sent', async () => {
    const application = await apply()
    const second = await publish(contentOf(school, years))
    expect((await staffView(application)).unansweredItems).toEqual([
      { id: prizes.id, type: 'set', label: prizes.label },
      { id: years.id, type: 'integer', label: years.label },
    ])
    expect((await request(application, [years.id])).status).toBe(200)
    site.wait(3 * 60_000)
    // The question stays valid when it is removed from the form.
    await publish(contentOf(school))

    const browser = await openWithAccessCode(site, application)
    const { version } = await read(browser)
    expect((await answer(browser, { version, values: { [years.id]: 3 } })).status).toBe(200)
    const after = await staffView(application)
    expect(await storedAnswers(application)).toEqual({ [school.id]: 'Liceul 1', [years.id]: 3 })
    expect(after).toMatchObject({ formVersionId: first, formVersionIds: [second] })
    expect(after.formAnswers.map(({ key, answer: given }) => [key, given])).toEqual([
      ['school', 'Liceul 1'],
      ['years', 3],
    ])
    const { data } = await exportPerson(site.context, application.reference)
    expect(data.formAnswers).toEqual([
      { key: 'school', label: school.label, answer: 'Liceul 1' },
      { key: 'years', label: years.label, answer: 3 },
    ])
  })

  test('makes the first answered version that of an application without a form', async () => {
    const application = await apply()
    await site.database.query(
      'update registrations set form_version_id = null, answers = null where id = $1',
      [application.id],
    )
    await request(application, [school.id])
    site.wait(3 * 60_000)
    const browser = await openWithAccessCode(site, application)
    const { version } = await read(browser)
    await answer(browser, { version, values: { [school.id]: 'Liceul 2' } })
    expect(await storedAnswers(application)).toEqual({ [school.id]: 'Liceul 2' })
    expect(await staffView(application)).toMatchObject({
      formVersionId: first,
      formVersionIds: null,
    })
  })

  test('keeps the index of listed questions, also of later versions', async () => {
    const application = await apply()
    await publish(contentOf(school, { ...years, listed: true }))
    await request(application, [years.id])
    site.wait(3 * 60_000)
    const browser = await openWithAccessCode(site, application)
    const { version } = await read(browser)
    expect((await answer(browser, { version, values: { [years.id]: 7 } })).status).toBe(200)
    expect(
      await site.database.query(
        'select item_id, number::int as number from application_answer where registration_id = $1',
        [application.id],
      ),
    ).toEqual([{ item_id: years.id, number: 7 }])
  })

  test('is refused for questions that the application cannot be asked', async () => {
    const application = await apply()
    const refused = await request(application, ['q_other1'])
    expect(refused.status).toBe(400)
    expect(refused.failure.fields).toEqual({ requestedChanges: [{ code: 'choice.unknown' }] })
  })

  test('keeps answers that only admins read from the rest of the staff', async () => {
    const hidden = { ...school, readers: ['admin' as const] }
    first = await publish(contentOf(hidden, years))
    const application = await apply({ [school.id]: 'Liceul 9' })
    expect((await staffView(application)).unansweredItems.map(({ id }) => id)).toEqual([years.id])
    const refused = await request(application, [school.id])
    expect(refused.failure.fields).toEqual({ requestedChanges: [{ code: 'choice.unknown' }] })
    const asked = await request(application, [school.id], admin)
    expect(asked.status).toBe(200)
    expect(asked.data.formAnswers).toContainEqual(expect.objectContaining({ answer: 'Liceul 9' }))
    const seen = await staffView(application)
    expect(seen.requestedChanges).toEqual([
      expect.objectContaining({ field: school.id, oldValue: null }),
    ])
    expect(JSON.stringify(seen)).not.toContain('Liceul 9')

    site.wait(3 * 60_000)
    const browser = await openWithAccessCode(site, application)
    const { version, values } = await read(browser)
    expect(values[school.id]).toBe('Liceul 9')
    const sent = await answer(browser, { version, values: { [school.id]: 'Liceul 8' } })
    expect(sent.data.answered?.changes).toContainEqual(
      expect.objectContaining({ field: school.id, before: 'Liceul 9' }),
    )
    expect(JSON.stringify(await staffView(application))).not.toContain('Liceul 8')
  })

  test('names the questions in the email, in the language of the applicant', async () => {
    const application = await apply()
    await request(application, [prizes.id])
    site.wait(3 * 60_000)
    const mails = await site.deliverEmails()
    expect(mails.at(-1)?.text).toContain('Prizes – About q_prize1')
  })
})
