import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeableFields } from '#resources/application-documents.ts'
import {
  type AdmissionApp,
  createDocumentMarks,
  reviewTexts,
  startAdmissionApp,
} from '#tests/support/admission-app.ts'
import { validCnp } from '#tests/support/seed-university.ts'

const woman = { sex: 'F' }

let office: AdmissionApp
beforeAll(async () => {
  office = await startAdmissionApp()
})
afterAll(() => office.close())

const getRefusal = async (body: object, caller = office.ana) => {
  const { status, failure } = await office.updateStatus(caller, body)
  expect([status, failure.code]).toEqual([400, 'input.invalid'])
  return failure.fields
}
const required = [{ code: 'required' }]

describe('a review', () => {
  test('belongs to the user who starts it, and can be released by that user or an admin (R-T06)', async () => {
    const { id } = await office.addApplication()
    const started = await office.updateStatus(office.ana, { id, status: 'under_review' })
    expect(started.data).toMatchObject({
      assignedToId: office.ana.id,
      assignedAt: office.now().toISOString(),
    })
    expect((await office.updateStatus(office.ben, { id, status: 'submitted' })).failure.code).toBe(
      'access.denied',
    )
    const released = await office.updateStatus(office.ana, { id, status: 'submitted' })
    expect(released.data).toMatchObject({
      status: 'submitted',
      assignedToId: null,
      assignedAt: null,
    })
    await office.updateStatus(office.ben, { id, status: 'under_review' })
    expect(
      (await office.updateStatus(office.admin, { id, status: 'submitted' })).data.assignedToId,
    ).toBeNull()
  })

  test('of an answered application continues with the user who claims it', async () => {
    const { id } = await office.addApplication('in_progress', { assignedToId: office.ana.id })
    expect(
      (await office.updateStatus(office.ben, { id, status: 'under_review' })).data.assignedToId,
    ).toBe(office.ben.id)
  })
})

