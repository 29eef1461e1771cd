import type { WireJobItem } from '@matricola/schema/wire/jobs.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { bulkCalls } from '@matricola/testing/bulk-calls.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import { library, libraryEngines } from '@matricola/testing/library/app.ts'
import { type JobsApp, startJobsApp } from '@matricola/testing/library/jobs-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../../caller.ts'
import { assertServerActions } from '../../../records/hooks.ts'

describe.each(libraryEngines)('an action on many records on $engine', ({ open }) => {
  let office: JobsApp
  let calls: ReturnType<typeof bulkCalls>
  let count = 0
  const create = async (path: string, body: object) =>
    (await office.call<WireRecord>(office.admin, 'POST', `/api/${path}/create`, body)).data
  const get = async (path: string, id: string) =>
    (await office.call<WireRecord>(office.admin, 'GET', `/api/${path}/${id}`)).data
  const member = (body: object = {}) => {
    count += 1
    return create('members', {
      lastName: 'Pop',
      firstName: 'Ana',
      cardNumber: `M-${count}`,
      ...body,
    })
  }
  const act = (path: string, records: readonly WireRecord[], action: string, input?: object) =>
    calls.done(
      office.admin,
      path,
      { ids: records.map(({ id }) => id) },
      { action, ...(input && { input }) },
    )
  const outcomes = (items: readonly WireJobItem[]) => items.map(({ outcome }) => outcome)

  beforeAll(async () => {
    office = await startJobsApp(open)
    calls = bulkCalls(office)
  })
  afterAll(() => office.close())

  test('applies a workflow transition with its input to the records in a matching state', async () => {
    const [active, left] = [await member(), await member()]
    await office.call(office.admin, 'POST', `/api/members/${left.id}/actions/leave`, {})
    const { items } = await act('members', [active, left], 'suspend', {
      statusReason: 'Leave',
      statusSince: '2026-07-01',
    })
    expect(outcomes(items)).toEqual(['done', 'state'])
    expect(items[1]?.issues).toEqual({
      _: [{ code: 'transition.refused', params: { allowed: '' } }],
    })
    expect(await get('members', active.id)).toMatchObject({
      status: 'suspended',
      statusReason: 'Leave',
      statusSince: '2026-07-01',
    })
    const repeated = await act('members', [active], 'suspend', { statusReason: 'Leave' })
    expect(outcomes(repeated.items)).toEqual(['same'])
  })

  test('requires reauthentication before its rows are checked and again when it starts, if the action does', async () => {
    const { id } = await member()
    const late = {
      ...office.admin,
      reauthenticatedAt: new Date(office.context.clock.now().getTime() - 301_000).toISOString(),
    }
    const { id: selection } = (await calls.select(office.admin, 'members', { ids: [id] })).data
    const request = (action: string, caller: Caller) =>
      calls.ask(caller, 'members', { selection, action })
    const refused = await request('leave', late)
    expect([refused.status, refused.failure.code]).toEqual([403, 'reauthentication.required'])
    expect((await request('resume', late)).status).toBe(202)
    const { preview } = await calls.tried(
      office.admin,
      'members',
      { ids: [id] },
      { action: 'leave' },
    )
    const start = (caller: Caller) =>
      office.call(caller, 'POST', `/api/jobs/${preview.id}/start`, { expected: 1 })
    expect((await start(late)).failure).toMatchObject({ code: 'reauthentication.required' })
    expect((await start(office.admin)).status).toBe(200)
  })

  describe('that deactivates', () => {
    test('keeps a branch with active members, with the reason', async () => {
      const free = await create('branches', { name: 'Free' })
      const used = await create('branches', { name: 'Used' })
      await member({ branchId: used.id })
      const { items } = await act('branches', [free, used], 'deactivate')
      expect(items.map(({ outcome, issues }) => [outcome, issues])).toEqual([
        ['done', {}],
        ['invalid', { _: [{ code: 'record.referenced' }] }],
      ])
      expect(outcomes((await act('branches', [free], 'deactivate')).items)).toEqual(['same'])
      expect(outcomes((await act('branches', [free], 'activate')).items)).toEqual(['done'])
    })

    test("closes other accounts, but never the caller's own or the last admin's", async () => {
      const deactivate = (callers: readonly Caller[], caller: Caller) =>
        calls.done(
          caller,
          'authentication/users',
          { ids: callers.map(({ id }) => id) },
          { action: 'deactivate' },
        )
      const { items } = await deactivate([office.ben, office.admin], office.admin)
      expect(items.map(({ outcome, issues }) => [outcome, issues])).toEqual([
        ['done', {}],
        ['state', { _: [{ code: 'transition.refused', params: { allowed: 'signOut' } }] }],
      ])
      // The actor's account was closed meanwhile: a bulk job does not start, and a single action is
      // rejected.
      const closed = createCaller('admin', office.ben.id)
      expect((await deactivate([office.admin], closed)).job).toMatchObject({
        state: 'failed',
        error: 'access.denied',
      })
      const one = await office.call(
        closed,
        'POST',
        `/api/authentication/users/${office.admin.id}/actions/deactivate`,
        {},
      )
      expect(one.failure.code).toBe('admin.last')
    })
  })

  test.each<[string, object, object | string]>([
    ['that does not exist', { action: 'sing' }, 'path.unknown'],
    [
      'with input that it does not declare',
      { action: 'suspend', input: { status: 'left' } },
      { status: [{ code: 'field.notWritable' }] },
    ],
    [
      'with a value that is invalid for every record',
      { action: 'suspend', input: { statusReason: 'x' } },
      { statusReason: [{ code: 'text.tooShort', params: { min: 3 } }] },
    ],
  ])('%s is refused as a whole', async (_, change, expected) => {
    const record = await member()
    const { data } = await calls.select(office.admin, 'members', { ids: [record.id] })
    const { failure } = await calls.ask(office.admin, 'members', { selection: data.id, ...change })
    expect(typeof expected === 'string' ? failure.code : failure.fields).toEqual(expected)
  })

  test('without a server implementation prevents startup', () => {
    const volumes = library.registry.get('volumes')
    const inspect = { on: ['row'], roles: ['librarian'], set: {}, hasServerCode: true } as const
    const declared = { ...volumes, actions: { inspect } }
    expect(() => assertServerActions([declared], {})).toThrow(
      'volumes.actions.inspect: declared hasServerCode',
    )
    const extra = { volumes: { actions: { teach: { work: async () => undefined } } } }
    const undeclared = { ...volumes, actions: {} }
    expect(() => assertServerActions([undeclared], extra)).toThrow('volumes.actions.teach')
  })
})
