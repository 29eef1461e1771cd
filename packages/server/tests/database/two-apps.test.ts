/** Two applications without the university in one process, each on its own database. Both have a resource named `items`. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { builtInField as field } from '@matricola/schema/field.ts'
import { fullAccessExceptImport } from '@matricola/schema/full-access.ts'
import { createRegistry, defineResources } from '@matricola/schema/registry.ts'
import { defineResource } from '@matricola/schema/resource.ts'
import { createSystemResources } from '@matricola/schema/system/system-resources.ts'
import { AppError, defineErrors } from '@matricola/schema/wire/errors.ts'
import type { Envelope, Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import { createTables } from '@matricola/testing/create-tables.ts'
import { projectRoot, removeFolder } from '@matricola/testing/databases.ts'
import { emptyEngines } from '@matricola/testing/empty-databases.ts'
import { createContextFor } from '@matricola/testing/test-app.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { buildServer } from '../../app/build-server.ts'
import { createApp } from '../../app/create-app.ts'
import type { ServerApp } from '../../app/server-app.ts'
import { defineProcessSettings } from '../../config.ts'
import type { Pack } from '../../pack.ts'

const folder = mkdtempSync(join(tmpdir(), 'matricola-two-apps-'))
afterAll(() => removeFolder(folder))

/** Writes the texts of a pack and returns their folder, relative to the program. */
function writeTexts(name: string, errors: object): string {
  mkdirSync(join(folder, name, 'en'), { recursive: true })
  writeFileSync(join(folder, name, 'en/errors.json'), JSON.stringify({ errors }))
  return relative(projectRoot, join(folder, name))
}

const notificationKinds = { items: ['itemChanged'] } as const
const system = (organization: string) =>
  createSystemResources({
    roles: { admin: {} },
    adminRole: 'admin',
    notificationKinds,
    organization,
    language: 'en',
  })
const itemBase = { name: 'items', path: 'items', icon: 'flag', access: { admin: fullAccessExceptImport } } as const
const registryOptions = {
  adminRole: 'admin',
  notificationKinds,
  roles: { admin: { isStaff: true, seesPresence: true } },
  languages: ['en'],
  added: ['items'],
} as const
/** The texts of the packages. */
const generic: Pack = { name: 'generic', locales: 'locales' }

function createLibrary() {
  const items = defineResource({
    ...itemBase,
    title: ['title'],
    fields: { title: field.text({ max: 200 }), pages: field.integer({ min: 1, max: 9999 }) },
    sections: { general: ['title', 'pages'] },
    list: { columns: ['title', 'pages'], sort: ['title'], search: ['title'] },
  })
  const errors = defineErrors({ 'book.banned': 403 })
  return createApp({
    name: 'Library',
    root: projectRoot,
    registry: createRegistry(defineResources({ items, ...system('City Library') }), registryOptions),
    packs: [
      generic,
      {
        name: 'library',
        locales: writeTexts('library', { book: { banned: 'This book is banned.' } }),
        errors,
        hooks: () => ({
          items: {
            prepare: async (writes) =>
              writes.map(({ changed }) => (changed.title === 'Banned' ? new AppError(errors['book.banned']) : undefined)),
          },
        }),
      },
    ],
    settings: defineProcessSettings({ LOAN_DAYS: z.string().transform(Number) }, { LOAN_DAYS: '21' }),
    apiDocument: 'library.json',
  })
}

function createGarage() {
  const items = defineResource({
    ...itemBase,
    title: ['code'],
    fields: { code: field.text({ max: 20, unique: true }), weight: field.decimal({ min: 0, max: 1000, scale: 1, optional: true }) },
    sections: { general: ['code', 'weight'] },
    list: { columns: ['code', 'weight'], sort: ['code'], search: ['code'] },
  })
  return createApp({
    name: 'Garage',
    root: projectRoot,
    registry: createRegistry(defineResources({ items, ...system('Main Street Garage') }), registryOptions),
    packs: [generic, { name: 'garage', errors: defineErrors({ 'part.recalled': 409 }) }],
    apiDocument: 'garage.json',
  })
}

