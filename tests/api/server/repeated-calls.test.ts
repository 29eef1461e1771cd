/** Calls that are repeated with the same `Idempotency-Key` (docs/decisions/0027). */
import { randomUUID } from 'node:crypto'
import type { WireJob, WireSelection } from '@matricola/schema/wire/jobs.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { registeredRoutesOf } from '@matricola/server/app/build-server.ts'
import type { Caller } from '@matricola/server/caller.ts'
import { runJobs } from '@matricola/server/jobs/runner.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { createMissingId } from '#tests/support/seed-university.ts'
import { type StudyApp, startStudyApp } from '#tests/support/study-app.ts'
import { routesOfBuild } from '../http/route-access.expected.ts'

/**
 * Calls that change nothing or must not return the same response twice. They reject an idempotency
 * key.
 */
const withoutKey = [
  'DELETE /api/authentication/revoke-auth',
  'DELETE /api/authentication/sessions/:id',
  'DELETE /api/registrations/applicant-session',
  'POST /api/admission-programmes/try',
  'POST /api/authentication/accept-invitation',
  'POST /api/authentication/change-password',
  'POST /api/authentication/confirm-password',
  'POST /api/authentication/forgot-password',
  'POST /api/authentication/login',
  'POST /api/authentication/refresh-token',
  'POST /api/authentication/reset-password',
  'POST /api/exams/conflicts',
  'POST /api/live/presence',
  'POST /api/registrations/:id/reveal',
  'POST /api/registrations/access-code',
  'POST /api/registrations/applicant-session',
  'POST /api/registrations/drafts/:id/delete',
  'POST /api/registrations/drafts/:id/lost-code',
  'POST /api/registrations/drafts/:id/open',
  'POST /api/registrations/email-link',
  'POST /api/registrations/receipt',
  'POST /api/registrations/status-search',
  'PUT /api/registrations/drafts/:id',
]

describe.each(engines)('on $engine, a call that is repeated with its key', ({ open }) => {
  let study: StudyApp
  beforeAll(async () => {
    study = await startStudyApp(open)
  })
  afterAll(() => study.close())

  const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })
  const charge = (studentId: string | null, amount = 100) => ({
    ...{ studentId, kind: 'tuition', direction: 'charge', amount, description: 'Taxă de studii' },
    ...{ bookedOn: '2027-07-01', dueOn: '2027-07-31' },
  })
  const book = (body: object, key: string, caller: Caller = study.secretary) =>
    study.call<WireRecord>(caller, 'POST', '/api/finances/create', body, keyed(key))
  const entriesOf = async (studentId: string | null) =>
    (
      await study.call<Page<WireRecord>>(
        study.secretary,
        'GET',
        `/api/finances?filters[studentId]=${studentId}&pageSize=100`,
      )
    ).data.list

  test('books a charge once, and returns the same response each time', async () => {
    const { personId } = await study.addStudent()
    const key = randomUUID()
    const answers = [
      await book(charge(personId), key),
      await book(charge(personId), key),
      await book(charge(personId), key),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await entriesOf(personId)).toHaveLength(1)
    const other = await book(charge(personId, 200), key)
    expect([other.status, other.failure.code]).toEqual([422, 'request.differs'])
    expect(
      (
        await study.call(
          study.secretary,
          'POST',
          '/api/messages/create',
          charge(personId),
          keyed(key),
        )
      ).status,
    ).toBe(422)
    expect((await book(charge(personId), randomUUID())).status).toBe(201)
    expect(await entriesOf(personId)).toHaveLength(2)
  })

  test('creates one bulk job, and therefore one charge for each record', async () => {
    const students = [await study.addStudent(), await study.addStudent()]
    const chosen = { ids: students.map(({ personId }) => personId) }
    const select = randomUUID()
    const selected = () =>
      study.call<WireSelection>(
        study.secretary,
        'POST',
        '/api/students/selections',
        chosen,
        keyed(select),
      )
    const selection = (await selected()).data.id
    expect((await selected()).data.id).toBe(selection)
    const input = {
      chargeKind: 'other',
      chargeAmount: 10,
      chargeDescription: 'Taxă de laborator',
      chargeDueOn: '2027-08-01',
    }
    const key = randomUUID()
    const sendRequest = () =>
      study.call<WireJob>(
        study.secretary,
        'POST',
        '/api/students/bulk',
        { selection, action: 'charge', input, start: true },
        keyed(key),
      )
    const answers = [await sendRequest(), await sendRequest()]
    await runJobs(study.context)
    answers.push(await sendRequest())
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    await runJobs(study.context)
    for (const { personId } of students) expect(await entriesOf(personId)).toHaveLength(1)
  })

  test('sends a message once', async () => {
    const { id } = await study.addStudent()
    const message = { recipientId: id, subject: 'Examen', body: 'Examenul se mută.' }
    const key = randomUUID()
    const send = () =>
      study.call<WireRecord>(study.secretary, 'POST', '/api/messages/create', message, keyed(key))
    expect((await send()).data.id).toBe((await send()).data.id)
    expect(await study.query('select 1 from messages where subject = $1', ['Examen'])).toHaveLength(
      1,
    )
  })

  test('is refused if the call does not support keys: no call ignores a key', async () => {
    const writeRoutes = registeredRoutesOf(study.app).filter(
      ({ method, path }) =>
        !['GET', 'HEAD', 'OPTIONS'].includes(method) && !routesOfBuild.includes(path),
    )
    expect(
      writeRoutes
        .filter(({ acceptsKey: takesKey }) => !takesKey)
        .map(({ method, path }) => `${method} ${path}`)
        .toSorted(),
    ).toEqual(withoutKey)
    for (const call of withoutKey) {
      const [method = '', path = ''] = call.split(' ')
      const { status, failure } = await study.call(
        createCaller('admin'),
        method,
        path.replace(':id', createMissingId()),
        undefined,
        keyed(randomUUID()),
      )
      expect([call, status, failure.code]).toEqual([call, 400, 'request.notRepeatable'])
    }
  })
})
