/**
 * Runs bulk operations in the same steps as the console: a list, a selection, a job and its items.
 */
import type { FieldEdit } from '@matricola/schema/wire/bulk.ts'
import type {
  WireJob,
  WireJobItem,
  WireJobItems,
  WireSelection,
} from '@matricola/schema/wire/jobs.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import { runJobs } from '@matricola/server/jobs/runner.ts'
import type { TestApp, TestResponse } from './test-app.ts'

export type BulkSelection =
  | { readonly ids: readonly string[] }
  | { readonly token: string; readonly excluded?: readonly string[] }
export interface BulkChange {
  readonly edit?: readonly FieldEdit[]
  readonly action?: string
  readonly input?: object
}

/** The preview of a bulk call, and the finished job if the job was started. */
export interface BulkResult {
  readonly preview: WireJob
  readonly job: WireJob
  readonly items: readonly WireJobItem[]
}

/** The query token of a list response. */
export const queryTokenOf = ({ headers }: Pick<TestResponse<unknown>, 'headers'>) =>
  String(headers['query-token'])

export function bulkCalls(api: TestApp) {
  const list = (caller: Caller, path: string, query = '') =>
    api.call<Page<WireRecord>>(caller, 'GET', `/api/${path}${query}`)
  const select = (caller: Caller, path: string, chosen: object) =>
    api.call<WireSelection>(caller, 'POST', `/api/${path}/selections`, chosen)
  const requestBulk = (
    caller: Caller,
    path: string,
    body: object,
    headers: Record<string, string> = {},
  ) => api.call<WireJob>(caller, 'POST', `/api/${path}/bulk`, body, { headers })
  const job = async (caller: Caller, id: string) =>
    (await api.call<WireJob>(caller, 'GET', `/api/jobs/${id}`)).data
  const items = async (caller: Caller, id: string) =>
    (await api.call<WireJobItems>(caller, 'GET', `/api/jobs/${id}/items?pageSize=100`)).data.list

  /** Makes a selection, requests the change, and returns the preview. */
  async function runPreview(
    caller: Caller,
    path: string,
    chosen: BulkSelection,
    change: BulkChange,
  ): Promise<BulkResult> {
    const { id: selection } = (await select(caller, path, chosen)).data
    const { id } = (await requestBulk(caller, path, { selection, ...change })).data
    await runJobs(api.context)
    const preview = await job(caller, id)
    return { preview, job: preview, items: await items(caller, id) }
  }

  /** Like `runPreview`, then starts the job and runs it to completion. */
  async function runBulk(
    caller: Caller,
    path: string,
    chosen: BulkSelection,
    change: BulkChange,
  ): Promise<BulkResult> {
    const { preview } = await runPreview(caller, path, chosen, change)
    const expected = preview.counts.ready ?? 0
    if (expected > 0) {
      const started = await api.call(caller, 'POST', `/api/jobs/${preview.id}/start`, { expected })
      if (started.status !== 200) throw new Error(`the job was not started: ${started.text}`)
      await runJobs(api.context)
    }
    return { preview, job: await job(caller, preview.id), items: await items(caller, preview.id) }
  }

  return { list, select, ask: requestBulk, job, items, tried: runPreview, done: runBulk }
}
