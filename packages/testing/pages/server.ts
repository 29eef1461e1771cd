/**
 * Connects pages in jsdom to the real application in the same process, as a given caller and with
 * given records.
 */

import type { Registry } from '@matricola/schema/registry.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import { deferredTotalHeaders } from '@matricola/schema/wire/list-query.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Database } from '@matricola/server/database/database.ts'
import { cleanup } from '@testing-library/react'
import type { FastifyInstance } from 'fastify'
import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { createCaller } from '../callers.ts'
import type { SessionApp } from '../session-app.ts'
import type { TestApp } from '../test-app.ts'
import { setDefaultHandler } from './network.ts'

type Parts = Partial<Context>

/** The server of an application, as its tests start it. */
export interface ServerSide {
  /** Its registry belongs to the modules that started the application. */
  readonly testedApp: { readonly registry: Registry }
  emptyDatabase(database: Database, registry: Registry): Promise<unknown>
  startApp(open?: () => Promise<Database>, parts?: Parts): Promise<TestApp>
  startSessionApp(
    config?: Partial<Context['config']>,
    open?: () => Promise<Database>,
    parts?: Parts,
  ): Promise<SessionApp>
}

export type CreateRecord<ResourceName extends string = string> = (
  resource: ResourceName,
  values: object,
) => Promise<WireRecord>

export interface ServerFixture<P, ResourceName extends string = string> {
  readonly api: TestApp
  /** The result of `seed`. */
  readonly records: P
  /** Creates a record as an admin would. */
  readonly create: CreateRecord<ResourceName>
  as(role: Role): Caller
  /**
   * Handles requests of pages as a user of the role, by default an admin, or as an anonymous
   * visitor if the role is null.
   */
  connect(role?: Role | null): Promise<void>
}

export interface SessionFixture {
  readonly api: SessionApp
  readonly jar: Map<string, string>
  /** Signs the browser in to an account. */
  signIn(username: string, password?: string): Promise<void>
}

export interface PageServer<ResourceName extends string> {
  /**
   * The application behind the pages of a test file. Each test starts with exactly the records that
   * `seed` creates.
   */
  setUpServer<P>(
    seed: (make: CreateRecord<ResourceName>, api: TestApp) => Promise<P>,
  ): ServerFixture<P, ResourceName>
  /**
   * Restores the records that `seed` creates before each test, unless the previous test wrote
   * nothing.
   */
  restoreBeforeEach(database: () => Database, seed: () => Promise<void>): void
  /**
   * The application with real sessions. Each test starts in a browser without cookies. `parts`
   * override the application's context.
   */
  setUpSessions(parts?: Parts): SessionFixture
}

/**
 * Functions that start the server of an application for page tests. `serverSide` loads its modules,
 * once per worker.
 */
