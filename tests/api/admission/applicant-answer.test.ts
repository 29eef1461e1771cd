import { formatLongInstant } from '@matricola/schema/values/dates.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { stageNewFile } from '@matricola/server/session/file-records.ts'
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { WireAnswer, WireApplication, WirePublicStatus } from '#resources/admission/wire.ts'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import { setAccessCode } from '#server/admission/applicant/access-code.ts'
import { engines } from '#tests/support/databases.ts'
import {
  distinctPdf,
  nextCnp,
  openWithAccessCode,
  type SeededApplication,
  seedApplication,
} from '#tests/support/seed-application.ts'
import { type ProgrammeIds, seedProgramme } from '#tests/support/seed-programme.ts'
import { startSessionApp } from '#tests/support/session-app.ts'

const statusSentence = (turn: string, sentence: string) =>
  `Status of your application: ${turn}. ${sentence}`

describe.each(engines)('an answer to a change request on $engine', ({ open }) => {
  let site: SessionApp
  let programme: ProgrammeIds
  let secretary: TestBrowser
  let admin: TestBrowser
  let secretaryId: string
  beforeAll(async () => {
    site = await startSessionApp({}, open)
    site.freezeClock()
    programme = await seedProgramme(site, { name: 'Astronomy' })
    secretaryId = await site.createAccount('secretary', { username: 'ana' })
    await site.createAccount('admin', { username: 'root' })
    ;[secretary, admin] = [site.browser(), site.browser()]
  })
  afterAll(() => site.close())
  beforeEach(async () => {
    await site.resetRateLimits()
    await secretary.signIn('ana')
    await admin.signIn('root')
  })

  const set = async (settings: object) => {
    await admin.signIn('root')
    expect((await admin.call('PUT', '/api/settings/update', settings)).status).toBe(200)
  }
  const step = (id: string, status: string, body: object = {}) =>
    secretary.call<WireRegistration>('PATCH', '/api/registrations/status-update', {
      id,
      status,
      ...body,
    })
  const staffView = async (id: string) =>
    (await secretary.call<WireRegistration>('GET', `/api/registrations/${id}`)).data

  /** An application whose applicant has been asked to change these fields. */
  async function seedChangeRequest(
    fields: readonly string[],
    parts: object = {},
  ): Promise<SeededApplication> {
    const application = await seedApplication(site.context, programme, parts)
    await step(application.id, 'under_review')
    const answer = await step(application.id, 'update_requested', {
      issue: 'Blurred copy',
      issueExplanation: 'The copy of the diploma cannot be read.',
      requestedChanges: fields.map((field) => ({ field, message: `Mend ${field}` })),
    })
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.any(String)])
    site.wait(3 * 60_000)
    return application
  }
  const answer = (browser: TestBrowser, body: WireAnswer | object) =>
    browser.call<WireApplication>('PATCH', '/api/registrations/applicant-update', body)
  const read = async (browser: TestBrowser) =>
    (await browser.call<WireApplication>('GET', '/api/registrations/applicant')).data
  const mailsOf = (id: string) =>
    site.database.query<{ kind: string; address: string | null }>(
      'select kind, address from outbox_mail where record_id = $1 order by id',
      [id],
    )

  async function upload(
    browser: TestBrowser,
    bytes: Buffer,
    name = 'new diploma.pdf',
  ): Promise<{ status: number; id: string; code: string }> {
    const payload = Buffer.concat([
      Buffer.from(
        `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n`,
      ),
      bytes,
      Buffer.from('\r\n--x--\r\n'),
    ])
    const sent = await browser.call<{ id: string }>(
      'POST',
      '/api/registrations/applicant/files',
      undefined,
      {
        payload,
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      },
    )
    return {
      status: sent.status,
      id: sent.status === 201 ? sent.data.id : '',
      code: sent.status === 201 ? '' : sent.failure.code,
    }
  }

  test('changes exactly the requested fields and nothing else, and returns the application to staff (R-T09)', async () => {
    const application = await seedChangeRequest(['address', 'fileDiploma', 'city'])
    const before = await staffView(application.id)
    const browser = await openWithAccessCode(site, application)
    const answerPage = await read(browser)
    expect(answerPage).toMatchObject({
      status: 'update_requested',
      issue: 'Blurred copy',
      acceptsUpdates: true,
      isOverdue: false,
    })
    expect(
      answerPage.requestedChanges.map(({ field, message, oldValue }) => [field, message, oldValue]),
    ).toEqual([
      ['city', 'Mend city', 'Turda'],
      ['address', 'Mend address', 'Str. Morii nr. 3'],
      ['fileDiploma', 'Mend fileDiploma', 'first fileDiploma.pdf'],
    ])
    const file = await upload(browser, distinctPdf('second diploma'))
    const sent = await answer(browser, {
      version: answerPage.version,
      values: { address: '  Str. Morii nr. 12 ' },
      files: { fileDiploma: file.id },
      kept: { city: 'I still live there.' },
    })
    expect(sent.data).toMatchObject({ status: 'in_progress', dueAt: null })
    expect(sent.message).toBe('We have received your changes.')
    const after = await staffView(application.id)
    const changedFields = Object.keys(after).filter(
      (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
    )
    const extraKeys = [
      '_can',
      'checks',
      'documents',
      'hold',
      'state',
      'timeline',
      'notifiedStatus',
      'notifyAt',
      'updatedAt',
      'version',
      'updateDueAt',
    ]
    expect(changedFields.filter((name) => !extraKeys.includes(name)).sort()).toEqual([
      'address',
      'fileDiplomaUrl',
      'requestedChanges',
      'status',
    ])
    expect(after).toMatchObject({
      address: 'Str. Morii nr. 12',
      status: 'in_progress',
      city: 'Turda',
    })
    expect(after.requestedChanges).toMatchObject([
      { field: 'city', keptReason: 'I still live there.', answeredAt: expect.any(String) },
      { field: 'address', keptReason: null, answeredAt: expect.any(String) },
      { field: 'fileDiploma', keptReason: null, answeredAt: expect.any(String) },
    ])
    expect(after.timeline[0]).toMatchObject({
      type: 'updateReceived',
      payload: { fields: ['address', 'fileDiploma'], kept: ['city'] },
    })
  })

  test('is refused when the uploaded file is identical to the one that staff already have', async () => {
    const application = await seedChangeRequest(['fileDiploma'])
    const browser = await openWithAccessCode(site, application)
    const { version } = await read(browser)
    expect(await upload(browser, distinctPdf('first fileDiploma'), 'renamed.pdf')).toEqual({
      status: 409,
      id: '',
      code: 'upload.unchanged',
    })
    expect((await upload(browser, distinctPdf('first fileCV'))).code).toBe('upload.unchanged')
    // Uploaded without reference to the application, as for a new one.
    const id = await stageNewFile(site.context, {
      bytes: distinctPdf('first fileDiploma'),
      kind: 'pdf',
      name: 'again.pdf',
      ownerId: null,
    })
    const refusal = await answer(browser, { version, files: { fileDiploma: id } })
    expect([refusal.status, refusal.failure.fields]).toEqual([
      400,
      { fileDiploma: [{ code: 'file.unchanged' }] },
    ])
    const other = await upload(browser, distinctPdf('sharper diploma'))
    expect((await answer(browser, { version, files: { fileDiploma: other.id } })).status).toBe(200)
  })

  test('can later be compared with the previous values, with time, size and bytes of each document', async () => {
    const application = await seedChangeRequest(['address', 'city', 'fileDiploma'])
    const browser = await openWithAccessCode(site, application)
    const { documents, answered } = await read(browser)
    const first = documents.find(({ document }) => document === 'fileDiploma')
    expect(answered).toBeNull()
    expect(
      (await browser.call('GET', '/api/registrations/applicant/files/fileDiploma/before')).status,
    ).toBe(404)
    site.wait(60_000)
    const file = await upload(browser, distinctPdf('much better diploma'))
    const kept = { city: 'I still live there.' }
    const sent = await answer(browser, {
      values: { address: 'Str. Noua 1' },
      files: { fileDiploma: file.id },
      kept,
    })
    const at = site.context.clock.now().toISOString()
    const url = '/api/registrations/applicant/files/fileDiploma/before'
    expect(sent.data.answered).toEqual({
      at,
      changes: [
        { field: 'city', before: 'Turda', beforeFile: null, keptReason: 'I still live there.' },
        { field: 'address', before: 'Str. Morii nr. 3', beforeFile: null, keptReason: null },
        {
          field: 'fileDiploma',
          before: 'first fileDiploma.pdf',
          beforeFile: { ...first, url },
          keptReason: null,
        },
      ],
    })
    const now = sent.data.documents.find(({ document }) => document === 'fileDiploma')
    expect(now).toMatchObject({
      name: 'new diploma.pdf',
      bytes: distinctPdf('much better diploma').length,
      sentAt: at,
    })
    const reopened = await openWithAccessCode(site, application)
    expect((await reopened.call('GET', url)).text).toBe(distinctPdf('first fileDiploma').toString())
    expect(
      (await reopened.call('GET', '/api/registrations/applicant/files/fileDiploma')).text,
    ).toBe(distinctPdf('much better diploma').toString())
    expect(
      (await reopened.call('GET', '/api/registrations/applicant/files/fileCV/before')).status,
    ).toBe(404)
    await secretary.signIn('ana')
    await step(application.id, 'under_review')
    await step(application.id, 'update_requested', {
      ...{
        issue: 'Blurred copy',
        issueExplanation: 'It cannot be read.',
        requestedChanges: [{ field: 'address' }],
      },
    })
    expect((await read(reopened)).answered).toEqual(sent.data.answered)
  })

  test('keeps the old document for staff, notifies the assigned reviewer and emails the applicant, and ends the session', async () => {
    const application = await seedChangeRequest(['fileDiploma'])
    const browser = await openWithAccessCode(site, application)
    const otherBrowser = await openWithAccessCode(site, application)
    const cookie = browser.jar.get('ap') ?? ''
    const file = await upload(browser, distinctPdf('better diploma'))
    expect((await answer(browser, { files: { fileDiploma: file.id } })).status).toBe(200)
    expect(browser.jar.has('ap')).toBe(false)
    browser.jar.set('ap', cookie)
    for (const ended of [browser, otherBrowser])
      expect((await ended.call('GET', '/api/registrations/applicant')).failure.code).toBe(
        'applicant.required',
      )
    const { documents } = await staffView(application.id)
    const diploma = documents.find(({ document }) => document === 'fileDiploma')
    expect([diploma?.name, diploma?.older.map(({ name }) => name), diploma?.mark]).toEqual([
      'new diploma.pdf',
      ['first fileDiploma.pdf'],
      null,
    ])
    expect((await secretary.call('GET', diploma?.older[0]?.url ?? '')).text).toBe(
      distinctPdf('first fileDiploma').toString(),
    )
    const bells = await site.database.query(
      "select link, subject from notifications where user_id = $1 and type = 'registrationAnswered'",
      [secretaryId],
    )
    expect(bells).toContainEqual({
      link: `registrations/${application.id}`,
      subject: application.reference,
    })
    expect((await mailsOf(application.id)).map(({ kind }) => kind)).toEqual([
      'updateRequested',
      'updateReceived',
    ])
    const reopened = await openWithAccessCode(site, application)
    expect((await answer(reopened, { kept: { fileDiploma: 'It is fine.' } })).failure.code).toBe(
      'transition.refused',
    )
    expect((await upload(reopened, distinctPdf('late'))).code).toBe('transition.refused')
  })

  test('leads to the same progress by access code, in the search by CNP and by email: answer, time, and who acts next', async () => {
    const application = await seedChangeRequest(['address'])
    const browser = await openWithAccessCode(site, application)
    const { dueAt, state: before } = await read(browser)
    const found = async () =>
      (
        await site
          .browser()
          .call<Page<WirePublicStatus>>('POST', '/api/registrations/status-search', {
            cnp: application.cnp,
          })
      ).data.list[0]
    expect(before).toMatchObject({
      turn: 'applicant',
      sentence: 'application:changesRequested.sentence',
      params: { date: dueAt },
    })
    expect(before.milestones.map(({ step, state, by }) => [step, state, by])).toEqual([
      ['sent', 'done', null],
      ['review', 'done', null],
      ['changesRequested', 'done', null],
      ['changesSent', 'current', dueAt],
      ['decision', 'ahead', null],
    ])
    expect(await found()).toMatchObject({ dueAt, state: { ...before, params: { date: dueAt } } })
    const requestEmail = (await site.deliverEmails()).at(-1)
    expect(requestEmail?.text).toContain(
      statusSentence(
        'Your turn',
        `You need to change something by ${formatLongInstant(dueAt ?? '', 'en')}, Romanian time.`,
      ),
    )

    const { state } = (await answer(browser, { values: { address: 'Str. Noua 1' } })).data
    const received = state.milestones.find(({ step }) => step === 'changesSent')
    expect(received).toMatchObject({ state: 'done', at: site.context.clock.now().toISOString() })
    expect(state).toMatchObject({
      turn: 'staff',
      sentence: 'application:changesReceived.sentence',
      params: { date: received?.at },
    })
    expect((await found())?.state).toEqual({ ...state, params: { date: received?.at } })
    const receipt = (await site.deliverEmails()).at(-1)
    const text = `We received your changes on ${formatLongInstant(received?.at ?? '', 'en')}, Romanian time. The admission office is checking them. You do not need to do anything.`
    expect(receipt?.text).toContain(statusSentence('With the admission office', text))
  })

  test('is still shown as requested, with its deadline, while a decision to decline is on hold; no public page reveals the decision', async () => {
    const application = await seedChangeRequest(['address'])
    const readStates = async () => {
      const { state } = await read(await openWithAccessCode(site, application))
      const search = await site
        .browser()
        .call<Page<WirePublicStatus>>('POST', '/api/registrations/status-search', {
          cnp: application.cnp,
        })
      return [state, search.data.list[0]]
    }
    const before = await readStates()
    expect((await step(application.id, 'declined', { reasonCode: 'not_eligible' })).status).toBe(
      200,
    )
    expect(await readStates()).toEqual(before)
    site.wait(3 * 60_000)
    expect(await readStates()).toMatchObject([
      { turn: 'nobody', sentence: 'application:declined.sentence' },
      { status: 'declined', dueAt: null },
    ])
  })

  test('can be a flat object, and can name a document by the field under which it is read', async () => {
    const application = await seedChangeRequest(['address', 'city', 'fileCV'])
    const browser = await openWithAccessCode(site, application)
    const { version } = await read(browser)
    const file = await upload(browser, distinctPdf('another CV'))
    const refusal = await answer(browser, {
      version,
      address: 'Str. Noua 1',
      country: 'RO',
      nothing: 1,
      fileCVUrl: file.id,
    })
    expect(refusal.failure.fields).toEqual({
      city: [{ code: 'field.unanswered' }],
      country: [{ code: 'field.notRequested' }],
      nothing: [{ code: 'field.unknown' }],
    })
    const right = await answer(browser, {
      version,
      address: 'Str. Noua 1',
      kept: { city: 'I still live there.' },
      fileCVUrl: file.id,
    })
    expect([right.status, right.data.status]).toEqual([200, 'in_progress'])
    expect((await staffView(application.id)).address).toBe('Str. Noua 1')
  })

  const invalidBodies: readonly (readonly [string, object, object])[] = [
    [
      'a field that was not requested',
      { values: { city: 'Cluj', address: 'Str. Noua 1' } },
      { city: 'field.notRequested' },
    ],
    [
      'a document that was not requested',
      { values: { address: 'Str. Noua 1' }, files: { fileCV: 'x' } },
      { fileCV: 'field.notRequested' },
    ],
    [
      'a reason for a field that was not requested',
      { values: { address: 'Str. Noua 1' }, kept: { city: 'Mine' } },
      { city: 'field.notRequested' },
    ],
    [
      'fields that applicants can never change',
      { values: { address: 'Str. Noua 1', status: 'accepted', language: 'de' } },
      { status: 'field.unknown', language: 'field.unknown' },
    ],
    ['no answer for a requested field', { values: {} }, { address: 'field.unanswered' }],
    [
      'the current value',
      { values: { address: 'Str. Morii nr. 3' } },
      { address: 'field.unanswered' },
    ],
    ['a blank reason', { kept: { address: ' ' } }, { address: 'required' }],
    [
      'a value that the form would refuse',
      { values: { address: 'x' } },
      { address: 'text.tooShort' },
    ],
    ['a null value', { values: { address: null } }, { address: 'required' }],
    ['a value of another type', { values: { address: 7 } }, { address: 'type.wrong' }],
    [
      'a document among the values',
      { values: { address: 'Str. Noua 1', fileDiploma: 'x' } },
      { fileDiploma: 'field.notRequested' },
    ],
  ]
  test('is refused as a whole, with an issue for each field, if anything in it is invalid', async () => {
    const application = await seedChangeRequest(['address'])
    const browser = await openWithAccessCode(site, application)
    const { version } = await read(browser)
    for (const [description, body, issues] of invalidBodies) {
      const refusal = await answer(browser, body)
      const codes = Object.fromEntries(
        Object.entries(refusal.failure.fields ?? {}).map(([name, [issue]]) => [name, issue?.code]),
      )
      expect([description, refusal.status, codes]).toEqual([description, 400, issues])
    }
    expect(await read(browser)).toMatchObject({
      version,
      status: 'update_requested',
      values: { address: 'Str. Morii nr. 3' },
    })
  })

  test('accepts no file of another user, no file that is already in use and no file that does not exist', async () => {
    const application = await seedChangeRequest(['fileCV'])
    const browser = await openWithAccessCode(site, application)
    const [row] = await site.database.query<{ id: string }>(
      "select id from file where field = 'fileDiplomaUrl' and record_id = $1",
      [application.id],
    )
    await site.database.query(
      "insert into file (id, key, name, media_type, bytes, sha256, original_sha256, created_at, owner_id, has_active_content) select gen_random_uuid(), 'k', 'theirs.pdf', media_type, bytes, sha256, original_sha256, created_at, $2, false from file where id = $1",
      [row?.id, secretaryId],
    )
    const [otherFile] = await site.database.query<{ id: string }>(
      "select id from file where name = 'theirs.pdf'",
    )
    for (const id of [row?.id, otherFile?.id, '00000000-0000-4000-8000-000000000000']) {
      const refusal = await answer(browser, { files: { fileCV: id } })
      expect([refusal.status, refusal.failure.fields]).toEqual([
        400,
        { fileCV: [{ code: 'file.unknown' }] },
      ])
    }
    expect(
      (await answer(browser, { files: { fileCV: 'nonsense' } })).failure.fields,
    ).toHaveProperty('fileCV')
  })

  test('is refused for an outdated version, without revealing any data of staff to the applicant', async () => {
    const application = await seedChangeRequest(['address'])
    const browser = await openWithAccessCode(site, application)
    const { version } = await read(browser)
    await secretary.call('POST', `/api/registrations/${application.id}/assign`, { userId: null })
    const stale = await answer(browser, { version, values: { address: 'Str. Noua 1' } })
    expect([stale.status, stale.failure.code]).toEqual([409, 'record.stale'])
    expect(stale.failure).not.toHaveProperty('current')
    const { version: now } = await read(browser)
    expect(
      (await answer(browser, { version: now, values: { address: 'Str. Noua 1' } })).status,
    ).toBe(200)
  })

  test('is stored once, even if it is sent several times simultaneously', async () => {
    const application = await seedChangeRequest(['address'])
    const browser = await openWithAccessCode(site, application)
    const body = { values: { address: 'Str. Noua 1' } }
    const answers = await Promise.all(Array.from({ length: 6 }, () => answer(browser, body)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(
      (await staffView(application.id)).timeline.filter(({ type }) => type === 'updateReceived'),
    ).toHaveLength(1)
  })

  test("with another CNP must match date and sex, reports issues at editable fields, and ends an admin's waiver", async () => {
    const application = await seedChangeRequest(['cnp'])
    const browser = await openWithAccessCode(site, application)
    const maleCnp = '5050415123458'
    const refusal = await answer(browser, { values: { cnp: maleCnp } })
    expect(Object.keys(refusal.failure.fields ?? {})).toEqual(['cnp'])
    const cnp = nextCnp()
    expect((await answer(browser, { values: { cnp } })).status).toBe(200)
    const { cnp: displayedCnp } = (await staffView(application.id)) as WireRecord
    expect(displayedCnp).toBe(`••••••••••${cnp.slice(-3)}`)
    expect(
      JSON.stringify(
        await site.database.query('select * from change where record_id = $1', [application.id]),
      ),
    ).not.toContain(cnp)
  })

  test('with the CNP of another applicant is marked as a duplicate; with the same email address, it is refused unless the mode is `code`', async () => {
    const other = await seedApplication(site.context, programme)
    const stranger = await seedChangeRequest(['cnp'])
    expect(
      (await answer(await openWithAccessCode(site, stranger), { values: { cnp: other.cnp } }))
        .status,
    ).toBe(200)
    expect(await staffView(stranger.id)).toMatchObject({ isDuplicate: true })
    const application = await seedChangeRequest(['cnp'])
    const sameAddress =
      'update registrations set personal_email = (select personal_email from registrations where id = $1) where id = $2'
    await site.database.query(sameAddress, [other.id, application.id])
    const browser = await openWithAccessCode(site, application)
    const refusal = await answer(browser, { values: { cnp: other.cnp } })
    expect([refusal.status, refusal.failure.code]).toEqual([409, 'registration.duplicate'])
    await set({ publicStatus: 'code' })
    expect((await answer(browser, { values: { cnp: other.cnp } })).status).toBe(200)
    const staff = await staffView(application.id)
    expect(staff).toMatchObject({ isDuplicate: true })
    expect(staff.timeline.map(({ type }) => type)).toContain('duplicateWarning')
    await set({ publicStatus: 'minimal' })
  })

  test('can choose another active programme, which sets its department, but no full or inactive one', async () => {
    const [physics, full, closed] = await Promise.all([
      seedProgramme(site, { name: 'Physics' }),
      seedProgramme(site, { name: 'Optics', placesBudget: 0, placesFee: 0 }),
      seedProgramme(site, { name: 'Alchemy' }),
    ])
    await site.database.query('update specializations set is_active = false where id = $1', [
      closed.specializationId,
    ])
    const application = await seedChangeRequest(['specializationId'])
    const browser = await openWithAccessCode(site, application)
    const choose = async ({ specializationId }: ProgrammeIds) =>
      answer(browser, { values: { specializationId } })
    expect((await choose(full)).failure.fields).toEqual({
      specializationId: [{ code: 'place.none' }],
    })
    expect((await choose(closed)).failure.fields).toHaveProperty('specializationId')
    expect((await choose(physics)).data).toMatchObject({
      specialization: 'Physics',
      values: physics,
    })
  })

  test('with a new email address sends an email to the old and the new address', async () => {
    const application = await seedChangeRequest(['personalEmail'], {
      personalEmail: 'old.address@example.com',
    })
    await answer(await openWithAccessCode(site, application), {
      values: { personalEmail: 'new.address@example.com' },
    })
    await site.deliverEmails()
    const mails = (await mailsOf(application.id)).map(({ kind, address }) => [kind, address])
    expect(
      mails
        .filter(([kind]) => kind === 'applicantAddressChanged')
        .map(([, address]) => address)
        .sort(),
    ).toEqual(['new.address@example.com', 'old.address@example.com'])
    expect(mails).toContainEqual(['updateReceived', 'new.address@example.com'])
    expect(mails).toContainEqual(['verifyAddress', 'new.address@example.com'])
  })

  test('is refused until the applicant has been notified of the request', async () => {
    const application = await seedApplication(site.context, programme)
    await step(application.id, 'update_requested', {
      issue: 'Blurred copy',
      issueExplanation: 'The copy of the diploma cannot be read.',
      requestedChanges: [{ field: 'address' }],
    })
    const browser = await openWithAccessCode(site, application)
    expect(await read(browser)).toMatchObject({
      status: 'submitted',
      requestedChanges: [],
      issue: null,
      dueAt: null,
    })
    expect((await answer(browser, { values: { address: 'Str. Noua 1' } })).failure.code).toBe(
      'transition.refused',
    )
    site.wait(121_000)
    expect(await read(browser)).toMatchObject({
      status: 'update_requested',
      requestedChanges: [{ field: 'address' }],
    })
  })

  test('is not accepted while updates are disabled, which suspends the deadline (R-C08)', async () => {
    const application = await seedChangeRequest(['address'])
    const browser = await openWithAccessCode(site, application)
    const { dueAt } = await read(browser)
    await set({ disableUpdates: true })
    expect(await read(browser)).toMatchObject({ acceptsUpdates: false })
    const refusal = await answer(browser, { values: { address: 'Str. Noua 1' } })
    expect([refusal.status, refusal.failure.code]).toEqual([403, 'updates.disabled'])
    expect((await upload(browser, distinctPdf('late'))).code).toBe('updates.disabled')
    site.wait(20 * 60_000)
    await set({ disableUpdates: false })
    expect(await read(browser)).toMatchObject({
      acceptsUpdates: true,
      dueAt: new Date(Date.parse(dueAt ?? '') + 20 * 60_000).toISOString(),
    })
    expect((await answer(browser, { values: { address: 'Str. Noua 1' } })).status).toBe(200)
  })

  test('can change only the application of its session', async () => {
    const [one, other] = [
      await seedChangeRequest(['address']),
      await seedChangeRequest(['address']),
    ]
    await answer(await openWithAccessCode(site, one), {
      id: other.id,
      values: { address: 'Str. Noua 1' },
    }).then(({ failure }) => expect(failure.fields).toEqual({ id: [{ code: 'field.unknown' }] }))
    const at = site.context.clock.now()
    await site.database.transaction((queries) =>
      setAccessCode(queries, site.context.keys, { registrationId: one.id, code: '7KQF3MZD4X', at }),
    )
    const browser = site.browser()
    const foreign = await browser.call('POST', '/api/registrations/applicant-session', {
      reference: other.reference,
      accessCode: '7KQF3MZD4X',
    })
    expect(foreign.failure.code).toBe('accessCode.wrong')
    expect(await staffView(other.id)).toMatchObject({ address: 'Str. Morii nr. 3' })
  })
})
