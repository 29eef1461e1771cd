/**
 * An application whose staff import files: accounts, and calls that upload files and follow their
 * jobs.
 */

import type { Role } from '@matricola/schema/vocabulary.ts'
import type {
  ImportChange,
  ValueReplacement,
  WireColumnInterpretations,
  WireImport,
  WireInvalidValue,
  WireJob,
  WireJobItem,
  WireJobItems,
} from '@matricola/schema/wire/jobs.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import { runJobs } from '@matricola/server/jobs/runner.ts'
import { createCaller } from './callers.ts'
import type { TestApp, TestResponse } from './test-app.ts'
import { buildMultipart, multipartBoundary } from './uploads.ts'

export interface ImportApp extends TestApp {
  readonly admin: Caller
  readonly staff: Caller
  /** Uploads a file. `fields` are the options for reading it. */
  send(
    path: string,
    bytes: Uint8Array | string,
    options?: SendOptions,
  ): Promise<TestResponse<WireImport>>
  change(id: string, change: ImportChange, caller?: Caller): Promise<TestResponse<WireImport>>
  correctRow(
    id: string,
    position: number,
    cells: readonly string[],
    caller?: Caller,
  ): Promise<TestResponse<WireJobItem>>
  wrongValues(id: string, caller?: Caller): Promise<TestResponse<readonly WireInvalidValue[]>>
  columnInterpretations(
    id: string,
    caller?: Caller,
  ): Promise<TestResponse<readonly WireColumnInterpretations[]>>
  replace(id: string, value: ValueReplacement, caller?: Caller): Promise<TestResponse<WireImport>>
  /** Uploads a file, checks its rows with the guessed column mapping, and returns the job. */
  previewImport(
    path: string,
    bytes: Uint8Array | string,
    options?: SendOptions & ImportChange,
  ): Promise<WireJob>
  /** Like `previewImport`, then starts the job and runs it to completion. */
  runImport(
    path: string,
    bytes: Uint8Array | string,
    options?: SendOptions & ImportChange,
  ): Promise<WireJob>
  start(job: WireJob, caller?: Caller): Promise<TestResponse<WireJob>>
  job(id: string, caller?: Caller): Promise<WireJob>
  items(id: string, query?: string, caller?: Caller): Promise<readonly WireJobItem[]>
  run(): Promise<void>
  create(path: string, values: object): Promise<WireRecord>
  list(path: string, query?: string): Promise<Page<WireRecord>>
}

interface SendOptions {
  readonly caller?: Caller
  readonly name?: string
  readonly fields?: Readonly<Record<string, string>>
}

/** Adds the calls, and an account of the admin and one of `staffRole`, to an application. */
export async function createImportApp(api: TestApp, staffRole: Role): Promise<ImportApp> {
  const founder = createCaller('admin')
  const account = async (role: Role) => {
    const values = { name: `Some ${role}`, username: `the.${role}`, email: `${role}@univ.ro`, role }
    const { data } = await api.call<WireRecord>(
      founder,
      'POST',
      '/api/authentication/register',
      values,
    )
    return createCaller(role, data.id)
  }
  const admin = await account('admin')
  const staff = await account(staffRole)
  const office: ImportApp = {
    ...api,
    admin,
    staff,
    send: (path, bytes, { caller = admin, ...options } = {}) =>
      uploadRows(api, caller, path, bytes, options),
    change: (id, change, caller = admin) => api.call(caller, 'PATCH', `/api/imports/${id}`, change),
    correctRow: (id, position, cells, caller = admin) =>
      api.call(caller, 'PATCH', `/api/imports/${id}/rows/${position}`, { cells }),
    wrongValues: (id, caller = admin) => api.call(caller, 'GET', `/api/imports/${id}/values`),
    columnInterpretations: (id, caller = admin) =>
      api.call(caller, 'GET', `/api/imports/${id}/interpretations`),
    replace: (id, value, caller = admin) =>
      api.call(caller, 'PATCH', `/api/imports/${id}/values`, value),
    async previewImport(path, bytes, { mapping, mode, ...options } = {}) {
      const sent = (await office.send(path, bytes, options)).data
      const change: ImportChange = {
        ...(mapping && { mapping }),
        ...(mode && { mode }),
        check: true,
      }
      const { job } = (await office.change(sent.job.id, change, options.caller)).data
      await office.run()
      return office.job(job.id, options.caller)
    },
    async runImport(path, bytes, options = {}) {
      const job = await office.previewImport(path, bytes, options)
      const started = await office.start(job, options.caller)
      await office.run()
      return office.job(started.data.id, options.caller)
    },
    start: (job, caller = admin) =>
      api.call(caller, 'POST', `/api/jobs/${job.id}/start`, { expected: job.counts.ready ?? 0 }),
    job: async (id, caller = admin) =>
      (await api.call<WireJob>(caller, 'GET', `/api/jobs/${id}`)).data,
    async items(id, query = '', caller = admin) {
      const found: WireJobItem[] = []
      for (let page = 1; ; page++) {
        const { data } = await api.call<WireJobItems>(
          caller,
          'GET',
          `/api/jobs/${id}/items?pageNumber=${page}&pageSize=100&${query}`,
        )
        found.push(...data.list)
        if (found.length >= data.totalCount || data.list.length === 0) return found
      }
    },
    run: () => runJobs(api.context),
    create: async (path, values) =>
      (await api.call<WireRecord>(admin, 'POST', `/api/${path}/create`, values)).data,
    list: async (path, query = '') =>
      (await api.call<Page<WireRecord>>(admin, 'GET', `/api/${path}?pageSize=100&${query}`)).data,
  }
  return office
}

/** Uploads a file to the import of a resource. `fields` are the options for reading it. */
export function uploadRows(
  api: Pick<TestApp, 'call'>,
  caller: Caller,
  path: string,
  bytes: Uint8Array | string,
  { name = 'rows.csv', fields = {} }: Omit<SendOptions, 'caller'> = {},
): Promise<TestResponse<WireImport>> {
  const file = { field: 'file', name, type: 'text/csv', bytes: Buffer.from(bytes as Uint8Array) }
  return api.call(caller, 'POST', `/api/${path}/imports`, undefined, {
    payload: buildMultipart(...Object.entries(fields), file),
    headers: { 'content-type': `multipart/form-data; boundary=${multipartBoundary}` },
  })
}

/** CSV separated by semicolons. */
export const csvOf = (rows: readonly (readonly unknown[])[]): string =>
  rows
    .map((row) =>
      row
        .map((cell) =>
          /[;"\n\r]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell),
        )
        .join(';'),
    )
    .join('\r\n')