describe('a request for changes', () => {
  const createRequest = (id: string, parts: object = {}) => ({
    id,
    status: 'update_requested',
    ...reviewTexts.request,
    ...parts,
  })
  let plain: WireRecord
  beforeAll(async () => {
    plain = await office.addApplication('under_review')
  })

  test('contains an issue, an explanation and the fields', async () => {
    const fields = await getRefusal({ id: plain.id, status: 'update_requested' })
    expect(fields).toEqual({
      issue: required,
      issueExplanation: required,
      requestedChanges: required,
    })
    const [one] = reviewTexts.request.requestedChanges
    expect(
      await getRefusal({ id: plain.id, status: 'update_requested', requestedChanges: [one] }),
    ).toEqual({
      issue: required,
      issueExplanation: required,
    })
    for (const [parts, field, code] of [
      [{ issue: 'ab' }, 'issue', 'text.tooShort'],
      [{ issue: 'a'.repeat(121) }, 'issue', 'text.tooLong'],
      [{ issueExplanation: 'too short' }, 'issueExplanation', 'text.tooShort'],
      [{ issueExplanation: 'a'.repeat(2001) }, 'issueExplanation', 'text.tooLong'],
      [{ requestedChanges: [] }, 'requestedChanges', 'required'],
      [
        { requestedChanges: Array.from({ length: 101 }, () => one) },
        'requestedChanges',
        'number.tooLarge',
      ],
      [{ requestedChanges: [one, one] }, 'requestedChanges', 'set.repeated'],
      [{ requestedChanges: [{ field: 'status' }] }, 'requestedChanges', 'choice.unknown'],
      [{ requestedChanges: [{ field: 'citizenship' }] }, 'requestedChanges', 'choice.unknown'],
      [
        { requestedChanges: [{ ...one, message: 'a'.repeat(501) }] },
        'requestedChanges',
        'text.tooLong',
      ],
      [{ requestedChanges: [{ ...one, oldValue: 'x' }] }, 'oldValue', 'field.unknown'],
      [{ reasonCode: 'other' }, 'reasonCode', 'field.notApplicable'],
    ] as const)
      expect([
        field,
        (await getRefusal(createRequest(plain.id, parts)))?.[field]?.[0]?.code,
      ]).toEqual([field, code])
    expect(await office.getApplication(plain.id)).toMatchObject({
      status: 'under_review',
      version: plain.version,
    })
  })

  test('records the previous value of every field: numbers masked, files and programmes by name (R-T08)', async () => {
    const { id } = await office.addApplication('submitted', { suggestion: null })
    const requestedChanges = [...changeableFields].reverse().map((field) => ({ field }))
    const { data } = await office.updateStatus(
      office.ana,
      createRequest(id, { requestedChanges, suggestion: 'Scan both pages' }),
    )
    const changes = data.requestedChanges as { field: string; oldValue: string }[]
    expect(changes.map(({ field }) => field)).toEqual(changeableFields)
    const old = Object.fromEntries(changes.map(({ field, oldValue }) => [field, oldValue]))
    expect(old).toMatchObject({
      lastName: 'Pop',
      fileIdCard: 'id-card.pdf',
      specializationId: 'Filologie',
      departmentProfileId: 'Litere',
    })
    expect(old.cnp).toMatch(/^•{10}\d{3}$/)
    expect(old.serialNumber).toMatch(/^•{5}\d{3}$/)
    expect(changes[0]).toEqual({
      field: 'cnp',
      message: null,
      oldValue: old.cnp,
      answeredAt: null,
      keptReason: null,
    })
    expect(data).toMatchObject({
      issue: 'Blurred copy',
      suggestion: 'Scan both pages',
      assignedToId: office.ana.id,
    })
    expect(data.timeline[0]).toMatchObject({
      type: 'updateRequested',
      note: reviewTexts.request.issueExplanation,
    })
    expect(data.timeline[0]?.payload.fields).toEqual(changeableFields)
  })

  test('is due at the end of the fifth day in Romania, of the chosen day, or of the period in the settings', async () => {
    const getDueDate = async (parts: object) =>
      (
        await office.updateStatus(
          office.ana,
          createRequest((await office.addApplication('under_review')).id, parts),
        )
      ).data.updateDueAt
    // 25 July is in summer time, three hours ahead of UTC.
    expect(await getDueDate({})).toBe('2026-07-25T20:59:59.999Z')
    expect(await getDueDate({ dueAt: '2026-07-21' })).toBe('2026-07-21T20:59:59.999Z')
    expect(await getDueDate({ dueAt: '2026-08-19T10:00:00.000Z' })).toBe('2026-08-19T20:59:59.999Z')
    await office.updateSettings({ updateRequestDays: 12 })
    expect(await getDueDate({})).toBe('2026-08-01T20:59:59.999Z')
    await office.updateSettings({ updateRequestDays: 5 })
    const id = plain.id
    expect(await getRefusal(createRequest(id, { dueAt: '2026-07-20' }))).toEqual({
      dueAt: [{ code: 'date.tooEarly', params: { min: '2026-07-21' } }],
    })
    expect(await getRefusal(createRequest(id, { dueAt: '2026-08-20' }))).toEqual({
      dueAt: [{ code: 'date.tooLate', params: { max: '2026-08-19' } }],
    })
    expect(await getRefusal(createRequest(id, { dueAt: '2026-02-30' }))).toEqual({
      dueAt: [{ code: 'date.unreal' }],
    })
  })

  test('is refused while applicants cannot change anything, by this call and by the transition itself', async () => {
    await office.updateSettings({ disableUpdates: true })
    const { status, failure } = await office.updateStatus(office.ana, createRequest(plain.id))
    expect([status, failure.code]).toEqual([409, 'transition.refused'])
    expect([...(failure.allowed ?? [])].sort()).toEqual(['accepted', 'declined', 'submitted'])
    const body = { ...reviewTexts.request, issue: 'Blurred copy' }
    const step = await office.postCall(office.ana, plain.id, 'actions/requestUpdate', body)
    expect([step.status, step.failure.allowed]).toEqual([409, ['release', 'accept', 'decline']])
    await office.updateSettings({ disableUpdates: false })
  })

  test('ends with a note when it is withdrawn or staff answer it for the applicant', async () => {
    const { id } = await office.addApplication('update_requested')
    for (const status of ['under_review', 'in_progress'])
      expect(await getRefusal({ id, status })).toEqual({ issueExplanation: required })
    const answered = await office.updateStatus(office.ana, {
      id,
      status: 'in_progress',
      issueExplanation: 'Brought to the desk today.',
    })
    const [change] = answered.data.requestedChanges as { answeredAt: string }[]
    expect(change?.answeredAt).toBe(office.now().toISOString())
    expect(answered.data).toMatchObject({
      updateDueAt: null,
      issueExplanation: reviewTexts.request.issueExplanation,
    })
    expect(answered.data.timeline[0]).toMatchObject({
      type: 'updateReceived',
      note: 'Brought to the desk today.',
    })
    const other = await office.addApplication('update_requested')
    const cancelled = await office.updateStatus(office.ana, {
      id: other.id,
      status: 'under_review',
      issueExplanation: reviewTexts.text,
    })
    expect(cancelled.data).toMatchObject({
      requestedChanges: null,
      updateDueAt: null,
      issue: null,
      issueExplanation: reviewTexts.text,
    })
  })
})

