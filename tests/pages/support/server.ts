/** The one way from a page in jsdom to the real application, in the same process: who calls, and which records there are. */
import { cleanup } from '@testing-library/react'
import type { FastifyInstance } from 'fastify'
import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type Role, roles } from '#model/vocabulary.ts'
import { endpointsOf } from '#model/wire/endpoints.ts'
import { totalLater } from '#model/wire/list-query.ts'
import type { WireRecord } from '#model/wire/wire.ts'
import { type ResourceName, resourceNamed } from '#resources/index.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import type { Database } from '#server/engine/database/database.ts'
import type { TestApp } from '#tests/support/app.ts'
import { person } from '#tests/support/people.ts'
import type { SessionApp } from '#tests/support/session.ts'
import { answerWith } from './network.ts'

declare global {
  // Kept where it outlives the modules of one file.
  var loadedServerSide: Promise<typeof import('./server-side.ts')> | undefined
}

/** The application and what plants its records. All files of a worker share its modules, its engine and its texts, which take longer to load than most tests. */
export function serverSide(): Promise<typeof import('./server-side.ts')> {
  globalThis.loadedServerSide ??= import('./server-side.ts')
  return globalThis.loadedServerSide
}

export type Make = (resource: ResourceName, values: object) => Promise<WireRecord>

export interface Served<P> {
  readonly api: TestApp
  /** Result of `plant`. */
  readonly records: P
  /** Makes a record as an admin would. */
  readonly make: Make
  as(role: Role): Caller
  /** Answers the pages of a person of the role, an admin by default, or of nobody. */
  connect(role?: Role | null): Promise<void>
}

/** The application behind the pages of a file. Each test begins with what `plant` makes, and nothing else. */
export function serverHere<P>(plant: (make: Make, api: TestApp) => Promise<P>): Served<P> {
  let api: TestApp
  let records: P
  const people = new Map<Role, Caller>()
  const as = (role: Role) => {
    const caller = people.get(role) ?? { ...person(role), name: 'Ana Pop' }
    people.set(role, caller)
    return caller
  }
  const make: Make = async (resource, values) => {
    const { method, path } = endpointsOf(resourceNamed(resource)).create
    return (await api.call<WireRecord>(as('admin'), method, path, values)).data
  }
  beforeAll(async () => {
    api = await (await serverSide()).startApp()
  })
  beginAnew(
    () => api.context.database,
    async () => {
      for (const role of roles) await giveAccount(api, as(role))
      records = await plant(make, api)
    },
  )
  afterEach(leavePages)
  afterAll(() => api?.close())
  return {
    get api() {
      return api
    },
    get records() {
      return records
    },
    make,
    as,
    connect: (role = 'admin') => connectAs(api, role && as(role)),
  }
}

/** Lets each test begin with what `plant` makes; a test that wrote nothing leaves it to the next. */
export function beginAnew(database: () => Database, plant: () => Promise<void>): void {
  let begun = ''
  /** Changes with each transaction that wrote. */
  const written = async () => {
    const [row] = await database().query<{ at: string }>('select pg_snapshot_xmax(pg_current_snapshot())::text as at')
    return row?.at ?? ''
  }
  beforeEach(async () => {
    if ((await written()) === begun) return
    if (begun !== '') await (await serverSide()).emptyDatabase(database())
    await plant()
    begun = await written()
  })
}

/** Pages ask on for as long as they are shown. */
export async function leavePages(): Promise<void> {
  cleanup()
  await allAnswered()
}

export interface Sessions {
  readonly api: SessionApp
  /** The cookies of the browser. */
  readonly jar: Map<string, string>
  /** Gives the browser a session of that account. */
  signIn(username: string, password?: string): Promise<void>
}

/** The application with real sessions behind the pages of a file; each test begins in a browser that has no cookies. `parts` of its context can be exchanged. */
export function sessionsHere(parts: Partial<Context> = {}): Sessions {
  let api: SessionApp
  let jar: Map<string, string>
  beforeAll(async () => {
    api = await (await serverSide()).startSessionApp({}, undefined, parts)
  })
  beforeEach(() => {
    jar = connectTo(api.app).jar
  })
  afterEach(leavePages)
  afterAll(() => api?.close())
  return {
    get api() {
      return api
    },
    get jar() {
      return jar
    },
    async signIn(username, password) {
      const browser = api.browser()
      await browser.signIn(username, password)
      for (const [name, value] of browser.jar) jar.set(name, value)
    },
  }
}

/** Answers pages as the caller's, who has an account from then on. */
export async function connectAs(api: TestApp, caller: Caller | null): Promise<void> {
  if (caller) await giveAccount(api, caller)
  answerWith((request) => pass(api, caller, request))
}

/** Callers are people of the request alone; pages ask for the account. */
async function giveAccount({ context }: TestApp, { id, name, role }: Caller): Promise<void> {
  await context.database.query(
    `insert into users (id, name, name_key, username, username_key, email, email_key, role)
     values ($1, $2, lower($2), $3, $3, $3 || '@univ.test', $3 || '@univ.test', $4) on conflict (id) do nothing`,
    [id, name, `some.${id}`, role],
  )
}

/** Calls of pages that the application is answering. */
let waiting = 0

/** Until nothing is under way any more: what a page sent last may come after its test, and lead to another call. */
export async function allAnswered(): Promise<void> {
  for (let quiet = 0; quiet < 3; quiet = waiting > 0 ? 0 : quiet + 1) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** Without the preference of lists for rows first: whether a total takes long is the machine's to say, and `countLate` plays it. */
const passedOn = ['accept-language', 'content-type', 'idempotency-key']
const back = (headers: { readonly [name: string]: unknown }) =>
  ['content-type', 'content-disposition', 'query-token'].flatMap((name): [string, string][] =>
    headers[name] === undefined ? [] : [[name, String(headers[name])]],
  )

/** Hands a call of the page to the application. */
async function pass(api: TestApp, caller: Caller | null, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const payload = Buffer.from(await request.arrayBuffer())
  const headers = Object.fromEntries([...request.headers].filter(([name]) => passedOn.includes(name)))
  waiting++
  const answer = await api
    .call(caller, request.method, pathname + search, undefined, { headers, ...(payload.length > 0 && { payload }) })
    .finally(() => waiting--)
  return new HttpResponse(answer.bytes, { status: answer.status, headers: back(answer.headers) })
}

/**
 * Passes every call of the page to an application with real sessions until the test ends; cookies are kept as a browser keeps
 * them, from a copy of those given on.
 */
export function connectTo(app: FastifyInstance, cookies?: ReadonlyMap<string, string>): { readonly jar: Map<string, string> } {
  const jar = new Map(cookies)
  answerWith(async (request) => {
    const { pathname, search } = new URL(request.url)
    const payload = Buffer.from(await request.arrayBuffer())
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    waiting++
    const answer = await app
      .inject({
        method: request.method as 'GET', // a page sends no method that Fastify does not know
        url: pathname + search,
        headers: { ...Object.fromEntries(request.headers), [totalLater.asked]: '', origin: 'http://localhost:3000', cookie },
        payload,
      })
      .finally(() => waiting--)
    for (const { name, value, maxAge } of answer.cookies) {
      if (value === '' || maxAge === 0) jar.delete(name)
      else jar.set(name, value)
    }
    return new HttpResponse(answer.rawPayload, { status: answer.statusCode, headers: back(answer.headers) })
  })
  return { jar }
}
