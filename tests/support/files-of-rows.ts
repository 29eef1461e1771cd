/** A university whose staff import files: accounts, some records, and calls that upload files and follow their jobs. */

import type { Role } from '#model/vocabulary.ts'
import type {
  ImportChange,
  ValueReplacement,
  WireColumnMeanings,
  WireImport,
  WireJob,
  WireJobItem,
  WireJobItems,
  WireWrongValue,
} from '#model/wire/jobs.ts'
import type { Page, WireRecord } from '#model/wire/wire.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import type { Database } from '#server/engine/database/database.ts'
import { runJobs } from '#server/engine/jobs/runner.ts'
import { type Answer, startApp, type TestApp } from './app.ts'
import { person } from './people.ts'
import { boundary, multipart } from './uploads.ts'

export interface ImportOffice extends TestApp {
  readonly admin: Caller
  readonly secretary: Caller
  /** Uploads a file. `fields` are the options for reading it. */
  send(path: string, bytes: Uint8Array | string, options?: SendOptions): Promise<Answer<WireImport>>
  change(id: string, change: ImportChange, caller?: Caller): Promise<Answer<WireImport>>
  mend(id: string, position: number, cells: readonly string[], caller?: Caller): Promise<Answer<WireJobItem>>
  wrong(id: string, caller?: Caller): Promise<Answer<readonly WireWrongValue[]>>
  meanings(id: string, caller?: Caller): Promise<Answer<readonly WireColumnMeanings[]>>
  replace(id: string, value: ValueReplacement, caller?: Caller): Promise<Answer<WireImport>>
  /** Uploads a file, checks its rows with the guessed column mapping, and returns the job. */
  checked(path: string, bytes: Uint8Array | string, options?: SendOptions & ImportChange): Promise<WireJob>
  /** Like `checked`, then starts the job and runs it to completion. */
  imported(path: string, bytes: Uint8Array | string, options?: SendOptions & ImportChange): Promise<WireJob>
  start(job: WireJob, caller?: Caller): Promise<Answer<WireJob>>
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

export async function openImportOffice(open?: () => Promise<Database>, parts?: Partial<Context>): Promise<ImportOffice> {
  const api = await startApp(open, parts)
  const founder = person('admin')
  const account = async (role: Role) => {
    const values = { name: `Some ${role}`, username: `the.${role}`, email: `${role}@univ.ro`, role }
    const { data } = await api.call<WireRecord>(founder, 'POST', '/api/authentication/register', values)
    return person(role, data.id)
  }
  const admin = await account('admin')
  const secretary = await account('secretary')
  const office: ImportOffice = {
    ...api,
    admin,
    secretary,
    send: (path, bytes, { caller = admin, ...options } = {}) => sendRows(api, caller, path, bytes, options),
    change: (id, change, caller = admin) => api.call(caller, 'PATCH', `/api/imports/${id}`, change),
    mend: (id, position, cells, caller = admin) => api.call(caller, 'PATCH', `/api/imports/${id}/rows/${position}`, { cells }),
    wrong: (id, caller = admin) => api.call(caller, 'GET', `/api/imports/${id}/values`),
    meanings: (id, caller = admin) => api.call(caller, 'GET', `/api/imports/${id}/meanings`),
    replace: (id, value, caller = admin) => api.call(caller, 'PATCH', `/api/imports/${id}/values`, value),
    async checked(path, bytes, { mapping, mode, ...options } = {}) {
      const sent = (await office.send(path, bytes, options)).data
      const change: ImportChange = { ...(mapping && { mapping }), ...(mode && { mode }), check: true }
      const { job } = (await office.change(sent.job.id, change, options.caller)).data
      await office.run()
      return office.job(job.id, options.caller)
    },
    async imported(path, bytes, options = {}) {
      const job = await office.checked(path, bytes, options)
      const started = await office.start(job, options.caller)
      await office.run()
      return office.job(started.data.id, options.caller)
    },
    start: (job, caller = admin) => api.call(caller, 'POST', `/api/jobs/${job.id}/start`, { expected: job.counts.ready ?? 0 }),
    job: async (id, caller = admin) => (await api.call<WireJob>(caller, 'GET', `/api/jobs/${id}`)).data,
    async items(id, query = '', caller = admin) {
      const found: WireJobItem[] = []
      for (let page = 1; ; page++) {
        const { data } = await api.call<WireJobItems>(caller, 'GET', `/api/jobs/${id}/items?pageNumber=${page}&pageSize=100&${query}`)
        found.push(...data.list)
        if (found.length >= data.totalCount || data.list.length === 0) return found
      }
    },
    run: () => runJobs(api.context),
    create: async (path, values) => (await api.call<WireRecord>(admin, 'POST', `/api/${path}/create`, values)).data,
    list: async (path, query = '') => (await api.call<Page<WireRecord>>(admin, 'GET', `/api/${path}?pageSize=100&${query}`)).data,
  }
  return office
}

/** Uploads a file to the import of a resource. `fields` are the options for reading it. */
export function sendRows(
  api: Pick<TestApp, 'call'>,
  caller: Caller,
  path: string,
  bytes: Uint8Array | string,
  { name = 'rows.csv', fields = {} }: Omit<SendOptions, 'caller'> = {},
): Promise<Answer<WireImport>> {
  const file = { field: 'file', name, type: 'text/csv', bytes: Buffer.from(bytes as Uint8Array) }
  return api.call(caller, 'POST', `/api/${path}/imports`, undefined, {
    payload: multipart(...Object.entries(fields), file),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
}

/** CSV separated by semicolons. */
export const csvOf = (rows: readonly (readonly unknown[])[]): string =>
  rows
    .map((row) => row.map((cell) => (/[;"\n\r]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell))).join(';'))
    .join('\r\n')
