/** An application of two small resources and the system resources, without the university. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { roleMistakes, systemResourceMistakes } from '@matricola/schema/checks/system.ts'
import { builtInField as field } from '@matricola/schema/field.ts'
import { fullAccess } from '@matricola/schema/full-access.ts'
import { createRegistry, defineResources } from '@matricola/schema/registry.ts'
import { defineResource } from '@matricola/schema/resource.ts'
import { createSystemResources } from '@matricola/schema/system/system-resources.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { createTables } from '@matricola/testing/create-tables.ts'
import { projectRoot, removeFolder } from '@matricola/testing/databases.ts'
import { emptyEngines } from '@matricola/testing/empty-databases.ts'
import { goodPassword, openBrowser, type TestBrowser } from '@matricola/testing/session-app.ts'
import { createContextFor } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildServer } from '../../app/build-server.ts'
import { createApp } from '../../app/create-app.ts'
import type { Database } from '../../database/database.ts'
import { namesWithoutSql } from '../../database/pack-contributions.ts'
import type { Pack } from '../../pack.ts'
import { createDiskFileStore } from '../../ports/disk-file-store.ts'
import { createAccount } from '../../session/accounts.ts'

const reader = { read: true } as const

/** Every call declares the resources again, because declarations belong to one application. */
function createLibrary(...morePacks: readonly Pack[]) {
  const books = defineResource({
    name: 'books',
    path: 'books',
    icon: 'flag',
    title: ['title'],
    fields: {
      title: field.text({ max: 200, unique: true }),
      pages: field.integer({ min: 1, max: 9999, optional: true }),
    },
    sections: { general: ['title', 'pages'] },
    list: { columns: ['title', 'pages'], sort: ['title'], filters: ['pages'], search: ['title'] },
    access: { admin: fullAccess, student: reader },
    import: { key: ['title'] },
  })
  const loans = defineResource({
    name: 'loans',
    path: 'loans',
    icon: 'calendar',
    title: ['bookId', 'dueOn'],
    fields: {
      bookId: field.reference('books'),
      readerId: field.reference('users'),
      dueOn: field.date(),
    },
    sections: { general: ['bookId', 'readerId', 'dueOn'] },
    list: { columns: ['bookId', 'dueOn'], sort: ['dueOn'] },
    access: {
      admin: { read: true, create: true },
      student: { read: { where: { readerId: { eq: { user: 'id' } } } } },
    },
    notifies: { dueOn: { type: 'loanExtended', to: 'readerId', subject: 'bookId' } },
  })
  const notificationKinds = { loans: ['loanExtended'] } as const
  const system = createSystemResources({
    roles: { admin: {}, student: {} },
    adminRole: 'admin',
    notificationKinds,
    organization: 'Biblioteca Județeană',
    language: 'en',
    languages: ['en'],
  })
  const registry = createRegistry(defineResources({ books, loans, ...system }), {
    adminRole: 'admin',
    roles: {
      admin: { isStaff: true, seesPresence: true },
      student: { isStaff: false, seesPresence: false },
    },
    languages: ['en'],
    notificationKinds,
    areas: {
      menus: {
        admin: [{ name: null, entries: [{ resource: 'books' }, { resource: 'users' }] }],
      },
      resourcesOutsideMenu: ['notifications', 'settings'],
      otherPaths: () => [],
      publicPaths: [],
    },
  })
  return createApp({
    name: 'Library',
    root: projectRoot,
    registry,
    packs: [{ name: 'library', migrations: 'none' }, ...morePacks],
    apiDocument: 'none',
  })
}

test('its declarations are valid, and a missing system resource is reported', () => {
  const { registry, findMistakes } = createLibrary()
  expect(findMistakes()).toEqual([])
  expect(namesWithoutSql(registry)).toEqual([])
  const find = (name: string) => (name === 'settings' ? undefined : registry.find(name))
  expect(systemResourceMistakes({ find, adminRole: 'admin' })).toEqual([
    'settings: missing. Add the resources of createSystemResources() to the registry.',
  ])
})

test('a second pack with migrations must name the resources that it adds', () => {
  const custom = { name: 'custom', migrations: 'none' }
  expect(() => createLibrary(custom).defineTables()).toThrow(
    'the pack "custom" has migrations, so `added` of createRegistry() must name the resources',
  )
})

test('a role that accounts cannot have is reported', () => {
  const { registry } = createLibrary()
  const roles = [...registry.roles, 'porter' as Role]
  expect(roleMistakes({ find: registry.find, roles })).toEqual([
    'users.role: the role "porter" is missing. Add it to `roles` of createSystemResources().',
  ])
})

describe.each(emptyEngines)('an application without the university on $engine', ({ open }) => {
  const app = createLibrary()
  const folder = mkdtempSync(join(tmpdir(), 'matricola-library-'))
  let database: Database
  let server: ReturnType<typeof buildServer>
  let admin: TestBrowser
  beforeAll(async () => {
    database = await open()
    await createTables(database, app)
    const context = createContextFor(app, database, { files: createDiskFileStore(folder) })
    server = buildServer(app, context)
    await server.ready()
    const person = { password: goodPassword, phone: null }
    await createAccount(database, context.keys, {
      ...person,
      name: 'Ana Pop',
      username: 'ana',
      email: 'ana@biblioteca.ro',
      role: 'admin',
    })
    admin = openBrowser(server)
    expect((await admin.signIn('ana')).data).toMatchObject({
      username: 'ana',
      role: 'admin',
      universityLanguage: 'en',
    })
  })
  afterAll(async () => {
    await server.close()
    await database.close()
    removeFolder(folder)
  })

  test('users sign in, administrators manage accounts and settings, and changes of the settings are logged', async () => {
    const created = await admin.call<WireRecord>('POST', '/api/authentication/register', {
      name: 'Eva Stan',
      username: 'eva',
      email: 'eva@biblioteca.ro',
      role: 'student',
    })
    expect([created.status, created.data.username]).toEqual([201, 'eva'])
    const { data } = await admin.call<WireRecord>('GET', '/api/settings')
    expect(data).toMatchObject({
      universityName: 'Biblioteca Județeană',
      language: 'en',
      listPageSize: 5,
    })
    const changed = await admin.call<WireRecord>('PUT', '/api/settings/update', {
      version: data.version,
      listPageSize: 10,
    })
    expect(changed.data).toMatchObject({ listPageSize: 10 })
    expect(
      await database.query("select details from security_event where kind = 'settingsChanged'"),
    ).toEqual([{ details: { fields: 'listPageSize' } }])
    expect((await openBrowser(server).call('GET', '/api/settings')).status).toBe(401)
  })
})