describe('accepting', () => {
  const accept = (id: string) => ({ id, status: 'accepted' })

  test('is refused while a document is marked as rejected, and no other document state matters', async () => {
    const { id } = await office.addApplication('under_review', {
      documentMarks: createDocumentMarks('fileDiploma', 'rejected'),
    })
    expect(await getRefusal(accept(id))).toEqual({
      fileDiplomaUrl: [{ code: 'document.rejected' }],
    })
    await office.call(office.ana, 'PATCH', `/api/registrations/${id}/documents/fileDiploma`, {
      mark: null,
    })
    expect((await office.updateStatus(office.ana, accept(id))).data.status).toBe('accepted')
  })

  test('is refused while the identity contradicts itself, unless an admin waives that', async () => {
    const { id } = await office.addApplication('in_progress')
    // An older version of the program may have stored such a registration. No current call does.
    await office.context.database.query("update registrations set sex = 'F' where id = $1", [id])
    expect(await getRefusal(accept(id))).toEqual({ sex: [{ code: 'nationalId.otherSex' }] })
    const waiver = { reason: 'The civil registry has the wrong sex; letter of 3 July.' }
    expect((await office.postCall(office.ana, id, 'identity-waiver', waiver)).failure.code).toBe(
      'access.denied',
    )
    expect((await office.postCall(office.admin, id, 'identity-waiver', {})).failure.fields).toEqual(
      { reason: required },
    )
    const waived = await office.postCall(office.admin, id, 'identity-waiver', waiver)
    expect(waived.data.checks).toEqual([
      { field: 'sex', code: 'otherSex', tone: 'warning' },
      { field: 'cnp', code: 'identityWaived', tone: 'good' },
    ])
    await office.postCall(office.admin, id, 'identity-waiver', waiver)
    const accepted = await office.updateStatus(office.ana, accept(id))
    expect(accepted.data.timeline.map(({ type }) => type)).toEqual([
      'accepted',
      'identityWaived',
      'submitted',
    ])
  })

  test('requires a free place: accepted applications of the same admission count, and a revoked decision frees one', async () => {
    const department = {
      departmentProfileId: office.departmentId,
      yearsOfStudy: 3,
      totalCredits: 180,
    }
    const create = { name: 'Jurnalism', code: 'JUR', ...department, placesBudget: 1, placesFee: 1 }
    const { id: specializationId } = (
      await office.call<WireRecord>(office.admin, 'POST', '/api/specializations/create', create)
    ).data
    const admission = { name: '2025', academicYear: '2025-2026' }
    const { id: earlierSessionId } = (
      await office.call<WireRecord>(
        office.admin,
        'POST',
        '/api/admission-sessions/create',
        admission,
      )
    ).data
    await office.addApplication('accepted', {
      specializationId,
      admissionSessionId: earlierSessionId,
    })
    const [first, second, third] = [1, 2, 3].map(() =>
      office.addApplication('under_review', { specializationId }),
    )
    const ids = (await Promise.all([first, second, third])).map((record) => String(record?.id))
    for (const id of ids.slice(0, 2))
      expect((await office.updateStatus(office.ana, accept(id))).status).toBe(200)
    const last = String(ids[2])
    expect(await getRefusal(accept(last))).toEqual({ specializationId: [{ code: 'place.none' }] })
    expect(await office.getApplication(last)).toMatchObject({
      status: 'under_review',
      decidedAt: null,
    })
    expect(await office.emailsOf(last)).toEqual([])
    await office.postCall(office.ana, String(ids[0]), 'undo')
    expect((await office.updateStatus(office.ana, accept(last))).status).toBe(200)
    // Changing the programme is checked in the same way.
    const { id: otherId } = await office.addApplication('accepted')
    const moved = await office.call(office.ana, 'PATCH', '/api/registrations/update', {
      id: otherId,
      specializationId,
    })
    expect(moved.failure.fields).toEqual({ specializationId: [{ code: 'place.none' }] })
  })
})

