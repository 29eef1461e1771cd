/**
 * An application on its own database, called in process. Callers need no cookies: a request header
 * identifies them.
 */
import { randomBytes } from 'node:crypto'
import type { Envelope, Failure, Success } from '@matricola/schema/wire/wire.ts'
import { buildServer } from '@matricola/server/app/build-server.ts'
import type { ServerApp } from '@matricola/server/app/server-app.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Database } from '@matricola/server/database/database.ts'
import { fileReadRefusal } from '@matricola/server/exchange/files/read-file.ts'
import { readFileRows } from '@matricola/server/exchange/files/read-rows.ts'
import { createDecoders, type Decoders } from '@matricola/server/images/encoder.ts'
import {
  FileReadError,
  type FileReader,
  unreadableFile,
} from '@matricola/server/ports/file-reader.ts'
import type { FilePort } from '@matricola/server/ports/files.ts'
import type { MailPort } from '@matricola/server/ports/mail.ts'
import type { Texts } from '@matricola/server/texts.ts'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { buildProcess, projectRoot, silentLog } from './databases.ts'
import { validateResponses } from './validate-responses.ts'

const noFiles: FilePort = {
  write: () => Promise.reject(new Error('this test has no file store')),
  read: () => Promise.reject(new Error('this test has no file store')),
  remove: () => Promise.reject(new Error('this test has no file store')),
}
/**
 * Reads a file without the thread that limits its cost, because starting the thread takes ten times
 * as long as reading a small file. `read-xlsx.test.ts` tests the thread.
 */
const readFile: FileReader = async (bytes, options) => {
  try {
    return readFileRows(bytes, options)
  } catch (error) {
    throw fileReadRefusal(error instanceof FileReadError ? error : unreadableFile())
  }
}
let decoders: Decoders | undefined
/** Builds the decoder process on the first file that a test sends. */
const sharedDecoders = () => {
  decoders ??= createDecoders(buildProcess('packages/server/images/encode-process.ts'))
  return decoders
}
/** Texts and migrations of each application, which do not change during a run. */
const loadedFiles = new WeakMap<
  ServerApp,
  { readonly texts: Texts; readonly migrations: Context['migrations'] }
>()
function filesOf(app: ServerApp) {
  const files = loadedFiles.get(app) ?? { texts: app.loadTexts(), migrations: app.readMigrations() }
  loadedFiles.set(app, files)
  return files
}
const noMail: MailPort = { send: () => Promise.resolve() }

/** Default settings, as if nothing had been configured. */
export const defaultConfig: Context['config'] = {
  name: 'Test application',
  port: 0,
  host: '127.0.0.1',
  publicOrigin: 'http://localhost:3000',
  dataDir: '',
  mailFrom: 'noreply@matricola.test',
  trustProxy: [],
  corsOrigins: [],
  defaultLanguage: 'en',
  demo: false,
  requestsPerMinute: 0,
  settings: {},
  logLevel: 'silent',
  root: projectRoot,
}

/**
 * Builds the context of an application around a database, with new keys. `overrides` override the
 * defaults.
 */
export const createContextFor = (
  app: ServerApp,
  database: Database,
  overrides: Partial<Context> = {},
): Context => ({
  config: defaultConfig,
  registry: app.registry,
  database,
  disk: { level: () => 'ample', freeBytes: () => 5e9, measure: () => Promise.resolve() },
  files: noFiles,
  mail: noMail,
  readFile,
  encodePicture: (picture) => sharedDecoders().encodePicture(picture),
  readPdf: (bytes) => sharedDecoders().readPdf(bytes),
  clock: { now: () => new Date() },
  keys: { pepper: randomBytes(32), encryption: randomBytes(32), index: randomBytes(32) },
  ...filesOf(app),
  log: silentLog,
  hooks: app.packs.hooks,
  anonymousScope: app.packs.anonymousScope,
  ...overrides,
})

export interface TestResponse<T> {
  readonly status: number
  readonly headers: { readonly [name: string]: unknown }
  /** The response body as text. */
  readonly text: string
  readonly bytes: Buffer
  readonly body: Envelope<T>
  /** The data of a successful response. Throws if the call failed. */
  readonly data: T
  /** The failure. Throws if the call succeeded. */
  readonly failure: Failure
}

export interface TestApp {
  readonly app: FastifyInstance
  readonly context: Context
  /** Makes a request as the caller, or anonymously if `caller` is null. */
  call<T = unknown>(
    caller: Caller | null,
    method: string,
    path: string,
    body?: unknown,
    options?: InjectOptions,
  ): Promise<TestResponse<T>>
  close(): Promise<void>
}

/** Starts an application. `open` opens its database. */
export async function startTestApp(
  served: ServerApp,
  open: () => Promise<Database>,
  parts: Partial<Context> = {},
): Promise<TestApp> {
  const database = await open()
  const context = createContextFor(served, database, parts)
  const callers = new Map<string, Caller>()
  const app = buildServer(served, context, {
    findCaller: async (request) => callers.get(String(request.headers['x-test-caller'])) ?? null,
  })
  validateResponses(app)
  await app.ready()
  return {
    app,
    context,
    async call(caller, method, path, body, options) {
      if (caller) callers.set(caller.id, caller)
      const answer = await app.inject({
        ...options,
        method: method as 'GET',
        url: path,
        headers: {
          ...(caller && { 'x-test-caller': caller.id }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...options?.headers,
        },
        ...(body !== undefined && {
          payload: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      })
      return toTestResponse(answer)
    },
    async close() {
      // Without this, `close()` would wait for connections that have not sent a request yet.
      app.server.closeAllConnections()
      await app.close()
      await database.close()
    },
  }
}

function toTestResponse<T>(answer: {
  statusCode: number
  headers: object
  body: string
  rawPayload: Buffer
}): TestResponse<T> {
  const isJson = answer.body.startsWith('{')
  // Tests rely on the envelope; `data` and `failure` check whether the call succeeded.
  const body = (isJson ? JSON.parse(answer.body) : null) as Envelope<T>
  return {
    status: answer.statusCode,
    headers: answer.headers as { [name: string]: unknown },
    text: answer.body,
    bytes: answer.rawPayload,
    body,
    get data() {
      if (!body?.success)
        throw new Error(`expected a success, got ${answer.statusCode} ${answer.body.slice(0, 500)}`)
      return (body as Success<T>).data
    },
    get failure() {
      if (!body || body.success)
        throw new Error(`expected a failure, got ${answer.statusCode} ${answer.body.slice(0, 500)}`)
      return body as Failure
    },
  }
}
