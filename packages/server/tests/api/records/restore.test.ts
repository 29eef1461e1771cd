import { randomUUID } from 'node:crypto'
import { libraryEngines as engines } from '@matricola/testing/library/app.ts'
import { type JobsApp, startJobsApp } from '@matricola/testing/library/jobs-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

describe.each(engines)('restoring on $engine', ({ open }) => {
  let shop: JobsApp
  let id: string
  let count = 0
  beforeAll(async () => {
    shop = await startJobsApp(open)
  })
  afterAll(() => shop.close())
  const restore = (body: object, caller = shop.ana) =>
    shop.call(caller, 'POST', `/api/branches/${id}/restore`, body)
  /**
   * A branch at version 3: created, then given an office and a description, then different ones.
   */
  async function createBranch() {
    ;[id = ''] = await shop.addBranches(`Restored ${++count}`, 1)
    await shop.edit(id, { office: 'A 1', description: 'first' })
    await shop.edit(id, { office: 'B 2', description: 'second', email: 'dep@univ.ro' })
  }

  test('one field is restored, with its own history entry', async () => {
    await createBranch()
    const { status, data } = await restore({ version: 2, fields: ['office'], current: 3 })
    expect([status, data]).toEqual([
      200,
      expect.objectContaining({
        office: 'A 1',
        description: 'second',
        email: 'dep@univ.ro',
        version: 4,
      }),
    ])
    expect((await shop.history(id))[0]).toMatchObject({
      action: 'restore',
      version: 4,
      actor: { name: 'Ana Pop' },
      changes: [{ field: 'office', before: 'B 2', after: 'A 1' }],
    })
  })

  test('a whole version is restored, and a restore can itself be reverted', async () => {
    await createBranch()
    expect((await restore({ version: 1, current: 3 })).data).toMatchObject({
      office: null,
      description: null,
      email: null,
      version: 4,
    })
    expect((await restore({ version: 3, current: 4 })).data).toMatchObject({
      office: 'B 2',
      description: 'second',
      email: 'dep@univ.ro',
      version: 5,
    })
    expect((await restore({ version: 5, current: 5 })).data).toMatchObject({ version: 5 })
  })

  test('a version that the user has not seen is refused with the current record', async () => {
    await createBranch()
    const { status, failure } = await restore({ version: 1, current: 2 })
    expect([status, failure.code, failure.current?.version]).toEqual([409, 'record.stale', 3])
    expect((await restore({ version: 4, current: 3 })).failure.fields).toEqual({
      version: [{ code: 'number.tooLarge', params: { max: 3 } }],
    })
    for (const body of [
      {},
      { version: 0, current: 3 },
      { version: 1 },
      { version: 1, current: 3, fields: [] },
      { version: 1, current: 3, x: 1 },
    ])
      expect([body, (await restore(body)).status]).toEqual([body, 400])
  })

  test('fields that the user cannot write are refused by name, alone and in a whole version', async () => {
    await createBranch()
    await shop.edit(id, { budget: 12 })
    const issues = { budget: [{ code: 'field.notWritable' }] }
    expect((await restore({ version: 3, current: 4 })).failure.fields).toEqual(issues)
    expect(
      (await restore({ version: 3, current: 4, fields: ['budget', 'office', 'nonsense'] })).failure
        .fields,
    ).toEqual({
      ...issues,
      nonsense: [{ code: 'field.unknown' }],
    })
    expect((await restore({ version: 2, current: 4, fields: ['office'] })).data).toMatchObject({
      office: 'A 1',
      budget: 12,
    })
    expect((await restore({ version: 1, current: 5 }, shop.admin)).data).toMatchObject({
      budget: null,
    })
  })

  test('current rules apply: a value that another record has taken in the meantime is refused', async () => {
    await createBranch()
    const name = (await shop.branch(id)).name
    await shop.edit(id, { name: `Renamed ${count}` })
    await shop.call(shop.admin, 'POST', '/api/branches/create', { name })
    expect((await restore({ version: 3, current: 4, fields: ['name'] })).failure.code).toBe(
      'record.taken',
    )
  })

  test('is available to users who can read the history and change the record', async () => {
    await createBranch()
    const professor = { ...shop.ana, id: randomUUID(), role: 'reader' as const }
    expect((await restore({ version: 1, current: 3 }, professor)).failure.code).toBe(
      'access.denied',
    )
    id = randomUUID()
    expect((await restore({ version: 1, current: 3 })).failure.code).toBe('record.missing')
  })
})
