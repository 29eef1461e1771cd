/** Calls that are repeated with the same `Idempotency-Key` (docs/decisions/0027). */
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import type { WireJob, WireSelection } from '@matricola/schema/wire/jobs.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { buildServer, registeredRoutesOf } from '@matricola/server/app/build-server.ts'
import type { Caller } from '@matricola/server/caller.ts'
import { runJobs } from '@matricola/server/jobs/runner.ts'
import { runHousekeeping } from '@matricola/server/session/housekeeping.ts'
import {
  deleteStoredAnswer,
  findStoredAnswer,
  fingerprintOf,
  storeAnswer,
} from '@matricola/server/session/repeated-call.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { createMissingId } from '#tests/support/seed-university.ts'
import { type StudyApp, startStudyApp } from '#tests/support/study-app.ts'
import { testedApp } from '#tests/support/tested-app.ts'
import { routesOfBuild } from '../http/route-access.expected.ts'

/**
 * Calls that change nothing or must not return the same response twice. They reject an idempotency
 * key.
 */
const withoutKey = [
  'DELETE /api/authentication/revoke-auth',
  'DELETE /api/authentication/sessions/:id',
  'DELETE /api/registrations/applicant-session',
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

  test('executes an action once', async () => {
    const { personId } = await study.addStudent()
    const body = {
      chargeKind: 'other',
      chargeAmount: 35.5,
      chargeDescription: 'Taxă de legitimație',
      chargeDueOn: '2027-08-01',
    }
    const key = randomUUID()
    const act = () =>
      study.call<WireRecord>(
        study.secretary,
        'POST',
        `/api/students/${personId}/actions/charge`,
        body,
        keyed(key),
      )
    const answers = [await act(), await act(), await act()]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await entriesOf(personId)).toHaveLength(1)
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

  test('is executed once when many arrive at the same moment at two processes', async () => {
    const { personId } = await study.addStudent()
    const app = buildServer(
      testedApp,
      { ...study.context },
      { findCaller: async () => study.secretary },
    )
    await app.ready()
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        if (i % 2 === 0) return (await book(charge(personId), key)).text
        const headers = { 'content-type': 'application/json', 'idempotency-key': key }
        return (
          await app.inject({
            method: 'POST',
            url: '/api/finances/create',
            headers,
            payload: charge(personId),
          })
        ).body
      }),
    )
    await app.close()
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toContain('"success":true')
    expect(await entriesOf(personId)).toHaveLength(1)
  })

  test('is executed once, regardless of when the connection was cut', async () => {
    const app = buildServer(
      testedApp,
      { ...study.context },
      { findCaller: async () => study.secretary },
    )
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const { personId } = await study.addStudent()
    let sent = 0
    const rawCall = () => {
      sent += 1
      const body = JSON.stringify(charge(personId, sent))
      return [
        'POST /api/finances/create HTTP/1.1',
        'host: localhost:3000',
        'content-type: application/json',
        `content-length: ${Buffer.byteLength(body)}`,
        `idempotency-key: ${randomUUID()}`,
        'connection: close',
        '',
        body,
      ].join('\r\n')
    }
    /**
     * Sends this many bytes and disconnects, immediately or after the first byte of the response.
     */
    const send = (bytes: Buffer, isAnswered: boolean) =>
      new Promise<string>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1')
        let received = ''
        socket.on('data', (chunk) => {
          received += chunk
        })
        socket.on('error', () => undefined)
        socket.on('close', () => resolve(received))
        socket.write(bytes, () => {
          if (!isAnswered) socket.destroy()
        })
      })
    const { length } = Buffer.from(rawCall())
    const cutOffsets = [
      ...Array.from({ length: 12 }, (_, i) => Math.round((length * (i + 1)) / 13)),
      length - 1,
      length,
    ]
    const sentBefore = sent
    for (const cut of cutOffsets) {
      const bytes = Buffer.from(rawCall())
      await send(bytes.subarray(0, cut), false)
      const answer = await send(bytes, true)
      expect([cut, answer.slice(0, 12)]).toEqual([cut, 'HTTP/1.1 201'])
    }
    // Calls that were cut off near their end may still be running.
    await app.close()
    const amounts = (await entriesOf(personId))
      .map(({ amount }) => Number(amount))
      .sort((a, b) => a - b)
    expect(amounts).toEqual(cutOffsets.map((_, i) => sentBefore + i + 1))
  })

  test('is a separate call from another caller, and is recognised for a day', async () => {
    const { personId } = await study.addStudent()
    const key = randomUUID()
    expect((await book(charge(personId), key)).data.id).not.toBe(
      (await book(charge(personId), key, study.admin)).data.id,
    )
    expect(await entriesOf(personId)).toHaveLength(2)
    const [storedCall] = await study.query<{ answer: string }>(
      'select answer from repeated_call where scope = $1 limit 1',
      [`call:${study.admin.id}`],
    )
    expect(storedCall?.answer).toMatch(/^v1\./)
    await study.query(`update repeated_call set created_at = created_at - interval '25 hours'`)
    await runHousekeeping(study.context, testedApp.packs.housekeeping)
    expect(await study.query('select 1 from repeated_call')).toEqual([])
    expect((await book(charge(personId), key)).status).toBe(201)
    expect(await entriesOf(personId)).toHaveLength(3)
  })

  test('gets a stored response only with the permissions of the first call', async () => {
    const { personId } = await study.addStudent()
    const key = randomUUID()
    const sent = await book(charge(personId), key)
    expect(sent.status).toBe(201)
    expect((await book(charge(personId), key)).data.id).toBe(sent.data.id)
    for (const role of ['professor', 'student'] as const)
      expect((await book(charge(personId), key, { ...study.secretary, role })).status).toBe(403)
    const account = createCaller('admin')
    const name = (id: string | null) => ({ id, name: 'Ana Nouă' })
    const rename = (caller: Caller, id: string) =>
      study.call(
        caller,
        'PATCH',
        '/api/authentication/users/update',
        name(id),
        keyed(`${key}.name`),
      )
    expect((await rename({ ...account, id: study.admin.id }, study.secretary.id)).status).toBe(200)
    expect((await rename({ ...account, id: study.admin.id }, study.secretary.id)).status).toBe(200)
    expect((await rename({ ...study.admin, role: 'secretary' }, study.secretary.id)).status).toBe(
      404,
    )
  })

  describe('made before an upgrade, to a version that stored keys without permissions,', () => {
    const call = { method: 'POST', path: '/api/finances/create' }
    /** Stores the newest response in the format of that version. */
    async function storeOldFormat(caller: Caller, key: string, body: object) {
      const { database, keys, clock } = study.context
      const scope = `call:${caller.id}`
      const fingerprint = fingerprintOf([call.method, call.path, null, body])
      const now = { scope, key: `${key} ${caller.role} ${caller.personId ?? ''}`, fingerprint }
      const answer = await findStoredAnswer<object>(database, keys, now, clock.now())
      expect(answer).not.toBeNull()
      await deleteStoredAnswer(database, now)
      await storeAnswer(database, keys, { scope, key, fingerprint }, { answer, at: clock.now() })
    }

    test('is not executed again, gets the same response, and is refused with another body', async () => {
      const { personId } = await study.addStudent()
      const key = randomUUID()
      const sent = await book(charge(personId), key)
      await storeOldFormat(study.secretary, key, charge(personId))
      const repeated = await book(charge(personId), key)
      expect([repeated.status, repeated.text]).toEqual([sent.status, sent.text])
      expect((await book(charge(personId, 200), key)).failure.code).toBe('request.differs')
      expect(await entriesOf(personId)).toHaveLength(1)
    })

    test('is refused without effect when the account has changed since', async () => {
      const { personId } = await study.addStudent()
      const key = randomUUID()
      expect((await book(charge(personId), key)).status).toBe(201)
      await storeOldFormat(study.secretary, key, charge(personId))
      await study.context.database.query(
        `update users set updated_at = now() + interval '1 year' where id = $1`,
        [study.secretary.id],
      )
      expect((await book(charge(personId), key)).failure.code).toBe('request.differs')
      await study.context.database.query('update users set updated_at = created_at where id = $1', [
        study.secretary.id,
      ])
      expect((await book(charge(personId), key)).status).toBe(201)
      expect(await entriesOf(personId)).toHaveLength(1)
    })

    test('is a separate call when another caller sends the key', async () => {
      const { personId } = await study.addStudent()
      const key = randomUUID()
      expect((await book(charge(personId), key)).status).toBe(201)
      await storeOldFormat(study.secretary, key, charge(personId))
      expect((await book(charge(personId), key, study.admin)).status).toBe(201)
      expect(await entriesOf(personId)).toHaveLength(2)
    })
  })

  test('that was refused can be corrected and sent again with the same key', async () => {
    const { personId } = await study.addStudent()
    const key = randomUUID()
    expect((await book(charge(personId, 0), key)).status).toBe(400)
    expect((await book(charge(personId, 5), key)).status).toBe(201)
    expect(await entriesOf(personId)).toHaveLength(1)
  })

  test('is rolled back if its response cannot be stored', async () => {
    const { personId } = await study.addStudent()
    const key = randomUUID()
    await study.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'cut off' using errcode = '57P01'; end $$`,
    )
    await study.query(
      'create trigger cut before insert on repeated_call for each row execute function refuse()',
    )
    expect((await book(charge(personId), key)).status).toBe(503)
    await study.query('drop trigger cut on repeated_call')
    await study.query('drop function refuse')
    expect(await entriesOf(personId)).toEqual([])
    expect((await book(charge(personId), key)).status).toBe(201)
    expect(await entriesOf(personId)).toHaveLength(1)
  })

  test('is visible in lists as soon as the response arrives', async () => {
    const total = async () =>
      (await study.call<Page<WireRecord>>(study.secretary, 'GET', '/api/finances')).data.totalCount
    const { personId } = await study.addStudent()
    const before = await total()
    await book(charge(personId), randomUUID())
    expect(await total()).toBe(before + 1)
  })

  test('sends a message once, and changes a record once', async () => {
    const { id } = await study.addStudent()
    const message = { recipientId: id, subject: 'Examen', body: 'Examenul se mută.' }
    const key = randomUUID()
    const send = () =>
      study.call<WireRecord>(study.secretary, 'POST', '/api/messages/create', message, keyed(key))
    expect((await send()).data.id).toBe((await send()).data.id)
    expect(await study.query('select 1 from messages where subject = $1', ['Examen'])).toHaveLength(
      1,
    )
    const { id: department } = await study.create('department-profiles/create', { name: 'Drept' })
    const change = { id: department, description: 'Din 1859' }
    const changeId = randomUUID()
    const update = () =>
      study.call<WireRecord>(
        study.secretary,
        'PATCH',
        '/api/department-profiles/update',
        change,
        keyed(changeId),
      )
    const first = await update()
    await study.call(study.secretary, 'PATCH', '/api/department-profiles/update', {
      id: department,
      description: null,
    })
    expect((await update()).text).toBe(first.text)
  })

  test('accepts only a key that could have been generated randomly', async () => {
    const { personId } = await study.addStudent()
    const answer = await book(charge(personId), 'short')
    expect([answer.status, answer.failure.fields]).toEqual([
      400,
      { 'Idempotency-Key': [{ code: 'type.wrong' }] },
    ])
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
