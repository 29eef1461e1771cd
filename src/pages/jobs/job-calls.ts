/** The calls about jobs, and what the console remembers of their answers. */
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

/** Polling interval of a job that moves, in milliseconds. */
const pollMs = 500
/** Beginning of every key of what is remembered of jobs. */
export const jobsKey = ['jobs']

/** Tells whether the server is at work on it: it will be in another state without anybody's doing. */
export const isMoving = (state: JobState) => state === 'checking' || state === 'running'
/** Tells whether nothing more will become of it. */
export const isOver = (state: JobState) => state === 'done' || state === 'failed' || state === 'cancelled'

/** Whether the reasons for which a job or a row of it fails are loaded. A job is not read before, so that each reason has its text. */
const useReasons = () => useLoaded('errors.jobs')

/** One job, followed for as long as it moves. */
export const useJob = (id: string) =>
  useCall(
    jobCalls.job,
    { params: { id } },
    { key: [...jobsKey, 'one', id], enabled: useReasons(), againAfter: (job) => (job && isMoving(job.state) ? pollMs : false) },
  )

interface JobsAsked {
  readonly params: NonNullable<Asked<typeof jobCalls.jobs>['query']>
  /** Polling interval while nothing of what is shown moves; absent: not at all. */
  readonly restMs?: number
  readonly isOff?: boolean
}

/** A page of jobs, asked again while one of them moves. */
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

/** A page of a job's rows by what became of them; asked anew once the job is in another state. */
export const useJobItems = (asked: ItemsAsked) =>
  useCall(jobCalls.items, askedItems(asked), {
    key: [...jobsKey, 'items', asked.job.id, asked.job.state, asked.outcomes.join(), asked.page, asked.pageSize],
    enabled: useReasons(),
  })

const itemsAtOnce = 100

/** Steps that a person takes on one job are sent one after the other: no start overtakes the choice that it was pressed after. */
export const jobScope = (id: string) => ({ id: `job-${id}` })

/** The first rows of some outcomes, at most `most`. */
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

/** Work to be done with the rows of a selection. */
export type Work = { readonly edit: readonly FieldEdit[] } | { readonly action: string; readonly input?: object }

/** Has the server freeze what is selected. */
export async function freeze(resource: AnyResource, chosen: Chosen): Promise<WireSelection> {
  if (chosen.kind === 'frozen') return chosen.set
  const body = chosen.kind === 'picked' ? { ids: [...chosen.ids] } : { token: chosen.token, excluded: [...chosen.except] }
  return (await ask(selectionCall(resource, []), { input: body })).data
}

/** Makes a job of a frozen set; the same key twice makes one job. */
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

/** Every step answers the job; what a step takes is its own. */
export const takeStep = async (id: string, { step, body = {} }: StepCall) =>
  (await once([id, step, body], (headers) => ask(steps[step] as typeof jobCalls.undo, { params: { id }, input: body, headers }))).data

/** Remembers a job as a call has answered it, and has lists of jobs and the job's rows read again. */
export function rememberJob(client: QueryClient, job: WireJob) {
  changeAnswer(client, [...jobsKey, 'one', job.id], () => job)
  void client.invalidateQueries({ queryKey: [...jobsKey, 'list'] })
}

/** One job and the lists of jobs are read again. */
export function recallJob(client: QueryClient, id: string) {
  void client.invalidateQueries({ queryKey: [...jobsKey, 'one', id] })
  void client.invalidateQueries({ queryKey: [...jobsKey, 'list'] })
}

/** Everything about jobs is read again. */
export const recallJobs = (client: QueryClient) => client.invalidateQueries({ queryKey: jobsKey })

/** Takes a step of a job, once at a time. A refusal is told, and the job read again: it may be in another state than was shown. */
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

/** Shows what a call was refused for. */
export const showFailure = (error: unknown) =>
  showToast({ severity: 'error', summary: error instanceof HttpError || error instanceof Error ? error.message : String(error) })

/** A selection of the rows with those outcomes, frozen by the server. */
export const selectItems = async (job: WireJob, outcomes: readonly Outcome[]) =>
  (await ask(jobCalls.selectItems, { params: { id: job.id }, input: { outcomes } })).data
