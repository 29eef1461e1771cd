import type { Page, WireChange, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import { bulkCalls } from '@matricola/testing/bulk-calls.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { type StudyApp, startStudyApp } from '#tests/support/study-app.ts'

describe.each(engines)('requests to change personal data on $engine', ({ open }) => {
  let study: StudyApp
  beforeAll(async () => {
    study = await startStudyApp(open)
  })
  afterAll(() => study.close())
  const requestChange = (caller: Caller, body: object) =>
    study.call<WireRecord>(caller, 'POST', '/api/data-changes/create', {
      explanation: 'I married.',
      ...body,
    })
  const student = async (id: string) =>
    (await study.call<WireRecord>(study.admin, 'GET', `/api/students/${id}`)).data
  const notificationsOf = async (caller: Caller, type: string) =>
    (await study.call<Page<WireRecord>>(caller, 'GET', `/api/notifications?filters[type]=${type}`))
      .data.totalCount

  test('belong to the student who makes them, and secretaries are notified', async () => {
    const dan = await study.addStudent()
    const before = await notificationsOf(study.secretary, 'dataChangeRequested')
    const { data, status } = await requestChange(dan, { subject: 'lastName', wanted: '  Popescu ' })
    expect(status).toBe(201)
    expect(data).toMatchObject({
      studentId: dan.personId,
      wanted: 'Popescu',
      status: 'requested',
      requestedAt: study.now().toISOString(),
    })
    expect(await notificationsOf(study.secretary, 'dataChangeRequested')).toBe(before + 1)
    expect(
      (await requestChange(dan, { subject: 'firstName', wanted: 'Ion', studentId: dan.personId }))
        .failure.fields,
    ).toEqual({
      studentId: [{ code: 'field.notWritable' }],
    })
    expect(
      (await requestChange(study.secretary, { subject: 'firstName', wanted: 'Ion' })).status,
    ).toBe(403)
  })

  test.each([
    ['birthDate', '30.02.2005', 'date.unreal'],
    ['sex', 'X', 'choice.unknown'],
    ['email', 'nobody', 'email.malformed'],
    ['lastName', '1234', 'text.personName'],
  ])('require a value that the field accepts: %s cannot be %s', async (subject, expected, code) => {
    const dan = await study.addStudent()
    expect(
      (await requestChange(dan, { subject, wanted: expected })).failure.fields?.wanted?.[0]?.code,
    ).toBe(code)
  })

  test('can be open only once for each field', async () => {
    const dan = await study.addStudent()
    const first = await requestChange(dan, { subject: 'lastName', wanted: 'Popescu' })
    expect(
      (await requestChange(dan, { subject: 'lastName', wanted: 'Pop' })).failure.fields,
    ).toEqual({
      subject: [{ code: 'dataChange.open' }],
    })
    expect((await requestChange(dan, { subject: 'firstName', wanted: 'Daniel' })).status).toBe(201)
    expect((await study.act(dan, 'data-changes', first.data.id, 'withdraw')).data.status).toBe(
      'withdrawn',
    )
    expect((await requestChange(dan, { subject: 'lastName', wanted: 'Pop' })).status).toBe(201)
  })

  test('can be open only once even when two are sent simultaneously', async () => {
    const dan = await study.addStudent()
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        requestChange(dan, { subject: 'lastName', wanted: 'Popescu' }),
      ),
    )
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1)
  })

  test('update the record and its history, even if a secretary approves them, and notify the student', async () => {
    const dan = await study.addStudent()
    const { data: change } = await requestChange(dan, { subject: 'lastName', wanted: 'Popescu' })
    expect((await study.act(study.secretary, 'data-changes', change.id, 'apply')).data.status).toBe(
      'applied',
    )
    expect((await student(dan.personId)).lastName).toBe('Popescu')
    const history = await study.call<Page<WireChange>>(
      study.admin,
      'GET',
      `/api/students/${dan.personId}/history`,
    )
    expect(history.data.list[0]).toMatchObject({
      ...{ action: 'dataChange', actor: { name: 'Ana Pop' } },
      changes: [{ field: 'lastName', before: 'Ionescu', after: 'Popescu' }],
    })
    expect(await notificationsOf(dan, 'dataChangeDecided')).toBe(1)
    const account = await study.call<WireRecord>(
      study.admin,
      'GET',
      `/api/authentication/users/${dan.id}`,
    )
    expect(account.data.name).toBe('Dan Popescu')
    expect(
      (await study.act(study.secretary, 'data-changes', change.id, 'apply')).failure.code,
    ).toBe('transition.refused')
  })

  test('that change the email address also update the account if it had the same address', async () => {
    const dan = await study.addStudent()
    const account = () =>
      study.call<WireRecord>(study.admin, 'GET', `/api/authentication/users/${dan.id}`)
    await study.call(study.admin, 'PATCH', '/api/students/update', {
      id: dan.personId,
      email: (await account()).data.email,
    })
    const { data: change } = await requestChange(dan, {
      subject: 'email',
      wanted: 'dan.nou@stud.univ.ro',
    })
    await study.act(study.secretary, 'data-changes', change.id, 'apply')
    expect([(await student(dan.personId)).email, (await account()).data.email]).toEqual([
      'dan.nou@stud.univ.ro',
      'dan.nou@stud.univ.ro',
    ])
  })

  test('change nothing when the record does not accept the value', async () => {
    const [dan, eva] = [await study.addStudent(), await study.addStudent()]
    const usedEmail = (await student(eva.personId)).email
    const { data: change } = await requestChange(dan, { subject: 'email', wanted: usedEmail })
    const refusal = await study.act(study.secretary, 'data-changes', change.id, 'apply')
    expect([refusal.status, refusal.failure.fields]).toEqual([
      400,
      { wanted: [{ code: 'value.taken' }] },
    ])
    expect(
      (await study.call<WireRecord>(dan, 'GET', `/api/data-changes/${change.id}`)).data.status,
    ).toBe('requested')
  })

  test('require an answer when they are refused', async () => {
    const dan = await study.addStudent()
    const { data: change } = await requestChange(dan, {
      subject: 'birthDate',
      wanted: '2005-04-16',
    })
    expect(
      (await study.act(study.secretary, 'data-changes', change.id, 'refuse')).failure.fields,
    ).toEqual({
      answer: [{ code: 'required' }],
    })
    const refusal = await study.act(study.secretary, 'data-changes', change.id, 'refuse', {
      answer: 'The birth certificate says otherwise.',
    })
    expect(refusal.data.status).toBe('refused')
    expect((await student(dan.personId)).birthDate).toBeNull()
  })

  test('can be applied in bulk, each with its own outcome', async () => {
    const [dan, eva] = [await study.addStudent(), await study.addStudent()]
    const changes = [
      await requestChange(dan, { subject: 'firstName', wanted: 'Daniel' }),
      await requestChange(eva, { subject: 'firstName', wanted: 'Eva' }),
    ]
    await study.act(eva, 'data-changes', String(changes[1]?.data.id), 'withdraw')
    const { items } = await bulkCalls(study).done(
      study.secretary,
      'data-changes',
      { ids: changes.map(({ data }) => data.id) },
      { action: 'apply' },
    )
    expect(items.map(({ outcome }) => outcome)).toEqual(['done', 'state'])
    expect([
      (await student(dan.personId)).firstName,
      (await student(eva.personId)).firstName,
    ]).toEqual(['Daniel', 'Dan'])
  })

  test('are visible only to the student who made them and to staff (R-S08)', async () => {
    const [dan, eva] = [await study.addStudent(), await study.addStudent()]
    const { data: change } = await requestChange(dan, { subject: 'sex', wanted: 'M' })
    const status = async (caller: Caller) =>
      (await study.call(caller, 'GET', `/api/data-changes/${change.id}`)).status
    expect(
      await Promise.all([dan, eva, study.professor, study.secretary, study.admin].map(status)),
    ).toEqual([200, 404, 403, 200, 200])
  })
})
