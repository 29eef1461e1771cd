/** Calls that are repeated with the same `Idempotency-Key` (docs/decisions/0027). */

import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import type { WireJob, WireSelection } from '@matricola/schema/wire/jobs.ts'
import type { Page, WireChange, WireRecord } from '@matricola/schema/wire/wire.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import {
  type LibraryApp,
  library,
  libraryEngines,
  startLibrary,
} from '@matricola/testing/library/app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildServer, registeredRoutesOf } from '../../../app/build-server.ts'
import type { Caller } from '../../../caller.ts'
import { runJobs } from '../../../jobs/runner.ts'
import { runHousekeeping } from '../../../session/housekeeping.ts'
import {
  deleteStoredAnswer,
  findStoredAnswer,
  fingerprintOf,
  storeAnswer,
} from '../../../session/repeated-call.ts'

/**
 * Calls that change nothing or must not return the same response twice. They reject an idempotency
 * key.
 */
const withoutKey = [
  'DELETE /api/authentication/revoke-auth',
  'DELETE /api/authentication/sessions/:id',
  'POST /api/authentication/accept-invitation',
  'POST /api/authentication/change-password',
  'POST /api/authentication/confirm-password',
  'POST /api/authentication/forgot-password',
  'POST /api/authentication/login',
  'POST /api/authentication/refresh-token',
  'POST /api/authentication/reset-password',
  'POST /api/live/presence',
]

