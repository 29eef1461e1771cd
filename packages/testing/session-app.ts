/**
 * An application with real sessions: users sign in, a browser keeps their cookies, and the clock
 * can be moved.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Role } from '@matricola/schema/vocabulary.ts'
import type { Envelope, Failure, Success, WireUser } from '@matricola/schema/wire/wire.ts'
import { buildServer } from '@matricola/server/app/build-server.ts'
import type { ServerApp } from '@matricola/server/app/server-app.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Database } from '@matricola/server/database/database.ts'
import { sendDueMails } from '@matricola/server/mail/outbox.ts'
import { createDiskFileStore } from '@matricola/server/ports/disk-file-store.ts'
import type { Mail } from '@matricola/server/ports/mail.ts'
import { createAccount } from '@matricola/server/session/accounts.ts'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { openSecondPool, removeFolder, testPostgresUrl } from './databases.ts'
import { createContextFor, defaultConfig } from './test-app.ts'
import { validateResponses } from './validate-responses.ts'

export const goodPassword = 'plumb wicket ozone trellis'
export const otherPassword = 'gravel sonnet puddle viola'

export interface BrowserResponse<T = unknown> {
  readonly status: number
  readonly headers: { readonly [name: string]: string | string[] | number | undefined }
  readonly text: string
  /** The body as bytes, for file downloads. */
  readonly bytes: Buffer
  readonly data: T
  readonly message: string
  readonly failure: Failure
}

/**
 * A browser that keeps the cookies it receives. `jar` is public so that tests can copy and keep old
 * cookies.
 */
export interface TestBrowser {
  readonly jar: Map<string, string>
  call<T = unknown>(
    method: string,
    path: string,
    body?: unknown,
    options?: InjectOptions,
  ): Promise<BrowserResponse<T>>
  signIn(username: string, password?: string): Promise<BrowserResponse<WireUser>>
}

interface BrowserOptions {
  readonly ip?: string
  readonly language?: string
  readonly agent?: string
  readonly cookies?: ReadonlyMap<string, string>
}

export interface SessionApp {
  readonly app: FastifyInstance
  readonly context: Context
  readonly database: Database
  /** Emails that were sent, in order. */
  readonly emails: Mail[]
  /** A browser without cookies, or with copies of the given ones. */
  browser(options?: BrowserOptions): TestBrowser
  /**
   * Starts another process on the same database, with separate connections on PostgreSQL. Clock and
   * files are shared.
   */
  startSecondProcess(): Promise<Pick<SessionApp, 'app' | 'browser' | 'close'>>
  /** Creates an account with `goodPassword` and returns its id. */
  createAccount(
    role: Role,
    parts?: {
      readonly username?: string
      readonly password?: string | null
      readonly mustChangePassword?: boolean
    },
  ): Promise<string>
  /** Stops the clock, so that a slow machine cannot affect the test. `wait` still moves it. */
  freezeClock(): void
  wait(ms: number): void
  /** Sends the emails in the outbox and returns all emails so far. */
  deliverEmails(): Promise<readonly Mail[]>
  /** Resets all rate limits. */
  resetRateLimits(): Promise<unknown>
  close(): Promise<void>
}

/**
 * Starts an application with its own clock, a file store in a temporary folder, and a mail port
 * that keeps the emails.
 */
