import { randomUUID } from 'node:crypto'
import type { Page, WireChange, WireRecord } from '@matricola/schema/wire/wire.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import { libraryEngines, startLibraryApp } from '@matricola/testing/library/app.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const admin = createCaller('admin')
const librarian = createCaller('librarian')

describe.each(libraryEngines)('writing on $engine', ({ open }) => {
  let api: TestApp
  let branch: string
  let count = 0
  const create = (path: string, body: object, caller = admin) =>
    api.call<WireRecord>(caller, 'POST', `/api/${path}/create`, body)
  const update = (
    path: string,
    body: object,
    caller = admin,
    headers: Record<string, string> = {},
  ) => api.call<WireRecord>(caller, 'PATCH', `/api/${path}/update`, body, { headers })
  const act = (path: string, id: string, action: string, body?: object, caller = admin) =>
    api.call<WireRecord>(caller, 'POST', `/api/${path}/${id}/actions/${action}`, body)
  const newBranch = async () => (await create('branches', { name: `Branch ${++count}` })).data
  const history = async (path: string, id: string, caller = admin) =>
    (await api.call<Page<WireChange>>(caller, 'GET', `/api/${path}/${id}/history`)).data
  const newMember = (body: object = {}) =>
    create('members', {
      lastName: 'Pop',
      firstName: 'Ana',
      cardNumber: `M-${++count}`,
      branchId: branch,
      ...body,
    })

  beforeAll(async () => {
    api = await startLibraryApp(open)
    branch = (await newBranch()).id
  })
  afterAll(() => api.close())

  describe('input', () => {
    test('missing values are reported with a code instead of a sentence', async () => {
      const { status, failure } = await create('books', {})
      expect(status).toBe(400)
      expect(failure.code).toBe('input.invalid')
      expect(failure.fields).toEqual(
        Object.fromEntries(['title', 'isbn'].map((name) => [name, [{ code: 'required' }]])),
      )
    })

    test.each([
      ['a number as text', { edition: '1' }, { edition: [{ code: 'type.wrong' }] }],
      ['a boolean as text', { isActive: 'false' }, { isActive: [{ code: 'type.wrong' }] }],
      [
        'a number that is too large',
        { edition: 21 },
        { edition: [{ code: 'number.tooLarge', params: { max: 20 } }] },
      ],
      ['a fractional number', { edition: 1.5 }, { edition: [{ code: 'number.notInteger' }] }],
      ['an unknown choice', { genre: 'other' }, { genre: [{ code: 'choice.unknown' }] }],
      ['a code in another format', { shelfMark: 'a b' }, { shelfMark: [{ code: 'text.code' }] }],
      [
        'a text that is too long',
        { title: 'x'.repeat(121) },
        { title: [{ code: 'text.tooLong', params: { max: 120 } }] },
      ],
      [
        'a text of invisible characters',
        { title: 'Curs\u0000' },
        { title: [{ code: 'text.forbidden' }] },
      ],
      ['a field that does not exist', { colour: 'red' }, { colour: [{ code: 'field.unknown' }] }],
      ['a version for a new record', { version: 3 }, { version: [{ code: 'field.unknown' }] }],
      [
        'an id for a new record',
        { id: '00000000-0000-7000-8000-000000000001' },
        { id: [{ code: 'field.unknown' }] },
      ],
    ])('%s is refused', async (_, values, fields) => {
      const valid = { title: 'Analiză', isbn: '9780000000001', branchId: branch }
      const { status, failure } = await create('books', { ...valid, ...values })
      expect([status, failure.fields]).toEqual([400, fields])
    })

    test('texts are normalised before they are stored', async () => {
      const { data } = await create('branches', {
        name: '  Ştiinţe\u00a0  exacte ',
        phone: '0740 123 456',
      })
      expect(data).toMatchObject({ name: 'Științe exacte', phone: '+40740123456' })
    })

    test('a reference to a record that does not exist is refused', async () => {
      const { status, failure } = await update('branches', {
        id: branch,
        managerId: randomUUID(),
      })
      expect([status, failure.fields]).toEqual([
        400,
        { managerId: [{ code: 'reference.unknown' }] },
      ])
    })

    test('a new reference to a deactivated record is refused, and an existing one is kept', async () => {
      const { id: old } = await newBranch()
      const book = { title: 'Analiză', isbn: '9780000000002' }
      const { id } = (await create('books', { ...book, branchId: old })).data
      await act('branches', old, 'deactivate')
      expect(
        (await create('books', { ...book, isbn: '9780000000003', branchId: old })).failure.fields,
      ).toEqual({
        branchId: [{ code: 'reference.notAllowed' }],
      })
      const updated = await update('books', { id, branchId: old, author: 'B 2' })
      expect(updated.data).toMatchObject({
        branchId: old,
        author: 'B 2',
        _titles: { branchId: `Branch ${count}` },
      })
    })

    test('rules over several fields are evaluated on the whole resulting record', async () => {
      const { data } = await newMember({ bornOn: '2005-04-15' })
      const refusal = await update('members', { id: data.id, joinedOn: '2005-04-14' })
      expect(refusal.failure.fields).toEqual({
        joinedOn: [{ code: 'members.rules.joinedAfterBirth' }],
      })
      const hidden = await update('members', { id: data.id, guardian: 'Because' })
      expect(hidden.failure.fields).toEqual({ guardian: [{ code: 'field.notApplicable' }] })
    })

    test('a record cannot be deactivated while an active record needs it', async () => {
      const { id } = await newBranch()
      await newMember({ branchId: id })
      const answers = [
        await act('branches', id, 'deactivate'),
        await update('branches', { id, isActive: false }),
      ]
      for (const { status, failure } of answers)
        expect([status, failure.code]).toEqual([409, 'record.referenced'])
    })

    test('unique combinations of fields are enforced', async () => {
      const book = (isbn: string) => ({
        title: 'Algebră',
        isbn,
        branchId: branch,
        shelfMark: 'ALG',
      })
      expect((await create('books', book('9780000000004'))).status).toBe(201)
      const { status, failure } = await create('books', book('9780000000005'))
      expect([status, failure.code]).toEqual([409, 'record.taken'])
      expect(failure.fields).toEqual({
        branchId: [{ code: 'value.taken' }],
        shelfMark: [{ code: 'value.taken' }],
      })
    })
  })

  describe('versions', () => {
    test('a change to an outdated version is refused with the current record, and changes nothing', async () => {
      const { id } = await newBranch()
      const first = await update('branches', { id, version: 1, office: 'A' })
      const late = await update('branches', { id, version: 1, office: 'B' })
      expect([late.status, late.failure.code]).toEqual([409, 'record.stale'])
      expect(late.failure.current).toEqual(first.data)
      const header = await update('branches', { id, office: 'B' }, admin, {
        'if-match': '"1"',
      })
      expect(header.status).toBe(409)
      expect(
        (await update('branches', { id, office: 'B' }, admin, { 'if-match': 'W/"2"' })).data
          .version,
      ).toBe(3)
    })

    test('a change without effect succeeds without a new version or history', async () => {
      const { id } = await newBranch()
      const answer = await update('branches', {
        id,
        version: 1,
        isActive: true,
        office: null,
      })
      expect([answer.status, answer.data.version]).toEqual([200, 1])
      expect((await history('branches', id)).totalCount).toBe(1)
    })

    test('exactly one of ten simultaneous changes to the same version succeeds', async () => {
      const { id } = await newBranch()
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          update('branches', { id, version: 1, office: `Room ${i}` }),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
      expect((await history('branches', id)).totalCount).toBe(2)
    })

    test('thirty simultaneous changes without a version are all stored', async () => {
      const { id } = await newBranch()
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, i) => update('branches', { id, office: `Room ${i}` })),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200))
      const { list } = await history('branches', id)
      expect(new Set(list.map(({ version }) => version)).size).toBe(list.length)
      expect((await history('branches', id)).totalCount).toBe(31)
    })

    test('changes without a version are all applied, one after the other', async () => {
      const { id } = await newBranch()
      const fields = [{ office: 'A 1' }, { description: 'Mon-Fri' }, { email: 'x@univ.ro' }]
      const answers = await Promise.all(
        fields.map((values) => update('branches', { id, ...values })),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      const { data } = await api.call<WireRecord>(admin, 'GET', `/api/branches/${id}`)
      expect(data).toMatchObject({
        office: 'A 1',
        description: 'Mon-Fri',
        email: 'x@univ.ro',
        version: 4,
      })
    })
  })

  describe('history', () => {
    test('every write is recorded with the old value, the new value, the actor and the time', async () => {
      const { id } = await newBranch()
      await update('branches', { id, office: 'A 1', budget: 10.5 })
      await act('branches', id, 'deactivate', {}, librarian)
      const { list } = await history('branches', id)
      expect(list.map(({ action, version }) => [action, version])).toEqual([
        ['deactivate', 3],
        ['update', 2],
        ['create', 1],
      ])
      expect(list[0]).toMatchObject({
        actor: { id: librarian.id, name: librarian.name },
        changes: [{ field: 'isActive', before: true, after: false }],
      })
      expect(list[1]?.changes).toEqual([
        { field: 'office', before: null, after: 'A 1' },
        { field: 'budget', before: null, after: 10.5 },
      ])
    })

    test('references are recorded as the titles of their records', async () => {
      const values = { name: 'Lup Eva', username: 'eva.lup', email: 'lup@univ.ro', role: 'reader' }
      const { data } = await api.call<WireRecord>(
        admin,
        'POST',
        '/api/authentication/register',
        values,
      )
      const { id } = await newBranch()
      await update('branches', { id, managerId: data.id })
      const { list } = await history('branches', id)
      expect(list[0]?.changes).toEqual([
        { field: 'managerId', before: null, after: data.id, afterTitle: 'Lup Eva' },
      ])
    })

    test('a refused write leaves no record and no history', async () => {
      const before = await api.context.database.query('SELECT count(*) AS n FROM change')
      await create('branches', { name: 'Valid', managerId: randomUUID() })
      await create('branches', { name: 'Branch 1' })
      expect(await api.context.database.query('SELECT count(*) AS n FROM change')).toEqual(before)
    })

    test('neither the history nor the table contains an unencrypted number', async () => {
      const { data } = await newMember({ personalNumber: '5050415129993' })
      await update('members', { id: data.id, personalNumber: '5050415129994' })
      const { list } = await history('members', data.id)
      expect(list[0]?.changes).toEqual([
        { field: 'personalNumber', before: '••••••••••993', after: '••••••••••994' },
      ])
      const rows = await api.context.database.query(
        "SELECT personal_number, personal_number_bidx, search_text, (SELECT string_agg(coalesce(before::text, '') || after::text, ' ') FROM change) AS told FROM members",
      )
      expect(JSON.stringify(rows)).not.toMatch(/5050415129/)
    })

    test('a duplicate encrypted number is refused at its field', async () => {
      await newMember({ personalNumber: '5050415129997' })
      const { status, failure } = await newMember({ personalNumber: '5050415129997' })
      expect([status, failure.fields]).toEqual([409, { personalNumber: [{ code: 'value.taken' }] }])
    })
  })

  describe('actions and transitions', () => {
    test('a transition requires its input, sets the state and is recorded', async () => {
      const { data } = await newMember()
      expect(data._can).toContain('suspend')
      const suspended = await act(
        'members',
        data.id,
        'suspend',
        { statusReason: 'Concediu medical', statusSince: '2026-03-01' },
        librarian,
      )
      expect(suspended.data).toMatchObject({
        status: 'suspended',
        statusReason: 'Concediu medical',
        statusSince: '2026-03-01',
        version: 2,
      })
      expect(suspended.data._can).not.toContain('suspend')
      expect((await history('members', data.id)).list[0]?.action).toBe('suspend')
    })

    test('a transition that the state does not allow is refused with a list of the allowed transitions', async () => {
      const { data } = await newMember()
      const { status, failure } = await act('members', data.id, 'resume', {})
      expect([status, failure.code, failure.allowed]).toEqual([
        409,
        'transition.refused',
        ['suspend', 'leave'],
      ])
    })

    test('a transition that requires reauthentication is refused five minutes after the password was entered', async () => {
      const { data } = await newMember()
      const { now } = api.context.clock
      const entered = (agoMs: number) => ({
        ...librarian,
        reauthenticatedAt: new Date(now().getTime() - agoMs).toISOString(),
      })
      const late = entered(5 * 60_000 + 1000)
      const { status, failure } = await act('members', data.id, 'leave', {}, late)
      expect([status, failure.code]).toEqual([403, 'reauthentication.required'])
      expect((await act('members', data.id, 'leave', {}, createCaller('reader'))).status).toBe(403)
      expect((await act('members', data.id, 'suspend', {}, late)).status).toBe(200)
      expect((await act('members', data.id, 'leave', {}, entered(4 * 60_000))).data).toMatchObject({
        status: 'left',
      })
    })

    test('the state itself cannot be written by an update', async () => {
      const { data } = await newMember()
      const { status, failure } = await update('members', { id: data.id, status: 'left' })
      expect([status, failure.fields]).toEqual([400, { status: [{ code: 'field.notWritable' }] }])
      expect((await newMember({ status: 'left' })).failure.fields).toEqual({
        status: [{ code: 'field.notWritable' }],
      })
    })

    test('an undeclared action does not exist', async () => {
      expect((await act('branches', branch, 'explode')).status).toBe(404)
      expect((await act('branches', branch, 'constructor')).status).toBe(404)
    })
  })

  test('the history of the settings keeps the reason for each change', async () => {
    const { data } = await api.call<WireRecord>(admin, 'PUT', '/api/settings/update', {
      universityName: 'Biblioteca Astra',
      version: 1,
      reason: 'Season starts',
    })
    expect(data).toMatchObject({ universityName: 'Biblioteca Astra', version: 2 })
    const changed = await api.call<Page<WireChange>>(admin, 'GET', '/api/settings/history')
    expect(changed.data.list[0]).toMatchObject({
      reason: 'Season starts',
      changes: [
        { field: 'universityName', before: 'Biblioteca Județeană', after: 'Biblioteca Astra' },
      ],
    })
    expect((await api.call(null, 'GET', '/api/settings')).data).toEqual({
      universityName: 'Biblioteca Astra',
    })
    const stale = await api.call(admin, 'PUT', '/api/settings/update', {
      universityName: 'Another',
      version: 1,
    })
    expect(stale.failure.code).toBe('record.stale')
  })
})
