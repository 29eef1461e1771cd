/** The one way from a page in jsdom to the real application, in the same process: who is signed in, and which records there are. */
import '@testing-library/jest-dom/vitest'
import { cleanup, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { FastifyInstance } from 'fastify'
import { HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { endpointsOf, sessionEndpoints } from '#model/endpoints.ts'
import { totalLater } from '#model/list-query.ts'
import { type Language, type Role, roles } from '#model/vocabulary.ts'
import type { WireRecord, WireUser } from '#model/wire.ts'
import { checkSession } from '#providers/session.ts'
import { type ResourceName, resourceNamed } from '#resources/index.ts'
import type { Caller } from '#server/engine/caller.ts'
import { Console } from '#src/console/console.tsx'
import { ToastHost } from '#src/toasts/toast-host.tsx'
import type { TestApp } from '#tests/support/app.ts'
import type { Office } from '#tests/support/office.ts'
import { person } from '#tests/support/people.ts'
import type { Browser } from '#tests/support/session.ts'
import { standAt } from './browser.ts'
import { fillIn } from './console.tsx'
import { answerWith, changed } from './network.ts'

declare global {
  // Kept where it outlives the modules of one file.
  var loadedServerSide: Promise<typeof import('./server-side.ts')> | undefined
}

/** The application and what plants its records. All files of a worker share its modules, its engine and its texts, which take longer to load than most tests. */
export function serverSide(): Promise<typeof import('./server-side.ts')> {
  globalThis.loadedServerSide ??= import('./server-side.ts')
  return globalThis.loadedServerSide
}

type Make = (resource: ResourceName, values: object) => Promise<WireRecord>

interface Site<P> {
  readonly api: TestApp
  /** What `plant` made. */
  readonly records: P
  /** Makes a record as an admin would. */
  readonly make: Make
  as(role: Role): Caller
  /** Answers a part of a page that is shown by itself, to an admin. */
  connect(): Promise<void>
  /** Opens a private page as a person of the role, an admin by default. */
  open(address: string, visit?: Omit<Visit, 'api' | 'caller'> & { readonly role?: Role }): ReturnType<typeof openConsole>
}

/** The application behind the pages of a file. Each test begins with what `plant` makes, and nothing else. */
export function applicationHere<P>(plant: (make: Make, api: TestApp) => Promise<P>): Site<P> {
  let api: TestApp
  let records: P
  let begun = ''
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
  /** Changes with each transaction that wrote. */
  const written = async () => {
    const [row] = await api.context.database.query<{ at: string }>('select pg_snapshot_xmax(pg_current_snapshot())::text as at')
    return row?.at ?? ''
  }
  beforeAll(async () => {
    api = await (await serverSide()).startApp()
  })
  beforeEach(async () => {
    if ((await written()) === begun) return
    if (begun !== '') await (await serverSide()).emptyDatabase(api.context.database)
    for (const role of roles) await giveAccount(api, as(role))
    records = await plant(make, api)
    begun = await written()
  })
  afterEach(async () => {
    // Pages ask on for as long as they are shown.
    cleanup()
    await allAnswered()
  })
  afterAll(() => api.close())
  return {
    get api() {
      return api
    },
    get records() {
      return records
    },
    make,
    as,
    connect: () => connectAs(api, as('admin')),
    open: (address, { role = 'admin', ...visit } = {}) => openConsole(address, { api, caller: as(role), ...visit }),
  }
}

/** Starts it with an office of real accounts, and with what works off its jobs. */
export async function startWorkingOffice(): Promise<Office> {
  const { openOffice, startJobs } = await serverSide()
  const office = await openOffice()
  const jobs = await startJobs(office.context, 50)
  return {
    ...office,
    async close() {
      await jobs.stop()
      await office.close()
    },
  }
}

interface Look {
  readonly language?: Language
  readonly isNarrow?: boolean
  /** What the account says that is not stored. */
  readonly user?: Partial<WireUser>
  /** Plays faults that the page meets when it opens. */
  readonly before?: () => unknown
}

interface Visit extends Look {
  readonly api: TestApp
  /** Nobody is a stranger. */
  readonly caller: Caller | null
}

/** Opens a page of the console as the caller, who has an account from then on. */
export async function openConsole(address: string, { api, caller, ...look }: Visit) {
  await connectAs(api, caller)
  return showConsole(address, look)
}

async function connectAs(api: TestApp, caller: Caller | null): Promise<void> {
  if (caller) await giveAccount(api, caller)
  answerWith((request) => pass(api, caller, request))
}

/** Opens a page of the console with the cookies of a browser. */
export async function openSignedIn(
  address: string,
  { app, browser, ...look }: Look & { readonly app: FastifyInstance; readonly browser: Browser },
) {
  connectTo(app, browser.jar)
  return showConsole(address, look)
}

async function showConsole(address: string, { language = 'en', isNarrow = false, user, before }: Look) {
  fillIn(isNarrow)
  await standAt(address, language, 'shell', 'resources', 'pages', 'bulk', 'time', 'expression')
  if (user) changed<WireUser>(sessionEndpoints.checkAuth, (account) => ({ ...account, ...user }))
  before?.()
  await checkSession()
  render(
    <>
      <Console />
      <ToastHost />
    </>,
  )
  return userEvent.setup()
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
const passedOn = ['accept-language', 'idempotency-key']
const back = (headers: { readonly [name: string]: unknown }) =>
  ['content-type', 'content-disposition', 'query-token'].flatMap((name): [string, string][] =>
    headers[name] === undefined ? [] : [[name, String(headers[name])]],
  )

/** Hands a call of the page to the application. */
async function pass(api: TestApp, caller: Caller | null, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const body = request.method === 'GET' ? undefined : await request.text()
  const headers = Object.fromEntries([...request.headers].filter(([name]) => passedOn.includes(name)))
  waiting++
  const answer = await api.call(caller, request.method, pathname + search, body || undefined, { headers }).finally(() => waiting--)
  return HttpResponse.text(answer.text, { status: answer.status, headers: back(answer.headers) })
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