export async function startSessionAppOf(
  served: ServerApp,
  open: () => Promise<Database>,
  parts: Partial<Context['config']> = {},
  others: Partial<Context> = {},
): Promise<SessionApp> {
  const database = await open()
  const folder = mkdtempSync(join(tmpdir(), 'matricola-session-'))
  const mails: Mail[] = []
  let aheadMs = 0
  let frozenAt: number | null = null
  const context = createContextFor(served, database, {
    config: { ...defaultConfig, dataDir: folder, ...parts },
    clock: { now: () => new Date((frozenAt ?? Date.now()) + aheadMs) },
    files: createDiskFileStore(folder),
    mail: { send: async (mail) => void mails.push(mail) },
    ...others,
  })
  const app = buildServer(served, context)
  validateResponses(app)
  await app.ready()
  let accounts = 0
  return {
    app,
    context,
    database,
    emails: mails,
    browser: (options) => openBrowser(app, options),
    async startSecondProcess() {
      const isShared = testPostgresUrl === undefined
      const appDatabase = isShared ? database : await openSecondPool(database)
      const other = buildServer(served, { ...context, database: appDatabase })
      await other.ready()
      return {
        app: other,
        browser: (options) => openBrowser(other, options),
        async close() {
          await other.close()
          if (!isShared) await appDatabase.close()
        },
      }
    },
    createAccount(role, { username, password, mustChangePassword } = {}) {
      accounts += 1
      const name = username ?? `${role}${accounts}`
      return createAccount(database, context.keys, {
        name: `Ion ${role[0]?.toUpperCase()}${role.slice(1)}`,
        username: name,
        email: `${name}@univ.ro`,
        role,
        ...(password !== null && { password: password ?? goodPassword }),
        ...(mustChangePassword && { mustChangePassword }),
        createdAt: context.clock.now(),
      })
    },
    freezeClock() {
      frozenAt ??= Date.now()
    },
    wait(ms) {
      aheadMs += ms
    },
    async deliverEmails() {
      await sendDueMails(context, served.packs.mails(context))
      return mails
    },
    resetRateLimits: () => database.query('delete from rate_limit'),
    async close() {
      await app.close()
      await database.close()
      removeFolder(folder)
    },
  }
}

/** Opens a browser without cookies, or with copies of the given ones. */
export function openBrowser(
  app: FastifyInstance,
  {
    ip = '192.0.2.7',
    language = 'en',
    agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    cookies,
  }: BrowserOptions = {},
): TestBrowser {
  const jar = new Map(cookies)
  const browser: TestBrowser = {
    jar,
    async call<T>(method: string, path: string, body?: unknown, options: InjectOptions = {}) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await app.inject({
        remoteAddress: ip,
        ...options,
        method: method as 'GET',
        url: path,
        headers: {
          'accept-language': language,
          'user-agent': agent,
          // The console sends this header with every call, even without a body.
          'content-type': 'application/json',
          ...(cookie && { cookie }),
          ...options.headers,
        },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      })
      keepCookies(jar, answer.headers['set-cookie'])
      return toBrowserResponse<T>(answer)
    },
    signIn: (username, password = goodPassword) =>
      browser.call('POST', '/api/authentication/login', { username, password }),
  }
  return browser
}

function keepCookies(
  jar: Map<string, string>,
  header: string | string[] | number | undefined,
): void {
  for (const line of [header ?? []].flat()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(String(line)) ?? []
    if (/max-age=0(;|$)/i.test(String(line))) jar.delete(name)
    else jar.set(name, value)
  }
}

function toBrowserResponse<T>(answer: {
  statusCode: number
  headers: object
  body: string
  rawPayload: Buffer
}): BrowserResponse<T> {
  // Tests rely on the envelope; `data` and `failure` check whether the call succeeded.
  const body = (answer.body.startsWith('{') ? JSON.parse(answer.body) : null) as Envelope<T> | null
  return {
    status: answer.statusCode,
    headers: answer.headers as BrowserResponse['headers'],
    text: answer.body,
    bytes: answer.rawPayload,
    get data() {
      if (!body?.success)
        throw new Error(`expected a success, got ${answer.statusCode} ${answer.body.slice(0, 500)}`)
      return (body as Success<T>).data
    },
    get message() {
      return body?.message ?? ''
    },
    get failure() {
      if (!body || body.success)
        throw new Error(`expected a failure, got ${answer.statusCode} ${answer.body.slice(0, 500)}`)
      return body as Failure
    },
  }
}

/** Returns the one-time token from the link in an email. */
export function oneTimeTokenIn(mail: Mail | undefined): string {
  const token = /#t=([A-Za-z0-9_-]{43})/.exec(mail?.text ?? '')?.[1]
  if (!token) throw new Error('the email contains no link')
  return token
}