describe.each(emptyEngines)('two applications in one process on $engine', ({ open }) => {
  const apps = { library: createLibrary(), garage: createGarage() }
  const admin = createCaller('admin')
  const opened: { close(): Promise<unknown> }[] = []
  let library: FastifyInstance
  let garage: FastifyInstance

  async function start(app: ServerApp): Promise<FastifyInstance> {
    const database = await open()
    await createTables(database, app)
    const server = buildServer(app, createContextFor(app, database), { findCaller: async () => admin })
    await server.ready()
    opened.push(server, database)
    return server
  }
  beforeAll(async () => {
    ;[library, garage] = await Promise.all([start(apps.library), start(apps.garage)])
  })
  afterAll(async () => {
    for (const part of opened) await part.close()
  })

  async function call<T>(server: FastifyInstance, method: 'GET' | 'POST', url: string, payload?: object) {
    const response = await server.inject({ method, url, ...(payload && { payload }) })
    return { status: response.statusCode, body: response.json<Envelope<T>>() }
  }

  test('have valid declarations, whose types createApp keeps', () => {
    for (const app of Object.values(apps)) expect(app.findMistakes()).toEqual([])
    expect(apps.library.resource('items').fields.pages.type).toBe('integer')
    expect(apps.garage.resource('items').fields.weight.type).toBe('decimal')
  })

  test('store and return their own records, with the fields that each declares', async () => {
    const [book, part] = await Promise.all([
      call<WireRecord>(library, 'POST', '/api/items/create', { title: 'Ion', pages: 400 }),
      call<WireRecord>(garage, 'POST', '/api/items/create', { code: 'W-7', weight: 2.5 }),
    ])
    expect([book, part]).toMatchObject([
      { status: 201, body: { data: { title: 'Ion', pages: 400 } } },
      { status: 201, body: { data: { code: 'W-7', weight: 2.5 } } },
    ])
    const lists = await Promise.all([library, garage].map((server) => call<Page<WireRecord>>(server, 'GET', '/api/items')))
    expect(lists).toMatchObject([
      { body: { data: { totalCount: 1, list: [{ title: 'Ion' }] } } },
      { body: { data: { totalCount: 1, list: [{ code: 'W-7' }] } } },
    ])
    const [found, missing] = await Promise.all(
      [library, garage].map((server) => call<Page<WireRecord>>(server, 'GET', '/api/items?search=ion')),
    )
    expect([found, missing]).toMatchObject([{ body: { data: { totalCount: 1 } } }, { body: { data: { totalCount: 0 } } }])
    expect(await call(garage, 'POST', '/api/items/create', { title: 'Ion', pages: 400 })).toMatchObject({
      status: 400,
      body: { fields: { title: [{ code: 'field.unknown' }], code: [{ code: 'required' }] } },
    })
  })

  test('have their own rules, error codes and texts', async () => {
    const banned = { title: 'Banned', pages: 1 }
    expect(await call(library, 'POST', '/api/items/create', banned)).toMatchObject({
      status: 403,
      body: { code: 'book.banned', message: 'This book is banned.' },
    })
    expect((await call(garage, 'POST', '/api/items/create', { code: 'Banned' })).status).toBe(201)
    // A unique value of one application is free in the other.
    expect(await call(garage, 'POST', '/api/items/create', { code: 'Banned' })).toMatchObject({
      body: { fields: { code: [{ code: 'value.taken' }] } },
    })
  })

  test('describe their own API', async () => {
    const documents = await Promise.all([library, garage].map(async (server) => (await server.inject('/api/openapi.json')).json()))
    const summary = documents.map(({ info, components: { schemas } }) => ({
      title: info.title,
      hasTitle: 'title' in schemas.items.properties,
      hasCode: 'code' in schemas.items.properties,
      ownErrors: schemas.Failure.properties.code.enum.filter((code: string) => /^(book|part|registration)\./.test(code)),
    }))
    expect(summary).toEqual([
      { title: 'Library', hasTitle: true, hasCode: false, ownErrors: ['book.banned'] },
      { title: 'Garage', hasTitle: false, hasCode: true, ownErrors: ['part.recalled'] },
    ])
  })

  test('have their own settings of the process', () => {
    expect(apps.library.loadConfig({}).settings).toEqual({ LOAN_DAYS: 21 })
    expect(apps.library.loadConfig({ LOAN_DAYS: '7' }).settings).toEqual({ LOAN_DAYS: 7 })
    expect(apps.garage.loadConfig({ LOAN_DAYS: '7' }).settings).toEqual({})
  })
})