export function createPageServer<ResourceName extends string = string>(
  registry: Registry,
  serverSide: () => Promise<ServerSide>,
): PageServer<ResourceName> {
  function setUpServer<P>(
    seed: (make: CreateRecord<ResourceName>, api: TestApp) => Promise<P>,
  ): ServerFixture<P, ResourceName> {
    let api: TestApp
    let records: P
    const callers = new Map<Role, Caller>()
    const as = (role: Role) => {
      const caller = callers.get(role) ?? { ...createCaller(role), name: 'Ana Pop' }
      callers.set(role, caller)
      return caller
    }
    const make: CreateRecord<ResourceName> = async (resource, values) => {
      const { method, path } = endpointsOf(registry.get(resource)).create
      return (await api.call<WireRecord>(as(registry.adminRole), method, path, values)).data
    }
    beforeAll(async () => {
      api = await (await serverSide()).startApp()
    })
    restoreBeforeEach(
      () => api.context.database,
      async () => {
        for (const role of registry.roles) await ensureAccount(api, as(role))
        records = await seed(make, api)
      },
    )
    afterEach(unmountPages)
    afterAll(() => api?.close())
    return {
      get api() {
        return api
      },
      get records() {
        return records
      },
      create: make,
      as,
      connect: (role = registry.adminRole) => connectCaller(api, role === null ? null : as(role)),
    }
  }

  function restoreBeforeEach(database: () => Database, seed: () => Promise<void>): void {
    let currentFile = ''
    /** Returns a value that changes with every transaction that writes. */
    const written = async () => {
      const [row] = await database().query<{ at: string }>(
        'select pg_snapshot_xmax(pg_current_snapshot())::text as at',
      )
      return row?.at ?? ''
    }
    beforeEach(async () => {
      if ((await written()) === currentFile) return
      if (currentFile !== '') {
        // The registry of the modules that started the application: it knows the records that the
        // packs require.
        const { emptyDatabase, testedApp } = await serverSide()
        await emptyDatabase(database(), testedApp.registry)
      }
      await seed()
      currentFile = await written()
    })
  }

  function setUpSessions(parts: Parts = {}): SessionFixture {
    let api: SessionApp
    let jar: Map<string, string>
    beforeAll(async () => {
      api = await (await serverSide()).startSessionApp({}, undefined, parts)
    })
    beforeEach(() => {
      jar = connectToApp(api.app).jar
    })
    afterEach(unmountPages)
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
  return { setUpServer, restoreBeforeEach, setUpSessions }
}

/** Unmounts pages, which otherwise keep making requests. */
export async function unmountPages(): Promise<void> {
  cleanup()
  await waitForRequests()
}

/** Handles requests of pages as the caller, and creates the caller's account if there is none. */
export async function connectCaller(api: TestApp, caller: Caller | null): Promise<void> {
  if (caller) await ensureAccount(api, caller)
  setDefaultHandler((request) => forwardRequest(api, caller, request))
}

/** Test callers have no account, but pages read it. */
async function ensureAccount({ context }: TestApp, { id, name, role }: Caller): Promise<void> {
  await context.database.query(
    `insert into users (id, name, name_key, username, username_key, email, email_key, role)
     values ($1, $2, lower($2), $3, $3, $3 || '@univ.test', $3 || '@univ.test', $4) on conflict (id) do nothing`,
    [id, name, `some.${id}`, role],
  )
}

/** Number of page requests in progress. */
let pendingRequests = 0

/**
 * Waits until no request is in progress. The last request of a page may arrive after its test, and
 * cause another one.
 */
export async function waitForRequests(): Promise<void> {
  for (let idleTurns = 0; idleTurns < 3; idleTurns = pendingRequests > 0 ? 0 : idleTurns + 1)
    await new Promise((resolve) => setTimeout(resolve, 5))
}

/**
 * Omits the header `prefer`, with which lists ask for rows first. Whether a total is slow would
 * depend on the machine; `delayTotal` simulates it.
 */
const forwardedHeaders = ['accept-language', 'content-type', 'idempotency-key']
const responseHeaders = (headers: { readonly [name: string]: unknown }) =>
  ['content-type', 'content-disposition', 'query-token'].flatMap((name): [string, string][] =>
    headers[name] === undefined ? [] : [[name, String(headers[name])]],
  )

/** Passes a request of the page to the application. */
async function forwardRequest(
  api: TestApp,
  caller: Caller | null,
  request: Request,
): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const payload = Buffer.from(await request.arrayBuffer())
  const headers = Object.fromEntries(
    [...request.headers].filter(([name]) => forwardedHeaders.includes(name)),
  )
  pendingRequests++
  const answer = await api
    .call(caller, request.method, pathname + search, undefined, {
      headers,
      ...(payload.length > 0 && { payload }),
    })
    .finally(() => pendingRequests--)
  return new HttpResponse(answer.bytes, {
    status: answer.status,
    headers: responseHeaders(answer.headers),
  })
}

/**
 * Passes all requests of the page to an application with real sessions until the test ends. Cookies
 * are kept as in a browser, starting from a copy of those given.
 */
export function connectToApp(
  app: FastifyInstance,
  cookies?: ReadonlyMap<string, string>,
): { readonly jar: Map<string, string> } {
  const jar = new Map(cookies)
  setDefaultHandler(async (request) => {
    const { pathname, search } = new URL(request.url)
    const payload = Buffer.from(await request.arrayBuffer())
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    pendingRequests++
    const answer = await app
      .inject({
        method: request.method as 'GET', // Pages use only methods that Fastify knows.
        url: pathname + search,
        headers: {
          ...Object.fromEntries(request.headers),
          [deferredTotalHeaders.request]: '',
          origin: 'http://localhost:3000',
          cookie,
        },
        payload,
      })
      .finally(() => pendingRequests--)
    for (const { name, value, maxAge } of answer.cookies) {
      if (value === '' || maxAge === 0) jar.delete(name)
      else jar.set(name, value)
    }
    return new HttpResponse(answer.rawPayload, {
      status: answer.statusCode,
      headers: responseHeaders(answer.headers),
    })
  })
  return { jar }
}
