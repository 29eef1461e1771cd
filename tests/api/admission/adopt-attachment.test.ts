import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { WireApplication } from '#resources/admission/wire.ts'
import type { WireApplicationConversation } from '#resources/admission/wire-messages.ts'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import { engines } from '#tests/support/databases.ts'
import {
  distinctPdf,
  openWithAccessCode,
  type SeededApplication,
  seedApplication,
} from '#tests/support/seed-application.ts'
import { type ProgrammeIds, seedProgramme } from '#tests/support/seed-programme.ts'
import { startSessionApp } from '#tests/support/session-app.ts'

const own = '/api/registrations/applicant'

describe.each(engines)('an attachment as a document on $engine', ({ open }) => {
  let site: SessionApp
  let programme: ProgrammeIds
  let [ana, ben]: readonly TestBrowser[] = []
  let anaId: string
  beforeAll(async () => {
    site = await startSessionApp({}, open)
    site.freezeClock()
    programme = await seedProgramme(site, { name: 'Astronomy' })
    anaId = await site.createAccount('secretary', { username: 'ana' })
    await site.createAccount('secretary', { username: 'ben' })
    ;[ana, ben] = [site.browser(), site.browser()]
  })
  afterAll(() => site.close())
  beforeEach(async () => {
    await site.resetRateLimits()
    await ana?.signIn('ana')
    await ben?.signIn('ben')
  })

  const call = async <T = WireRegistration>(
    browser: TestBrowser | undefined,
    ...request: Parameters<TestBrowser['call']>
  ) => {
    const answer = await browser?.call<T>(...request)
    if (!answer) throw new Error('no browser')
    return answer
  }
  const read = async ({ id }: SeededApplication) =>
    (await call(ana, 'GET', `/api/registrations/${id}`)).data
  const attachments = (record: WireRegistration) =>
    record.messages.flatMap((message) => message.attachments)
  const adopt = (
    { id }: SeededApplication,
    document: string,
    attachment: string | undefined,
    browser = ana,
  ) => call(browser, 'POST', `/api/registrations/${id}/documents/${document}`, { attachment })
  const undo = ({ id }: SeededApplication, document: string, browser = ana) =>
    call(browser, 'POST', `/api/registrations/${id}/documents/${document}/undo`, {})
  const requestChanges = async (application: SeededApplication, fields: readonly string[]) => {
    const { version } = await read(application)
    const answer = await call(ana, 'PATCH', '/api/registrations/status-update', {
      ...{ id: application.id, version, status: 'update_requested' },
      issue: 'Diploma unreadable',
      issueExplanation: 'The copy of the diploma cannot be read.',
      requestedChanges: fields.map((field) => ({ field })),
    })
    expect(answer.status).toBe(200)
  }

  /** Waits until the hold of transitions has ended, which is longer than a session lasts. */
  async function waitForNotices() {
    site.wait(840_000)
    await ana?.signIn('ana')
    await ben?.signIn('ben')
  }

  /** Sends a message of the applicant with one attachment, and returns the id of the file. */
  async function attach(application: SeededApplication, content: string) {
    const browser = await openWithAccessCode(site, application)
    const uploaded = await browser.call<{ id: string }>(
      'POST',
      `${own}/messages/files`,
      undefined,
      {
        payload: Buffer.concat([
          Buffer.from(
            `--x\r\nContent-Disposition: form-data; name="file"; filename="${content}.pdf"\r\nContent-Type: application/pdf\r\n\r\n`,
          ),
          distinctPdf(content),
          Buffer.from('\r\n--x--\r\n'),
        ]),
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      },
    )
    const sent = await browser.call<WireApplicationConversation>('POST', `${own}/messages`, {
      body: 'Here it is.',
      attachments: [uploaded.data.id],
    })
    expect(sent.status).toBe(200)
    return uploaded.data.id
  }

  test('is copied: the message keeps its file, and undo restores the former document', async () => {
    const application = await seedApplication(site.context, programme)
    const before = await read(application)
    await call(ana, 'PATCH', `/api/registrations/${application.id}/documents/fileDiploma`, {
      mark: 'verified',
    })
    const attachment = await attach(application, 'better diploma')
    expect(attachments(await read(application))).toMatchObject([{ id: attachment, usedAs: null }])
    const { data } = await adopt(application, 'fileDiploma', attachment)
    const document = data.documents.find((one) => one.document === 'fileDiploma')
    expect(document).toMatchObject({ name: 'better diploma.pdf', mark: null, state: 'ready' })
    expect(document?.url).not.toBe(`/api/files/${attachment}`)
    expect(document?.older).toMatchObject([{ url: before.fileDiplomaUrl }])
    expect((await call(ana, 'GET', document?.url ?? '')).text).toBe(
      distinctPdf('better diploma').toString(),
    )
    expect(attachments(data)).toMatchObject([{ id: attachment, usedAs: 'fileDiploma' }])
    expect(data.timeline[0]).toMatchObject({
      type: 'fieldEdited',
      payload: { fields: ['fileDiplomaUrl'] },
    })
    expect(
      await site.database.query(
        'select action, actor_id from change where record_id = $1 order by version desc limit 1',
        [application.id],
      ),
    ).toEqual([{ action: 'adoptAttachment', actor_id: anaId }])
    expect(
      await site.database.query(
        'select kind, user_id from access_log where file_id = $1 and record_id <> $2',
        [attachment, application.id],
      ),
    ).toEqual([{ kind: 'file', user_id: anaId }])
    expect((await adopt(application, 'fileCV', attachment)).failure.fields).toEqual({
      fileCVUrl: [{ code: 'file.unchanged' }],
    })
    const undone = await undo(application, 'fileDiploma', ben)
    expect(undone.data.documents).toMatchObject([
      { url: before.fileIdCardUrl },
      { url: before.fileDiplomaUrl, mark: { mark: 'verified' }, older: [] },
      { url: before.fileCVUrl },
    ])
    expect(attachments(undone.data)).toMatchObject([{ id: attachment, usedAs: null }])
    expect((await call(ana, 'GET', String(before.fileDiplomaUrl))).status).toBe(200)
    expect((await call(ana, 'GET', document?.url ?? '')).status).toBe(404)
    expect((await undo(application, 'fileDiploma')).failure.code).toBe('transition.refused')
    expect((await adopt(application, 'fileDiploma', attachment)).status).toBe(200)
  })

  test('becomes a missing document; undo removes it again', async () => {
    const application = await seedApplication(site.context, programme, { fileDiplomaUrl: null })
    expect((await read(application)).documentMissing).toBe(true)
    const attachment = await attach(application, 'the diploma')
    const used = await adopt(application, 'fileDiploma', attachment)
    expect(used.data.documentMissing).toBe(false)
    const undone = await undo(application, 'fileDiploma')
    expect(undone.data).toMatchObject({ fileDiplomaUrl: null, documentMissing: true })
  })

  test('answers the request for the document: the last one returns the application to the office', async () => {
    const application = await seedApplication(site.context, programme)
    await requestChanges(application, ['fileDiploma'])
    await waitForNotices()
    await site.deliverEmails()
    const attachment = await attach(application, 'requested diploma')
    const { updateDueAt } = await read(application)
    const { data } = await adopt(application, 'fileDiploma', attachment)
    expect(data).toMatchObject({
      ...{ status: 'in_progress', updateDueAt: null },
      requestedChanges: [{ field: 'fileDiploma', answeredAt: expect.any(String) }],
    })
    const browser = await openWithAccessCode(site, application)
    const { data: seen } = await browser.call<WireApplication>('GET', own)
    expect(seen).toMatchObject({ status: 'in_progress', dueAt: null })
    expect(seen.timeline[0]).toMatchObject({ type: 'updateReceived', isOwn: false })
    const undone = await undo(application, 'fileDiploma')
    expect(undone.data).toMatchObject({
      ...{ status: 'update_requested', updateDueAt },
      requestedChanges: [{ field: 'fileDiploma', answeredAt: null }],
    })
    const { data: again } = await browser.call<WireApplication>('GET', own)
    expect(again).toMatchObject({ status: 'update_requested', dueAt: updateDueAt })
    expect(again.timeline.map(({ type }) => type)).not.toContain('updateReceived')
    const emails = await site.database.query(
      "select kind, state from outbox_mail where record_id = $1 and kind in ('updateRequested', 'updateRequestCancelled')",
      [application.id],
    )
    expect(emails).toEqual([{ kind: 'updateRequested', state: 'sent' }])
  })

  test('leaves the other requested changes to the applicant', async () => {
    const application = await seedApplication(site.context, programme)
    await requestChanges(application, ['fileDiploma', 'address'])
    await waitForNotices()
    const attachment = await attach(application, 'one of two')
    const { data } = await adopt(application, 'fileDiploma', attachment)
    expect(data.status).toBe('update_requested')
    const browser = await openWithAccessCode(site, application)
    const { data: seen } = await browser.call<WireApplication>('GET', own)
    expect(seen.requestedChanges.map(({ field }) => field)).toEqual(['address'])
    const answer = await browser.call<WireApplication>(
      'PATCH',
      '/api/registrations/applicant-update',
      {
        version: seen.version,
        values: { address: 'Str. Nouă nr. 7' },
      },
    )
    expect(answer.data.status).toBe('in_progress')
    expect(answer.data.requestedChanges).toMatchObject([
      { field: 'address', answeredAt: expect.any(String) },
      { field: 'fileDiploma', answeredAt: expect.any(String) },
    ])
    expect((await undo(application, 'fileDiploma')).failure.code).toBe('transition.refused')
  })

  test('before the request was sent withdraws it; undo sends it again', async () => {
    const application = await seedApplication(site.context, programme)
    const attachment = await attach(application, 'sent early')
    await requestChanges(application, ['fileDiploma'])
    await adopt(application, 'fileDiploma', attachment)
    const emails = () =>
      site.database.query<{ state: string }>(
        "select state from outbox_mail where record_id = $1 and kind = 'updateRequested' order by created_at, state",
        [application.id],
      )
    expect(await emails()).toEqual([{ state: 'dropped' }])
    await undo(application, 'fileDiploma')
    expect((await emails()).map(({ state }) => state).sort()).toEqual(['dropped', 'waiting'])
    expect((await read(application)).hold).not.toBeNull()
    await waitForNotices()
    const browser = await openWithAccessCode(site, application)
    const { data } = await browser.call<WireApplication>('GET', own)
    expect(data.status).toBe('update_requested')
    expect(data.timeline.map(({ type }) => type)).toContain('updateRequested')
  })

  test('must be one that the applicant of this application sent', async () => {
    const [application, other] = [
      await seedApplication(site.context, programme),
      await seedApplication(site.context, programme),
    ]
    const foreign = await attach(other, 'of another')
    const refused = await adopt(application, 'fileDiploma', foreign)
    expect(refused.failure.code).toBe('record.missing')
    const document = (await read(application)).documents[0]?.url.replace('/api/files/', '')
    expect((await adopt(application, 'fileDiploma', document)).failure.code).toBe('record.missing')
    expect((await adopt(application, 'address', foreign)).status).toBe(404)
    expect(
      await site.database.query(
        'select name, owner_id, record_id from file where claimed_at is null and name = $1',
        ['of another.pdf'],
      ),
    ).toEqual([])
  })
})