describe('declining', () => {
  test('requires a reason, and an explanation of the reason “other”', async () => {
    const { id } = await office.addApplication()
    expect(await getRefusal({ id, status: 'declined' })).toEqual({ reasonCode: required })
    expect(await getRefusal({ id, status: 'declined', reasonCode: 'other' })).toEqual({
      issueExplanation: required,
    })
    expect(await getRefusal({ id, status: 'declined', reasonCode: 'because' })).toEqual({
      reasonCode: [{ code: 'choice.unknown' }],
    })
    const { data } = await office.updateStatus(office.ana, {
      id,
      status: 'declined',
      reasonCode: 'no_places',
    })
    expect(data).toMatchObject({ reasonCode: 'no_places', decidedOn: '2026-07-20' })
    expect(data.timeline[0]).toMatchObject({
      type: 'declined',
      payload: { reasonCode: 'no_places' },
    })
  })

  test('an accepted application requires an admin and a reason, and is refused once the student is enrolled', async () => {
    const { id } = await office.addApplication('accepted')
    expect(await getRefusal({ id, status: 'declined' }, office.admin)).toEqual({
      reasonCode: required,
    })
    expect(await getRefusal({ id, status: 'under_review' }, office.admin)).toEqual({
      issueExplanation: required,
    })
    const enrolled = await office.addApplication('accepted', {
      enrolledAt: office.now().toISOString(),
    })
    for (const body of [
      { status: 'declined', reasonCode: 'false_data' },
      { status: 'under_review', issueExplanation: reviewTexts.text },
    ]) {
      const { status, failure } = await office.updateStatus(office.admin, {
        id: enrolled.id,
        ...body,
      })
      expect([status, failure.code, failure.allowed]).toEqual([409, 'transition.refused', []])
    }
  })

  test('is required before a second application of the same person for the programme can be accepted', async () => {
    const cnp = validCnp(779)
    const first = await office.addApplication('under_review', { cnp, assignedToId: office.ana.id })
    await office.context.database.query(
      'update registrations set is_duplicate = true where id = $1',
      [first.id],
    )
    const second = await office.addApplication('under_review', { cnp, assignedToId: office.ana.id })
    expect(
      (await office.updateStatus(office.ana, { id: first.id, status: 'accepted' })).status,
    ).toBe(200)
    const answer = await office.updateStatus(office.ana, { id: second.id, status: 'accepted' })
    expect([answer.status, answer.failure.fields]).toEqual([
      400,
      { cnp: [{ code: 'person.accepted', params: { reference: first.referenceCode } }] },
    ])
    await office.updateStatus(office.admin, {
      id: first.id,
      status: 'declined',
      reasonCode: 'duplicate',
      issueExplanation: reviewTexts.text,
    })
    expect(
      (await office.updateStatus(office.ana, { id: second.id, status: 'accepted' })).status,
    ).toBe(200)
  })

  test('is final while the person has another active application for the programme', async () => {
    const cnp = validCnp(777)
    const { id } = await office.addApplication('declined', { cnp })
    await office.addApplication('submitted', { cnp })
    const reopen = { id, status: 'under_review', issueExplanation: reviewTexts.text }
    const { status, failure } = await office.updateStatus(office.admin, reopen)
    expect([status, failure.code]).toEqual([409, 'registration.duplicate'])
    expect(await office.getApplication(id)).toMatchObject({ status: 'declined' })
  })
})

describe('an edit by staff', () => {
  const edit = (id: string, values: object) =>
    office.call<WireRecord>(office.ana, 'PATCH', '/api/registrations/update', { id, ...values })

  test('is logged with the names of the fields, visible only to staff', async () => {
    const { id } = await office.addApplication('under_review')
    await edit(id, { city: 'Dej', cnp: validCnp(778) })
    const { timeline } = await office.getApplication(id)
    expect(timeline[0]).toMatchObject({
      type: 'fieldEdited',
      visibleFrom: null,
      note: null,
      payload: { fields: ['cnp', 'city'] },
    })
    expect(timeline[0]?.actor).toEqual({ kind: 'staff', name: 'Ana Pop' })
    expect(JSON.stringify(timeline)).not.toContain('Dej')
  })

  test('must keep number, birth date and sex consistent', async () => {
    const { id } = await office.addApplication()
    expect((await edit(id, woman)).failure.fields).toEqual({
      sex: [{ code: 'nationalId.otherSex' }],
    })
    expect((await edit(id, { birthDate: '2005-04-16' })).failure.fields).toEqual({
      birthDate: [{ code: 'nationalId.otherBirthDate' }],
    })
    await office.postCall(office.admin, id, 'identity-waiver', {
      reason: 'Letter of the civil registry.',
    })
    expect((await edit(id, woman)).data.identityWaived).toBe(true)
    // Waivers end when they are no longer needed.
    expect((await edit(id, { sex: 'M' })).data.identityWaived).toBe(false)
  })
})
