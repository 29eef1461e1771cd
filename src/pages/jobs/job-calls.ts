/** Calls about jobs and the cache of their responses. */
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import * as jobCalls from '#model/calls/jobs.ts'
import { bulkCall, selectionCall } from '#model/calls/many.ts'
import type { AnyResource } from '#model/resource.ts'
import type { FieldEdit } from '#model/wire/bulk.ts'
import type { Asked } from '#model/wire/call.ts'
import type { JobState, Outcome, WireJob, WireJobItems, WireSelection } from '#model/wire/jobs.ts'
import { ask } from '#providers/ask.ts'
import { keyed, once } from '#providers/call-key.ts'
import { HttpError } from '#providers/http.ts'
import { loadTexts, useLoaded } from '#src/i18n.ts'
import { showToast } from '#src/toasts/toast-store.ts'
import { changeAnswer, useCall } from '#src/use-call.ts'
import type { Chosen } from '../bulk/selection.ts'

/** Polling interval of a running job, in milliseconds. */
const pollMs = 500
/** Prefix of all query keys of jobs. */
export const jobsKey = ['jobs']

/** Whether the server is working on the job, so that its state will change without further calls. */
export const isMoving = (state: JobState) => state === 'checking' || state === 'running'
/** Whether the job is in a final state. */
export const isOver = (state: JobState) => state === 'done' || state === 'failed' || state === 'cancelled'

/** Whether the texts of failure reasons are loaded. Jobs are fetched only afterwards, so that each reason has its text. */
const useReasons = () => useLoaded('errors.jobs')

/** Fetches a job and polls it while it runs. */
export const useJob = (id: string) =>
  useCall(
    jobCalls.job,
    { params: { id } },
    { key: [...jobsKey, 'one', id], enabled: useReasons(), againAfter: (job) => (job && isMoving(job.state) ? pollMs : false) },
  )

interface JobsAsked {
  readonly params: NonNullable<Asked<typeof jobCalls.jobs>['query']>
  /** Polling interval while no job shown is running; absent: no polling. */
  readonly restMs?: number
  readonly isOff?: boolean
}

/** Fetches a page of jobs and polls it while one of them runs. */
export const useJobs = ({ params, restMs, isOff = false }: JobsAsked) =>
  useCall(
    jobCalls.jobs,
    { query: params },
    {
      key: [...jobsKey, 'list', params],
      enabled: !isOff,
      againAfter: (jobs) => (jobs?.list.some(({ state }) => isMoving(state)) ? pollMs * 2 : (restMs ?? false)),
    },
  )

export interface ItemsAsked {
  readonly job: WireJob
  readonly outcomes: readonly Outcome[]
  readonly page: number
  readonly pageSize: number
}

const askedItems = ({ job: { id }, outcomes, page, pageSize }: ItemsAsked): Asked<typeof jobCalls.items> => ({
  params: { id },
  query: { pageNumber: page, pageSize, ...(outcomes.length > 0 && { outcome: outcomes }) },
})

/** Fetches a page of a job's items by outcome. Fetched again when the state of the job changes. */
export const useJobItems = (asked: ItemsAsked) =>
  useCall(jobCalls.items, askedItems(asked), {
    key: [...jobsKey, 'items', asked.job.id, asked.job.state, asked.outcomes.join(), asked.page, asked.pageSize],
    enabled: useReasons(),
  })

const itemsAtOnce = 100

/** Mutations of one job run one after another, so that starting the job never overtakes a change made before. */
export const jobScope = (id: string) => ({ id: `job-${id}` })

/** Returns the first `most` items with the given outcomes. */
export async function firstItems(job: WireJob, outcomes: readonly Outcome[], most: number) {
  await loadTexts('errors.jobs')
  const items: WireJobItems['list'][number][] = []
  for (let page = 1; items.length < most; page += 1) {
    const { data: answer } = await ask(jobCalls.items, askedItems({ job, outcomes, page, pageSize: Math.min(itemsAtOnce, most) }))
    items.push(...answer.list)
    if (answer.list.length < itemsAtOnce) break
  }
  return items.slice(0, most)
}

/** The operation on the selected rows. */
export type Work = { readonly edit: readonly FieldEdit[] } | { readonly action: string; readonly input?: object }

/** Has the server freeze the selection. */
export async function freeze(resource: AnyResource, chosen: Chosen): Promise<WireSelection> {
  if (chosen.kind === 'frozen') return chosen.set
  const body = chosen.kind === 'picked' ? { ids: [...chosen.ids] } : { token: chosen.token, excluded: [...chosen.except] }
  return (await ask(selectionCall(resource, []), { input: body })).data
}

/** Creates a job for a frozen selection. Calls with the same idempotency key create one job. */
export const makeJob = async (resource: AnyResource, selection: string, { work, key }: { readonly work: Work; readonly key: string }) =>
  (await ask(bulkCall(resource), { input: { selection, ...work } as Asked<ReturnType<typeof bulkCall>>['input'], headers: keyed(key) }))
    .data

const steps = {
  start: jobCalls.start,
  include: jobCalls.include,
  pause: jobCalls.pause,
  resume: jobCalls.resume,
  cancel: jobCalls.cancel,
  undo: jobCalls.undo,
} as const
export type Step = keyof typeof steps
interface StepCall {
  readonly step: Step
  readonly body?: object
}

/** Performs a step of a job and returns the job. */
export const takeStep = async (id: string, { step, body = {} }: StepCall) =>
  (await once([id, step, body], (headers) => ask(steps[step] as typeof jobCalls.undo, { params: { id }, input: body, headers }))).data

/** Caches a job returned by a call, and reloads lists of jobs and the job's items. */
export function rememberJob(client: QueryClient, job: WireJob) {
  changeAnswer(client, [...jobsKey, 'one', job.id], () => job)
  void client.invalidateQueries({ queryKey: [...jobsKey, 'list'] })
}

/** Reloads a job and the lists of jobs. */
export function recallJob(client: QueryClient, id: string) {
  void client.invalidateQueries({ queryKey: [...jobsKey, 'one', id] })
  void client.invalidateQueries({ queryKey: [...jobsKey, 'list'] })
}

/** Reloads everything about jobs. */
export const recallJobs = (client: QueryClient) => client.invalidateQueries({ queryKey: jobsKey })

/** Performs steps of a job, one at a time. An error is shown and the job reloaded, because its state may differ from the one shown. */
export function useJobStep(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (call: StepCall) => takeStep(id, call),
    scope: jobScope(id),
    onSuccess: (job) => rememberJob(client, job),
    onError: (error) => {
      showFailure(error)
      void recallJobs(client)
    },
  })
}

/** Shows why a call failed. */
export const showFailure = (error: unknown) =>
  showToast({ severity: 'error', summary: error instanceof HttpError || error instanceof Error ? error.message : String(error) })

/** Has the server freeze a selection of the items with the given outcomes. */
export const selectItems = async (job: WireJob, outcomes: readonly Outcome[]) =>
  (await ask(jobCalls.selectItems, { params: { id: job.id }, input: { outcomes } })).data
