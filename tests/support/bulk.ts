/** Bulk operations as the console performs them: a list, a selection, a job and its items. */
import type { FieldEdit } from '#model/wire/bulk.ts'
import type { WireJob, WireJobItem, WireJobItems, WireSelection } from '#model/wire/jobs.ts'
import type { Page, WireRecord } from '#model/wire/wire.ts'
import type { Caller } from '#server/engine/caller.ts'
import { runJobs } from '#server/engine/jobs/runner.ts'
import type { Answer, TestApp } from './app.ts'

export type Chosen = { readonly ids: readonly string[] } | { readonly token: string; readonly excluded?: readonly string[] }
export interface Change {
  readonly edit?: readonly FieldEdit[]
  readonly action?: string
  readonly input?: object
}

/** The preview of a bulk call, and the finished job if it was started. */
export interface Done {
  readonly preview: WireJob
  readonly job: WireJob
  readonly items: readonly WireJobItem[]
}

/** The query token of a list response. */
export const tokenIn = ({ headers }: Pick<Answer<unknown>, 'headers'>) => String(headers['query-token'])

export function bulkCalls(api: TestApp) {
  const list = (caller: Caller, path: string, query = '') => api.call<Page<WireRecord>>(caller, 'GET', `/api/${path}${query}`)
  const select = (caller: Caller, path: string, chosen: object) =>
    api.call<WireSelection>(caller, 'POST', `/api/${path}/selections`, chosen)
  const ask = (caller: Caller, path: string, body: object, headers: Record<string, string> = {}) =>
    api.call<WireJob>(caller, 'POST', `/api/${path}/bulk`, body, { headers })
  const job = async (caller: Caller, id: string) => (await api.call<WireJob>(caller, 'GET', `/api/jobs/${id}`)).data
  const items = async (caller: Caller, id: string) =>
    (await api.call<WireJobItems>(caller, 'GET', `/api/jobs/${id}/items?pageSize=100`)).data.list

  /** Makes a selection, requests the change, and returns the preview. */
  async function tried(caller: Caller, path: string, chosen: Chosen, change: Change): Promise<Done> {
    const { id: selection } = (await select(caller, path, chosen)).data
    const { id } = (await ask(caller, path, { selection, ...change })).data
    await runJobs(api.context)
    const preview = await job(caller, id)
    return { preview, job: preview, items: await items(caller, id) }
  }

  /** Like `tried`, then starts the job and runs it to completion. */
  async function done(caller: Caller, path: string, chosen: Chosen, change: Change): Promise<Done> {
    const { preview } = await tried(caller, path, chosen, change)
    const expected = preview.counts.ready ?? 0
    if (expected > 0) {
      const started = await api.call(caller, 'POST', `/api/jobs/${preview.id}/start`, { expected })
      if (started.status !== 200) throw new Error(`the job was not started: ${started.text}`)
      await runJobs(api.context)
    }
    return { preview, job: await job(caller, preview.id), items: await items(caller, preview.id) }
  }

  return { list, select, ask, job, items, tried, done }
}
