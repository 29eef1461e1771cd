import { valueEntries } from '@matricola/schema/resource-fields.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { logRecordAccess } from '@matricola/server/records/reading/access-log.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import { registrations } from '#resources/registrations.ts'
import {
  type AdmissionApp,
  minuteMs,
  reviewTexts,
  startAdmissionApp,
} from '#tests/support/admission-app.ts'
import { engines } from '#tests/support/databases.ts'
import { createMissingId, seedFile, validCnp } from '#tests/support/seed-university.ts'

describe.each(engines)('the review of a registration on $engine', ({ open }) => {
  let office: AdmissionApp
  beforeAll(async () => {
    office = await startAdmissionApp(open)
  })
  afterAll(() => office.close())

  const markDocument = (id: string, document: string, body: object, caller = office.ana) =>
    office.call<WireRegistration>(
      caller,
      'PATCH',
      `/api/registrations/${id}/documents/${document}`,
      body,
    )

  test('shows all fields, files, notes of staff, timeline and checks (R-T07) (R-C08)', async () => {
    const { id, submittedAt } = await office.addApplication()
    await office.updateStatus(office.ana, { id, status: 'under_review' })
    office.wait(minuteMs)
    const flagged = { field: 'address', message: 'With the number of the flat' }
    const texts = {
      issue: 'Address',
      issueExplanation: reviewTexts.text,
      suggestion: 'See your identity card.',
    }
    await office.updateStatus(office.ana, {
      id,
      status: 'update_requested',
      ...texts,
      requestedChanges: [flagged],
    })
    const record = await office.getApplication(id, office.ben)
    // Answers are read one by one, as `formAnswers`.
    for (const [name] of valueEntries(registrations))
      expect(Object.hasOwn(record, name), name).toBe(name !== 'answers')
    expect(record).toHaveProperty('formAnswers')
    expect(record).toMatchObject({
      ...texts,
      status: 'update_requested',
      submittedAt,
      updatedAt: office.now().toISOString(),
    })
    expect(record.requestedChanges).toMatchObject([{ ...flagged, oldValue: 'Str. Morii nr. 3' }])
    for (const name of ['fileCVUrl', 'fileDiplomaUrl', 'fileIdCardUrl'])
      expect(record[name]).toMatch(/^\/api\/files\/[0-9a-f-]{36}$/)
    expect(record.documents.map(({ document, name, url }) => [document, name, url])).toEqual([
      ['fileIdCard', 'id-card.pdf', record.fileIdCardUrl],
      ['fileDiploma', 'diploma.pdf', record.fileDiplomaUrl],
      ['fileCV', 'cv.pdf', record.fileCVUrl],
    ])
    expect(
      record.timeline.map(({ type, from, to, actor }) => [type, from, to, actor.kind, actor.name]),
    ).toEqual([
      ['updateRequested', 'under_review', 'update_requested', 'staff', 'Ana Pop'],
      ['reviewStarted', 'submitted', 'under_review', 'staff', 'Ana Pop'],
      ['submitted', null, 'submitted', 'applicant', ''],
    ])
    // A colleague can read the reviewer's name, but not the reviewer's account.
    expect(record._titles).toMatchObject({ assignedToId: 'Ana Pop', specializationId: 'Filologie' })
    const list = await office.call<Page<WireRecord>>(office.ben, 'GET', '/api/registrations/list')
    expect(list.data.list[0]?._titles.assignedToId).toBe('Ana Pop')
  })

  test('shows the degree of its programme, which determines its document names', async () => {
    const { id } = await office.addApplication()
    expect((await office.getApplication(id)).cycle).toBe('bachelor')
    await office.context.database.query(
      `update specializations set cycle = 'master' where id = (select specialization_id from registrations where id = $1)`,
      [id],
    )
    expect((await office.getApplication(id)).cycle).toBe('master')
    await office.context.database.query(`update specializations set cycle = 'bachelor'`)
  })

  test('contains no unmasked number in any part', async () => {
    const cnp = validCnp(555)
    const { id } = await office.addApplication('under_review', { cnp, serialNumber: 'CJ987654' })
    const request = {
      ...reviewTexts.request,
      requestedChanges: [{ field: 'cnp' }, { field: 'serialNumber' }],
    }
    await office.updateStatus(office.ana, { id, status: 'update_requested', ...request })
    const texts = [(await office.call(office.ana, 'GET', `/api/registrations/${id}`)).text]
    texts.push((await office.call(office.ana, 'GET', `/api/registrations/${id}/history`)).text)
    for (const text of texts)
      for (const number of [cnp, 'CJ987654']) expect(text).not.toContain(number)
  })

  test('logs who opens it, and shows each reviewer which files they have seen', async () => {
    const { id, fileCVUrl } = await office.addApplication()
    const listReads = () =>
      office.context.database.query(
        'select user_name, kind from access_log where record_id = $1 order by at, id',
        [id],
      )
    expect(
      (await office.getApplication(id, office.ana)).documents.map(({ isViewed }) => isViewed),
    ).toEqual([false, false, false])
    const fileId = String(fileCVUrl).split('/').at(-1)
    const logEntry = { resource: 'registrations', recordId: id, kind: 'file', fileId } as const
    await logRecordAccess(office.context.database, office.ana, office.now(), logEntry)
    const listViewed = async (caller = office.ana) =>
      (await office.getApplication(id, caller)).documents.map(({ isViewed }) => isViewed)
    expect(await listViewed()).toEqual([false, false, true])
    expect(await listViewed(office.ben)).toEqual([false, false, false])
    await office.postCall(office.ana, id, 'notes', { text: 'Looks fine.' })
    expect((await listReads()).map((row) => Object.values(row))).toEqual([
      ['Ana Pop', 'opened'],
      ['Ana Pop', 'file'],
      ['Ana Pop', 'opened'],
      ['Ben Rus', 'opened'],
    ])
  })

  test('marks documents one by one; a new file has no mark, and the old file keeps its own', async () => {
    const { id, version, fileDiplomaUrl } = await office.addApplication('under_review')
    const verified = await markDocument(id, 'fileDiploma', { mark: 'verified', version })
    const by = { by: 'Ana Pop', at: office.now().toISOString() }
    const diploma = (record: WireRegistration) =>
      record.documents.find(({ document }) => document === 'fileDiploma')
    expect(diploma(verified.data)?.mark).toEqual({ mark: 'verified', reason: null, ...by })
    expect((await markDocument(id, 'fileDiploma', { mark: 'verified' })).data.version).toBe(
      verified.data.version,
    )
    expect((await markDocument(id, 'fileDiploma', { mark: 'rejected' })).failure.fields).toEqual({
      reason: [{ code: 'required' }],
    })
    const rejected = await markDocument(id, 'fileDiploma', {
      mark: 'rejected',
      reason: 'Only the first page',
    })
    expect(diploma(rejected.data)?.mark).toEqual({
      mark: 'rejected',
      reason: 'Only the first page',
      ...by,
    })
    expect((await markDocument(id, 'fileCV', { mark: 'verified', version })).failure.code).toBe(
      'record.stale',
    )
    await markDocument(id, 'fileCV', { mark: 'verified' })
    const file = await seedFile(office.context, 'diploma-2.pdf')
    await office.context.database.query('update file set owner_id = $2 where id = $1', [
      file,
      office.ana.id,
    ])
    office.wait(minuteMs)
    await office.call(office.ana, 'PATCH', '/api/registrations/update', {
      id,
      fileDiplomaUrl: file,
    })
    const record = await office.getApplication(id)
    expect(diploma(record)).toMatchObject({
      name: 'diploma-2.pdf',
      mark: null,
      older: [{ url: fileDiplomaUrl, name: 'diploma.pdf', replacedAt: office.now().toISOString() }],
    })
    expect(Object.keys(record.documentMarks as object)).toEqual(['fileCV'])
    const types = record.timeline.map(({ type, payload }) => [type, payload.document])
    expect(types.slice(0, -1)).toEqual([
      ['fieldEdited', undefined],
      ['documentVerified', 'fileCV'],
      ['documentRejected', 'fileDiploma'],
      ['documentVerified', 'fileDiploma'],
    ])
  })

  test('accepts marks only for its own documents and only from staff', async () => {
    const { id } = await office.addApplication()
    await office.context.database.query(
      'update registrations set file_cv_url = null where id = $1',
      [id],
    )
    expect((await markDocument(id, 'fileCV', { mark: 'verified' })).failure.fields).toEqual({
      mark: [{ code: 'file.unknown' }],
    })
    expect((await markDocument(id, 'fileCVUrl', { mark: 'verified' })).failure.code).toBe(
      'record.missing',
    )
    expect(
      (await markDocument(createMissingId(), 'fileCV', { mark: 'verified' })).failure.code,
    ).toBe('record.missing')
    for (const body of [{}, { mark: 'fine' }, { mark: 'verified', by: 'me' }])
      expect((await markDocument(id, 'fileIdCard', body)).status).toBe(400)
    for (const caller of [office.professor, office.student])
      expect(
        (await markDocument(id, 'fileIdCard', { mark: 'verified' }, caller)).failure.code,
      ).toBe('access.denied')
  })

  test('lets staff write internal notes', async () => {
    const { id, version } = await office.addApplication()
    const { data } = await office.postCall(office.ben, id, 'notes', {
      text: 'Called; will bring the original on Monday.',
    })
    expect(data.version).toBe(version)
    expect(data.timeline[0]).toMatchObject({
      type: 'noteAdded',
      note: 'Called; will bring the original on Monday.',
      visibleFrom: null,
    })
    for (const body of [
      {},
      { text: '' },
      { text: 'a'.repeat(2001) },
      { text: 'x', visibleFrom: null },
    ])
      expect((await office.postCall(office.ben, id, 'notes', body)).status).toBe(400)
    expect(
      (await office.postCall(office.ben, createMissingId(), 'notes', { text: 'x' })).failure.code,
    ).toBe('record.missing')
    for (const caller of [office.professor, office.student])
      expect((await office.postCall(caller, id, 'notes', { text: 'x' })).failure.code).toBe(
        'access.denied',
      )
  })

  test('can be claimed, released, and assigned to a colleague, who is notified', async () => {
    const { id, version, referenceCode } = await office.addApplication()
    const given = await office.postCall(office.ana, id, 'assign', {
      userId: office.ben.id,
      version,
    })
    expect(given.data).toMatchObject({
      assignedToId: office.ben.id,
      status: 'submitted',
      _titles: { assignedToId: 'Ben Rus' },
    })
    const notifications = await office.call<Page<WireRecord>>(
      office.ben,
      'GET',
      '/api/notifications?filters[type]=registrationAssigned',
    )
    expect(notifications.data.list).toMatchObject([
      { subject: referenceCode, link: `registrations/${id}` },
    ])
    expect(
      (await office.postCall(office.ana, id, 'assign', { userId: office.ana.id, version })).failure
        .code,
    ).toBe('record.stale')
    await office.postCall(office.ana, id, 'assign', { userId: office.ana.id })
    await office.postCall(office.ana, id, 'assign', { userId: office.ana.id })
    const unassigned = await office.postCall(office.ben, id, 'assign', { userId: null })
    expect(unassigned.data).toMatchObject({ assignedToId: null, assignedAt: null })
    expect(unassigned.data.timeline.map(({ type }) => type)).toEqual([
      'assigned',
      'assigned',
      'assigned',
      'submitted',
    ])
    for (const userId of [office.student.id, office.professor.id, createMissingId()])
      expect((await office.postCall(office.ana, id, 'assign', { userId })).failure.fields).toEqual({
        userId: [{ code: 'reference.notAllowed' }],
      })
    for (const body of [{}, { userId: 'x' }])
      expect((await office.postCall(office.ana, id, 'assign', body)).status).toBe(400)
  })

  test('compares the application with itself and with the others', async () => {
    const cnp = validCnp(600)
    const personalEmail = 'shared.address@example.com'
    const { id, referenceCode } = await office.addApplication('declined', { cnp, personalEmail })
    const same = await office.addApplication('submitted', { cnp })
    const family = await office.addApplication('submitted', {
      personalEmail: 'Shared.Address@example.com',
    })
    const other = { id, reference: referenceCode, status: 'declined' }
    const checksOf = async (record: { readonly id: string }) =>
      (await office.getApplication(record.id)).checks
    // The values that the CNP confirms are marked, not the CNP itself.
    const matching = [
      { field: 'birthDate', code: 'cnpMatches', tone: 'good' },
      { field: 'sex', code: 'cnpMatches', tone: 'good' },
    ]
    expect(await checksOf(same)).toEqual([
      ...matching,
      { field: 'cnp', code: 'sameCnp', tone: 'warning', other },
    ])
    expect(await checksOf(family)).toEqual([
      ...matching,
      { field: 'personalEmail', code: 'sameEmail', tone: 'warning', other },
    ])
    const set = (values: string) =>
      office.context.database.query(`update registrations set ${values} where id = $1`, [same.id])
    await set("sex = 'F', birth_date = '1940-01-01'")
    const dead =
      "insert into outbox_mail (id, kind, language, params, created_at, run_at, record_id, state) values (gen_random_uuid(), 'accessCode', 'ro', '{}', now(), now(), $1, 'dead')"
    await office.context.database.query(dead, [same.id])
    expect((await checksOf(same)).map(({ field, code, tone }) => [field, code, tone])).toEqual([
      ['birthDate', 'otherBirthDate', 'problem'],
      ['sex', 'otherSex', 'problem'],
      ['birthDate', 'unusualAge', 'warning'],
      ['cnp', 'sameCnp', 'warning'],
      ['personalEmail', 'mailFailed', 'problem'],
    ])
  })

  test('reports an address whose postal code belongs to another county', async () => {
    const codesOf = async (values: object) => {
      const { id } = await office.addApplication('submitted', values)
      return (await office.getApplication(id)).checks
        .filter(({ field }) => field === 'postalCode')
        .map(({ code }) => code)
    }
    expect(await codesOf({ county: 'CJ', postalCode: '510038' })).toEqual(['otherCounty'])
    expect(await codesOf({ county: 'AB', postalCode: '510038' })).toEqual([])
    expect(await codesOf({ county: null, postalCode: '510038' })).toEqual([])
    expect(await codesOf({ country: 'MD', county: null, postalCode: 'MD-2001' })).toEqual([])
  })

  test('marks a preloaded document as seen only when it is shown', async () => {
    const { id, fileCVUrl } = await office.addApplication()
    const listViewed = async () =>
      (await office.getApplication(id, office.ana)).documents.map(({ isViewed }) => isViewed)
    // The file has no stored bytes, but the read is logged before they would be sent.
    await office.call(office.ana, 'GET', `${fileCVUrl}?ahead=true`)
    expect(await listViewed()).toEqual([false, false, false])
    const fileResponse = await office.call(office.ana, 'HEAD', String(fileCVUrl))
    expect([fileResponse.status, fileResponse.text]).toEqual([200, ''])
    expect(await listViewed()).toEqual([false, false, true])
    const logEntries = await office.context.database.query<{ kind: string }>(
      "select kind from access_log where record_id = $1 and kind <> 'opened' order by at, id",
      [id],
    )
    expect(logEntries.map(({ kind }) => kind)).toEqual(['fetched', 'file'])
  })

  test.each(['accept', 'decline', 'requestUpdate'] as const)(
    'belongs to the user who made the last transition: %s',
    async (step) => {
      const { id } = await office.addApplication('in_progress', { assignedToId: office.ana.id })
      const status = { accept: 'accepted', decline: 'declined', requestUpdate: 'update_requested' }[
        step
      ]
      const texts = {
        decline: { reasonCode: 'no_places', issueExplanation: reviewTexts.text },
        requestUpdate: reviewTexts.request,
        accept: {},
      }[step]
      expect((await office.updateStatus(office.ben, { id, status, ...texts })).data).toMatchObject({
        status,
        assignedToId: office.ben.id,
      })
      expect((await office.postCall(office.ben, id, 'undo')).data).toMatchObject({
        status: 'in_progress',
        assignedToId: office.ana.id,
      })
    },
  )

  test('shows under “Waiting for me” only applications that are assigned to the caller or unassigned', async () => {
    const { id: anaApplicationId } = await office.addApplication('in_progress', {
      assignedToId: office.ana.id,
    })
    const { id: unassignedId } = await office.addApplication('in_progress')
    const waiting = async (caller = office.ana) =>
      (
        await office.call<Page<WireRecord>>(
          caller,
          'GET',
          '/api/registrations/list?view=waiting&pageSize=100',
        )
      ).data.list.map(({ id }) => id)
    expect(await waiting()).toEqual(expect.arrayContaining([anaApplicationId, unassignedId]))
    expect(await waiting(office.ben)).toContain(unassignedId)
    expect(await waiting(office.ben)).not.toContain(anaApplicationId)
  })

  test('identifies an applicant without a CNP by the other document', async () => {
    const abroad = {
      identityType: 'passport',
      cnp: null,
      serialNumber: null,
      foreignIdNumber: 'AB1234567',
      country: 'MD',
      county: null,
    }
    const first = await office.addApplication('submitted', abroad)
    const second = await office.addApplication('submitted', abroad)
    expect((await office.getApplication(second.id)).checks).toMatchObject([
      { field: 'foreignIdNumber', code: 'sameCnp', other: { id: first.id } },
    ])
  })

  test('survives malformed bodies: no call of the review fails with a server error', async () => {
    const { id, version } = await office.addApplication('under_review')
    const nasty = [
      null,
      [],
      {},
      '',
      '\u0000',
      'a\u0000b',
      '\ud800',
      '\u202Eabc',
      2 ** 31,
      2 ** 53,
      -1,
      1.5,
      true,
      "' or 1=1 --",
      '__proto__',
      [null],
    ]
    const names = [
      'status',
      'version',
      'issue',
      'issueExplanation',
      'requestedChanges',
      'dueAt',
      'userId',
      'mark',
      'reason',
      'text',
      'ids',
    ]
    const calls = [
      'status-update',
      `${id}/undo`,
      `${id}/assign`,
      `${id}/documents/fileCV`,
      `${id}/notes`,
      `${id}/identity-waiver`,
      'release-decisions',
      'change-request-options',
      'message-options',
    ]
    for (const call of calls)
      for (const name of names) {
        const method = call === 'status-update' || call.includes('documents') ? 'PATCH' : 'POST'
        const extraBody = call === 'status-update' ? { id, status: 'under_review', version } : {}
        const bodies = nasty.map((value) => ({ ...extraBody, [name]: value }))
        const statuses = await Promise.all(
          bodies.map(
            async (body) =>
              (await office.call(office.admin, method, `/api/registrations/${call}`, body)).status,
          ),
        )
        for (const status of statuses) expect([200, 400, 404, 409]).toContain(status)
      }
    expect(await office.getApplication(id)).toMatchObject({ status: 'under_review' })
  })
})