describe.each(libraryEngines)('on $engine, a call that is repeated with its key', ({ open }) => {
  let api: LibraryApp
  let colleague: Caller
  let bookId: string
  let count = 0
  beforeAll(async () => {
    api = await startLibrary(open)
    bookId = (await api.create('books', { title: 'Ion', isbn: '9780000000001' })).id
    colleague = createCaller('admin', await addAccount('admin'))
  })
  afterAll(() => api.close())

  const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })
  const query = <R extends object>(text: string, values?: readonly unknown[]) =>
    api.context.database.query<R>(text, values)
  const addAccount = async (role: 'admin' | 'reader') => {
    count += 1
    const username = `user${count}`
    const values = { name: 'Ion Pop', username, email: `${username}@biblioteca.ro`, role }
    const path = '/api/authentication/register'
    return (await api.call<WireRecord>(api.admin, 'POST', path, values)).data.id
  }
  const addReader = () => addAccount('reader')
  const loan = (readerId: string, day = 1) => ({
    ...{ bookId, readerId },
    dueOn: `2027-07-${String(day).padStart(2, '0')}`,
  })
  const lend = (body: object, key: string, caller: Caller = api.admin) =>
    api.call<WireRecord>(caller, 'POST', '/api/loans/create', body, keyed(key))
  const loansOf = async (readerId: string) =>
    (
      await api.call<Page<WireRecord>>(
        api.admin,
        'GET',
        `/api/loans?filters[readerId]=${readerId}&pageSize=100`,
      )
    ).data.list

  test('creates a record once, and returns the same response each time', async () => {
    const readerId = await addReader()
    const key = randomUUID()
    const answers = [
      await lend(loan(readerId), key),
      await lend(loan(readerId), key),
      await lend(loan(readerId), key),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await loansOf(readerId)).toHaveLength(1)
    const other = await lend(loan(readerId, 2), key)
    expect([other.status, other.failure.code]).toEqual([422, 'request.differs'])
    expect(
      (await api.call(api.admin, 'POST', '/api/books/create', loan(readerId), keyed(key))).status,
    ).toBe(422)
    expect((await lend(loan(readerId), randomUUID())).status).toBe(201)
    expect(await loansOf(readerId)).toHaveLength(2)
  })

  const addMember = async () => {
    count += 1
    const values = { lastName: 'Pop', firstName: 'Ana', cardNumber: `M-${count}` }
    return (await api.create('members', values)).id
  }
  const suspensionsOf = async (id: string) =>
    (
      await api.call<Page<WireChange>>(api.admin, 'GET', `/api/members/${id}/history`)
    ).data.list.filter(({ action }) => action === 'suspend')

  test('executes an action once', async () => {
    const id = await addMember()
    const body = { statusReason: 'Carte pierdută', statusSince: '2026-08-01' }
    const key = randomUUID()
    const act = () =>
      api.call<WireRecord>(
        api.librarian,
        'POST',
        `/api/members/${id}/actions/suspend`,
        body,
        keyed(key),
      )
    const answers = [await act(), await act(), await act()]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await suspensionsOf(id)).toHaveLength(1)
  })

  test('creates one bulk job, and therefore one change of each record', async () => {
    const ids = [await addMember(), await addMember()]
    const select = randomUUID()
    const selected = () =>
      api.call<WireSelection>(api.admin, 'POST', '/api/members/selections', { ids }, keyed(select))
    const selection = (await selected()).data.id
    expect((await selected()).data.id).toBe(selection)
    const input = { statusReason: 'Carte pierdută', statusSince: '2026-08-01' }
    const key = randomUUID()
    const sendRequest = () =>
      api.call<WireJob>(
        api.admin,
        'POST',
        '/api/members/bulk',
        { selection, action: 'suspend', input, start: true },
        keyed(key),
      )
    const answers = [await sendRequest(), await sendRequest()]
    await runJobs(api.context)
    answers.push(await sendRequest())
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    await runJobs(api.context)
    for (const id of ids) expect(await suspensionsOf(id)).toHaveLength(1)
  })

  test('is executed once when many arrive at the same moment at two processes', async () => {
    const readerId = await addReader()
    const app = buildServer(library, { ...api.context }, { findCaller: async () => api.admin })
    await app.ready()
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        if (i % 2 === 0) return (await lend(loan(readerId), key)).text
        const headers = { 'content-type': 'application/json', 'idempotency-key': key }
        return (
          await app.inject({
            method: 'POST',
            url: '/api/loans/create',
            headers,
            payload: loan(readerId),
          })
        ).body
      }),
    )
    await app.close()
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toContain('"success":true')
    expect(await loansOf(readerId)).toHaveLength(1)
  })

  test('is executed once, regardless of when the connection was cut', async () => {
    const app = buildServer(library, { ...api.context }, { findCaller: async () => api.admin })
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const readerId = await addReader()
    let sent = 0
    const rawCall = () => {
      sent += 1
      const body = JSON.stringify(loan(readerId, sent))
      return [
        'POST /api/loans/create HTTP/1.1',
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
    const days = (await loansOf(readerId))
      .map(({ dueOn }) => Number(String(dueOn).slice(-2)))
      .sort((a, b) => a - b)
    expect(days).toEqual(cutOffsets.map((_, i) => sentBefore + i + 1))
  })

  test('is a separate call from another caller, and is recognised for a day', async () => {
    const readerId = await addReader()
    const key = randomUUID()
    expect((await lend(loan(readerId), key)).data.id).not.toBe(
      (await lend(loan(readerId), key, colleague)).data.id,
    )
    expect(await loansOf(readerId)).toHaveLength(2)
    const [storedCall] = await query<{ answer: string }>(
      'select answer from repeated_call where scope = $1 limit 1',
      [`call:${colleague.id}`],
    )
    expect(storedCall?.answer).toMatch(/^v1\./)
    await query(`update repeated_call set created_at = created_at - interval '25 hours'`)
    await runHousekeeping(api.context, library.packs.housekeeping)
    expect(await query('select 1 from repeated_call')).toEqual([])
    expect((await lend(loan(readerId), key)).status).toBe(201)
    expect(await loansOf(readerId)).toHaveLength(3)
  })

  test('gets a stored response only with the permissions of the first call', async () => {
    const readerId = await addReader()
    const key = randomUUID()
    const sent = await lend(loan(readerId), key)
    expect(sent.status).toBe(201)
    expect((await lend(loan(readerId), key)).data.id).toBe(sent.data.id)
    expect((await lend(loan(readerId), key, { ...api.admin, role: 'reader' })).status).toBe(403)
    const account = createCaller('admin')
    const name = (id: string | null) => ({ id, name: 'Ana Nouă' })
    const rename = (caller: Caller, id: string) =>
      api.call(caller, 'PATCH', '/api/authentication/users/update', name(id), keyed(`${key}.name`))
    expect((await rename({ ...account, id: api.admin.id }, api.librarian.id)).status).toBe(200)
    expect((await rename({ ...account, id: api.admin.id }, api.librarian.id)).status).toBe(200)
    expect((await rename({ ...api.admin, role: 'librarian' }, api.librarian.id)).status).toBe(404)
  })

  describe('made before an upgrade, to a version that stored keys without permissions,', () => {
    const call = { method: 'POST', path: '/api/loans/create' }
    /** Stores the newest response in the format of that version. */
    async function storeOldFormat(caller: Caller, key: string, body: object) {
      const { database, keys, clock } = api.context
      const scope = `call:${caller.id}`
      const fingerprint = fingerprintOf([call.method, call.path, null, body])
      const now = { scope, key: `${key} ${caller.role} ${caller.personId ?? ''}`, fingerprint }
      const answer = await findStoredAnswer<object>(database, keys, now, clock.now())
      expect(answer).not.toBeNull()
      await deleteStoredAnswer(database, now)
      await storeAnswer(database, keys, { scope, key, fingerprint }, { answer, at: clock.now() })
    }

    test('is not executed again, gets the same response, and is refused with another body', async () => {
      const readerId = await addReader()
      const key = randomUUID()
      const sent = await lend(loan(readerId), key)
      await storeOldFormat(api.admin, key, loan(readerId))
      const repeated = await lend(loan(readerId), key)
      expect([repeated.status, repeated.text]).toEqual([sent.status, sent.text])
      expect((await lend(loan(readerId, 2), key)).failure.code).toBe('request.differs')
      expect(await loansOf(readerId)).toHaveLength(1)
    })

    test('is refused without effect when the account has changed since', async () => {
      const readerId = await addReader()
      const key = randomUUID()
      expect((await lend(loan(readerId), key)).status).toBe(201)
      await storeOldFormat(api.admin, key, loan(readerId))
      await api.context.database.query(
        `update users set updated_at = now() + interval '1 year' where id = $1`,
        [api.admin.id],
      )
      expect((await lend(loan(readerId), key)).failure.code).toBe('request.differs')
      await api.context.database.query('update users set updated_at = created_at where id = $1', [
        api.admin.id,
      ])
      expect((await lend(loan(readerId), key)).status).toBe(201)
      expect(await loansOf(readerId)).toHaveLength(1)
    })

    test('is a separate call when another caller sends the key', async () => {
      const readerId = await addReader()
      const key = randomUUID()
      expect((await lend(loan(readerId), key)).status).toBe(201)
      await storeOldFormat(api.admin, key, loan(readerId))
      expect((await lend(loan(readerId), key, colleague)).status).toBe(201)
      expect(await loansOf(readerId)).toHaveLength(2)
    })
  })

  test('that was refused can be corrected and sent again with the same key', async () => {
    const readerId = await addReader()
    const key = randomUUID()
    expect((await lend(loan(readerId, 0), key)).status).toBe(400)
    expect((await lend(loan(readerId, 5), key)).status).toBe(201)
    expect(await loansOf(readerId)).toHaveLength(1)
  })

  test('is rolled back if its response cannot be stored', async () => {
    const readerId = await addReader()
    const key = randomUUID()
    await query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'cut off' using errcode = '57P01'; end $$`,
    )
    await query(
      'create trigger cut before insert on repeated_call for each row execute function refuse()',
    )
    expect((await lend(loan(readerId), key)).status).toBe(503)
    await query('drop trigger cut on repeated_call')
    await query('drop function refuse')
    expect(await loansOf(readerId)).toEqual([])
    expect((await lend(loan(readerId), key)).status).toBe(201)
    expect(await loansOf(readerId)).toHaveLength(1)
  })

  test('is visible in lists as soon as the response arrives', async () => {
    const total = async () =>
      (await api.call<Page<WireRecord>>(api.admin, 'GET', '/api/loans')).data.totalCount
    const readerId = await addReader()
    const before = await total()
    await lend(loan(readerId), randomUUID())
    expect(await total()).toBe(before + 1)
  })

  test('changes a record once', async () => {
    const { id: branch } = await api.create('branches', { name: 'Drept' })
    const change = { id: branch, description: 'Din 1859' }
    const changeId = randomUUID()
    const update = () =>
      api.call<WireRecord>(api.admin, 'PATCH', '/api/branches/update', change, keyed(changeId))
    const first = await update()
    await api.call(api.admin, 'PATCH', '/api/branches/update', {
      id: branch,
      description: null,
    })
    expect((await update()).text).toBe(first.text)
  })

  test('accepts only a key that could have been generated randomly', async () => {
    const readerId = await addReader()
    const answer = await lend(loan(readerId), 'short')
    expect([answer.status, answer.failure.fields]).toEqual([
      400,
      { 'Idempotency-Key': [{ code: 'type.wrong' }] },
    ])
  })

  test('is refused if the call does not support keys: no call ignores a key', async () => {
    const writeRoutes = registeredRoutesOf(api.app).filter(
      ({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method),
    )
    expect(
      writeRoutes
        .filter(({ acceptsKey: takesKey }) => !takesKey)
        .map(({ method, path }) => `${method} ${path}`)
        .toSorted(),
    ).toEqual(withoutKey)
    for (const call of withoutKey) {
      const [method = '', path = ''] = call.split(' ')
      const { status, failure } = await api.call(
        createCaller('admin'),
        method,
        path.replace(':id', randomUUID()),
        undefined,
        keyed(randomUUID()),
      )
      expect([call, status, failure.code]).toEqual([call, 400, 'request.notRepeatable'])
    }
  })
})
