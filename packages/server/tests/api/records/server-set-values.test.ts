/**
 * Required values that only a hook sets. A missing hook prevents startup. If a hook sets no value,
 * the call is rejected with the field.
 */

import { DeclarationError } from '@matricola/schema/checks/registry.ts'
import { builtInField as field } from '@matricola/schema/field.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import { defineResource } from '@matricola/schema/resource.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { library, libraryEngines, startLibrarySessions } from '@matricola/testing/library/app.ts'
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { translateError } from '../../../database/translate-error.ts'
import { createLog } from '../../../http/request-log.ts'
import { assertServerValues, type ResourceCode } from '../../../records/hooks.ts'
import type { Values } from '../../../sql/storage.ts'

describe('the startup check of server-set values', () => {
  const locks = (pin: object = {}, access: object = { admin: { create: true } }) =>
    asAnyResource(
      defineResource({
        ...{ name: 'locks', path: 'locks', icon: 'flag', title: ['name'], sections: {}, access },
        fields: {
          name: field.text({ max: 20 }),
          pin: field.text({ max: 5, write: [], setByServer: true, ...pin }),
        },
        list: { columns: ['name'], sort: ['name'] },
      } as Parameters<typeof defineResource>[0]),
    )
  const prepare = async () => []

  test.each<[string, ResourceCode | undefined]>([
    ['no hooks', undefined],
    ['no prepare hook', { validate: async () => [], after: async () => undefined }],
    [
      'a prepare hook that does not run for new records',
      { prepare: { onCreate: false, work: prepare } },
    ],
  ])('fails if the server has to set a required value and there is %s', (_, code) => {
    const start = () => assertServerValues([locks()], { locks: code })
    expect(start).toThrow(DeclarationError)
    expect(start).toThrow(
      /^locks\.pin: required and declared setByServer, but no hook sets it\. Set it in a prepare hook of "locks"/,
    )
  })

  test.each<[string, ReturnType<typeof locks>, ResourceCode | undefined]>([
    ['a hook applies', locks(), { prepare }],
    [
      'a hook applies to new records and to changes of one field',
      locks(),
      { prepare: { fields: ['name' as never], work: prepare } },
    ],
    ['the value is optional', locks({ optional: true }), undefined],
    ['the field has a default', locks({ default: '0000' }), undefined],
    ['no generated call creates records', locks({}, { admin: { read: true } }), undefined],
    ['every role that creates records can write the value', locks({ write: ['admin'] }), undefined],
  ])('passes if %s', (_, resource, code) => {
    expect(() => assertServerValues([resource], { locks: code })).not.toThrow()
  })

  test('lists all such fields together, but no built-in fields', () => {
    const keys = { ...locks(), name: 'keys' }
    expect(() => assertServerValues([locks(), keys], {})).toThrow(/^locks\.pin: .*\nkeys\.pin: /)
    expect(() => assertServerValues(library.registry.resources, {})).toThrow(/saved-views\.ownerId/)
  })
})

describe.each(libraryEngines)('a hook that sets nothing on $engine', ({ open }) => {
  const lines: string[] = []
  let set: Values | undefined
  let site: SessionApp
  let admin: TestBrowser
  beforeAll(async () => {
    const hooks: typeof library.packs.hooks = (context, within) => ({
      ...library.packs.hooks(context, within),
      'saved-views': { prepare: async (writes) => writes.map(() => (set ? { set } : undefined)) },
    })
    site = await startLibrarySessions({}, open, {
      hooks,
      log: createLog('info', { write: (line) => lines.push(line) }),
    })
    set = { ownerId: await site.createAccount('admin', { username: 'root' }) }
    admin = site.browser()
    await admin.signIn('root')
  })
  afterAll(() => site.close())
  beforeEach(() => {
    lines.length = 0
  })
  const view = { list: 'books', name: 'Mine' }
  const create = (headers = {}) =>
    admin.call<WireRecord>('POST', '/api/saved-views/create', view, { headers })
  const count = async () => (await site.database.query('select 1 from saved_views')).length
  const notSet = { ownerId: [{ code: 'value.notSet' }] }
  /** Runs with hooks that set different values. */
  async function setting<T>(other: Values | undefined, work: () => Promise<T>): Promise<T> {
    const before = set
    set = other
    try {
      return await work()
    } finally {
      set = before
    }
  }

  test.each<[string, Values | undefined]>([
    ['nothing', undefined],
    ['another field', { isShared: true }],
    ['null', { ownerId: null }],
    ['a missing value', { ownerId: undefined }],
  ])(
    'leads to a refusal that names the field, and the log contains the place in the declarations: %s',
    async (_, other) => {
      const { status, failure } = await setting(other, () => create())
      expect([status, failure.code, failure.fields]).toEqual([500, 'record.incomplete', notSet])
      expect(lines.join('')).toContain(
        'saved-views.ownerId: required, but no hook set a value. Check the prepare hook of \\"saved-views\\".',
      )
      expect(lines.join('')).not.toContain('null value in column')
      expect(await count()).toBe(0)
    },
  )

  test('leads to a refusal with a text in each language', async () => {
    const message = await setting(undefined, () =>
      Promise.all(
        library.registry.languages.map(
          async (language) => (await create({ 'accept-language': language })).failure.message,
        ),
      ),
    )
    expect(new Set(message).size).toBe(library.registry.languages.length)
    for (const sentence of message) expect(sentence).not.toMatch(/record\.incomplete|Unexpected/)
  })

  test('allows a retry with the same key once the hook sets the value, which stores one record', async () => {
    const headers = { 'idempotency-key': 'one-view-and-no-more' }
    expect((await setting(undefined, () => create(headers))).status).toBe(500)
    expect((await create(headers)).status).toBe(201)
    expect(await count()).toBe(1)
  })

  test('but clears a required value in an update leads to a refusal, and the record stays unchanged', async () => {
    const { data } = await create()
    const change = { id: data.id, version: data.version, name: 'Other' }
    const { status, failure } = await setting({ ownerId: null }, () =>
      admin.call('PATCH', '/api/saved-views/update', change),
    )
    expect([status, failure.code, failure.fields]).toEqual([500, 'record.incomplete', notSet])
    const [row] = await site.database.query<object>(
      'select name, version from saved_views where id = $1',
      [data.id],
    )
    expect(row).toEqual({ name: 'Mine', version: 1 })
    expect(
      (await setting({}, () => admin.call('PATCH', '/api/saved-views/update', change))).status,
    ).toBe(200)
  })

  test('leads to the same refusal if only the database detects the missing value, for any table', async () => {
    const failed = (sql: string) =>
      site.database.query(sql).then(
        () => null,
        (error) => translateError(library.registry, error),
      )
    expect(
      await failed("insert into saved_views (id, name) values (gen_random_uuid(), 'x')"),
    ).toMatchObject({
      code: 'record.incomplete',
      details: { fields: { list: [{ code: 'value.notSet' }] } },
    })
    expect(await failed('insert into branches (id) values (gen_random_uuid())')).toMatchObject({
      code: 'record.incomplete',
      details: { fields: { name: [{ code: 'value.notSet' }] } },
    })
    // For a table without a declaration, it is a programming error.
    expect(await failed('insert into meta (key) values (null)')).toMatchObject({ code: '23502' })
  })
})
