/**
 * Two applications without the university in one process, each on its own database. Both have a
 * resource named `items`.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { builtInField, builtInFieldTypes, createFields } from '@matricola/schema/field.ts'
import { fullAccessExceptImport } from '@matricola/schema/full-access.ts'
import type { Languages } from '@matricola/schema/languages.ts'
import { mergeTexts } from '@matricola/schema/merge-texts.ts'
import { createRegistry, defineResources } from '@matricola/schema/registry.ts'
import { defineResource } from '@matricola/schema/resource.ts'
import type { TypesByTopic } from '@matricola/schema/system/notification-types.ts'
import { createSystemResources } from '@matricola/schema/system/system-resources.ts'
import { parseDay } from '@matricola/schema/values/parse-date.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
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
import { textFolders } from '../../texts.ts'

const folder = mkdtempSync(join(tmpdir(), 'matricola-two-apps-'))
afterAll(() => removeFolder(folder))

/** Writes the texts of a pack and returns their folder, relative to the program. */
function writeTexts(name: string, errors: object): string {
  mkdirSync(join(folder, name, 'en'), { recursive: true })
  writeFileSync(join(folder, name, 'en/errors.json'), JSON.stringify({ errors }))
  return relative(projectRoot, join(folder, name))
}

const notificationKinds = { items: ['itemChanged'] } as const
const system = (organization: string, languages: Languages, kinds: TypesByTopic) =>
  createSystemResources({
    roles: { admin: {} },
    adminRole: 'admin',
    notificationKinds: kinds,
    organization,
    language: languages[0],
    languages,
  })
const itemBase = {
  name: 'items',
  path: 'items',
  icon: 'flag',
  access: { admin: fullAccessExceptImport },
} as const
const registryOptions = {
  adminRole: 'admin',
  roles: { admin: { isStaff: true, seesPresence: true } },
} as const
const english = ['en'] as const
/**
 * A language that the university does not have. The compiler knows only those of the university.
 */
const swedish: Languages = ['sv' as Language]

/**
 * Writes Swedish texts: those of the packages in English, with one of them translated. Returns
 * their folder.
 */
function writeSwedishTexts(): string {
  const target = join(folder, 'swedish/sv')
  mkdirSync(target, { recursive: true })
  const read = (path: string): object =>
    existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  for (const english of textFolders('', []).map((path) => join(path, 'en')))
    for (const name of readdirSync(english)) {
      const path = join(target, name)
      writeFileSync(path, JSON.stringify(mergeTexts(read(path), read(join(english, name)))))
    }
  const path = join(target, 'resources.json')
  writeFileSync(path, JSON.stringify({ ...read(path), items: { created: 'Delen har skapats.' } }))
  return relative(projectRoot, join(folder, 'swedish'))
}

function createLibrary() {
  const items = defineResource({
    ...itemBase,
    title: ['title'],
    fields: {
      title: builtInField.text({ max: 200, translated: true }),
      pages: builtInField.integer({ min: 1, max: 9999 }),
      boughtOn: builtInField.date({ optional: true }),
    },
    sections: { general: ['title', 'pages', 'boughtOn'] },
    list: { columns: ['title', 'pages'], sort: ['title'], search: ['title'] },
  })
  const errors = defineErrors({ 'book.banned': 403 })
  return createApp({
    name: 'Library',
    root: projectRoot,
    registry: createRegistry(
      defineResources({ items, ...system('City Library', english, notificationKinds) }),
      { ...registryOptions, notificationKinds, languages: english },
    ),
    packs: [
      { name: 'generic' },
      {
        name: 'library',
        locales: writeTexts('library', { book: { banned: 'This book is banned.' } }),
        errors,
        hooks: () => ({
          items: {
            prepare: async (writes) =>
              writes.map(({ changed }) =>
                changed.title === 'Banned' ? new AppError(errors['book.banned']) : undefined,
              ),
          },
        }),
      },
    ],
    settings: defineProcessSettings(
      { LOAN_DAYS: z.string().transform(Number) },
      { LOAN_DAYS: '21' },
    ),
    apiDocument: 'library.json',
  })
}

function createGarage() {
  const field = createFields(builtInFieldTypes, { languages: swedish })
  const items = defineResource({
    ...itemBase,
    title: ['code'],
    fields: {
      code: field.text({ max: 20, unique: true }),
      name: field.text({ max: 80, optional: true, translated: true }),
      weight: field.decimal({ min: 0, max: 1000, scale: 1, optional: true }),
      boughtOn: field.date({ optional: true }),
    },
    sections: { general: ['code', 'name', 'weight', 'boughtOn'] },
    list: { columns: ['code', 'weight'], sort: ['code'], search: ['code'] },
  })
  return createApp({
    name: 'Garage',
    root: projectRoot,
    // It has no notifications of its own.
    registry: createRegistry(
      defineResources({ items, ...system('Main Street Garage', swedish, {}) }),
      { ...registryOptions, languages: swedish, fieldTypes: builtInFieldTypes },
    ),
    packs: [
      { name: 'generic', locales: writeSwedishTexts() },
      { name: 'garage', errors: defineErrors({ 'part.recalled': 409 }) },
    ],
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
    const server = buildServer(app, createContextFor(app, database), {
      findCaller: async () => admin,
    })
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

  async function call<T>(
    server: FastifyInstance,
    method: 'GET' | 'POST',
    url: string,
    payload?: object,
  ) {
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
    const lists = await Promise.all(
      [library, garage].map((server) => call<Page<WireRecord>>(server, 'GET', '/api/items')),
    )
    expect(lists).toMatchObject([
      { body: { data: { totalCount: 1, list: [{ title: 'Ion' }] } } },
      { body: { data: { totalCount: 1, list: [{ code: 'W-7' }] } } },
    ])
    const [found, missing] = await Promise.all(
      [library, garage].map((server) =>
        call<Page<WireRecord>>(server, 'GET', '/api/items?search=ion'),
      ),
    )
    expect([found, missing]).toMatchObject([
      { body: { data: { totalCount: 1 } } },
      { body: { data: { totalCount: 0 } } },
    ])
    expect(
      await call(garage, 'POST', '/api/items/create', { title: 'Ion', pages: 400 }),
    ).toMatchObject({
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
    const documents = await Promise.all(
      [library, garage].map(async (server) => (await server.inject('/api/openapi.json')).json()),
    )
    const summary = documents.map(({ info, components: { schemas } }) => ({
      title: info.title,
      hasTitle: 'title' in schemas.items.properties,
      hasCode: 'code' in schemas.items.properties,
      ownErrors: schemas.Failure.properties.code.enum.filter((code: string) =>
        /^(book|part|registration)\./.test(code),
      ),
    }))
    expect(summary).toEqual([
      { title: 'Library', hasTitle: true, hasCode: false, ownErrors: ['book.banned'] },
      { title: 'Garage', hasTitle: false, hasCode: true, ownErrors: ['part.recalled'] },
    ])
  })

  test('need no notifications: accounts then have no topics to choose', async () => {
    const account = { name: 'Eva Stan', username: 'eva', email: 'eva@garage.se', role: 'admin' }
    const register = (values: object) =>
      call<WireRecord>(garage, 'POST', '/api/authentication/register', values)
    expect(await register({ ...account, mailCopies: ['items'] })).toMatchObject({
      body: { fields: { mailCopies: [{ code: 'choice.unknown' }] } },
    })
    expect(await register({ ...account, mailCopies: [] })).toMatchObject({
      status: 201,
      body: { data: { username: 'eva' } },
    })
    const { sections } = apps.garage.resource('users')
    expect(sections.notifications).toEqual(['language'])
    const { paths, components } = (await garage.inject('/api/openapi.json')).json()
    expect(paths).toHaveProperty('/api/items')
    expect(components.schemas.users.properties.mailCopies.items).toEqual({
      not: {},
    })
  })

  test('have their own languages, whose dates and numbers they write and read', async () => {
    const fields = {
      library: Object.keys(apps.library.resource('items').fields),
      garage: Object.keys(apps.garage.resource('items').fields),
    }
    expect([fields.library.includes('titleEn'), fields.library.includes('titleRo')]).toEqual([
      true,
      false,
    ])
    expect(fields.garage.filter((name) => name.startsWith('name'))).toEqual(['name', 'nameSv'])
    expect(Object.keys(apps.garage.resource('users').fields.language.choices)).toEqual(['sv'])
    expect(apps.garage.loadTexts().find(swedish[0], 'resources:users.choices.language.sv')).toBe(
      'Svenska',
    )

    const part = await call<WireRecord>(garage, 'POST', '/api/items/create', {
      code: 'S-1',
      weight: 2.5,
      boughtOn: '2026-08-07',
    })
    expect(part).toMatchObject({ status: 201, body: { message: 'Delen har skapats.' } })
    // A date in the wrong format is recognised in the application's own language only.
    const reject = async (server: FastifyInstance, values: object) =>
      (await call(server, 'POST', '/api/items/create', { ...values, boughtOn: '7 augusti 2026' }))
        .body
    expect(await reject(garage, { code: 'S-2' })).toMatchObject({
      fields: { boughtOn: [{ code: 'date.notIso' }, { code: 'date.tooLate' }] },
    })
    expect(await reject(library, { title: 'Ion', pages: 1 })).toMatchObject({
      fields: { boughtOn: [{ code: 'date.unknownFormat' }, { code: 'date.tooLate' }] },
    })

    const exported = await garage.inject(
      '/api/items/export?format=csv&form=people&search=S-1&columns=code,weight,boughtOn',
    )
    expect(exported.body.trim().split('\r\n').slice(1)).toEqual(['S-1;2,5;2026-08-07'])
    const book = await call(library, 'POST', '/api/items/create', {
      title: 'Dune',
      pages: 412,
      boughtOn: '2026-08-07',
    })
    expect(book.status).toBe(201)
    const books = await library.inject(
      '/api/items/export?format=csv&form=people&search=Dune&columns=title,pages,boughtOn',
    )
    expect(books.body.trim().split('\r\n').slice(1)).toEqual(['Dune,412,07/08/2026'])

    const [inLibrary, inGarage] = Object.values(apps).map(({ registry: { languages } }) =>
      parseDay('7 augusti 2026', { languages }),
    )
    expect([inLibrary, inGarage]).toEqual([{ code: 'date.unknownFormat' }, '2026-08-07'])
    expect(apps.garage.loadConfig({}).defaultLanguage).toBe('sv')
    expect(() => apps.garage.loadConfig({ DEFAULT_LANGUAGE: 'en' })).toThrow(
      'DEFAULT_LANGUAGE must be sv',
    )
  })

  test('have their own settings of the process', () => {
    expect(apps.library.loadConfig({}).settings).toEqual({ LOAN_DAYS: 21 })
    expect(apps.library.loadConfig({ LOAN_DAYS: '7' }).settings).toEqual({ LOAN_DAYS: 7 })
    expect(apps.garage.loadConfig({ LOAN_DAYS: '7' }).settings).toEqual({})
  })
})
