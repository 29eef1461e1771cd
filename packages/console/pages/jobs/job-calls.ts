/** Calls for jobs, and the cache of their responses. */

import type { Http } from '@matricola/providers/http.ts'
import { HttpError } from '@matricola/providers/http.ts'
import { idempotencyHeader } from '@matricola/providers/idempotency-key.ts'
import type { bulkCall, selectionCall } from '@matricola/schema/calls/bulk-and-import.ts'
import { jobEndpoints } from '@matricola/schema/calls/endpoints.ts'
import type * as jobCalls from '@matricola/schema/calls/jobs.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { FieldEdit } from '@matricola/schema/wire/bulk.ts'
import type { CallArguments } from '@matricola/schema/wire/call.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type {
  JobOutcome,
  JobState,
  WireJob,
  WireJobItems,
  WireSelection,
} from '@matricola/schema/wire/jobs.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useHttp } from '../../app/console-context.ts'
import { loadNamespaces, useNamespaceLoaded } from '../../i18n.ts'
import { showToast } from '../../toasts/toast-store.ts'
import { updateCachedResponse, useCall } from '../../use-call.ts'
import type { SelectedRows } from '../bulk/selection.ts'

/** Polling interval of a running job, in milliseconds. */
const pollMs = 500
/** Prefix of all query keys for jobs. */
export const jobsKey = ['jobs']
const jobKey = (id: string) => [...jobsKey, 'one', id]

/**
 * Whether the server is working on the job, so that its state will change without further calls.
 */
export const isInProgress = (state: JobState) => state === 'checking' || state === 'running'
/** Whether the job is in a final state. */
export const isFinished = (state: JobState) =>
  state === 'done' || state === 'failed' || state === 'cancelled'

/**
 * Whether the texts of failure reasons are loaded. Jobs are fetched only afterwards, so that each
 * reason has its text.
 */
const useReasonTextsLoaded = () => useNamespaceLoaded('errors.jobs')

/** Fetches a job and polls it while it runs. */
export const useJob = (id: string) =>
  useCall<typeof jobCalls.job>(
    jobEndpoints.job,
    { params: { id } },
    {
      key: jobKey(id),
      enabled: useReasonTextsLoaded(),
      pollInterval: (job) => (job && isInProgress(job.state) ? pollMs : false),
    },
  )

interface JobsQuery {
  readonly params: NonNullable<CallArguments<typeof jobCalls.jobs>['query']>
  /** Polling interval while none of the shown jobs is running; absent: no polling. */
  readonly idlePollMs?: number
  readonly isOff?: boolean
}

/** Fetches a page of jobs and polls it while one of them runs. */
export const useJobs = ({ params, idlePollMs, isOff = false }: JobsQuery) =>
  useCall<typeof jobCalls.jobs>(
    jobEndpoints.jobs,
    { query: params },
    {
      key: [...jobsKey, 'list', params],
      enabled: !isOff,
      pollInterval: (jobs) =>
        jobs?.list.some(({ state }) => isInProgress(state)) ? pollMs * 2 : (idlePollMs ?? false),
    },
  )

export interface JobItemsQuery {
  readonly job: WireJob
  readonly outcomes: readonly JobOutcome[]
  readonly page: number
  readonly pageSize: number
}

const toJobItemsArguments = ({
  job: { id },
  outcomes,
  page,
  pageSize,
}: JobItemsQuery): CallArguments<typeof jobCalls.items> => ({
  params: { id },
  query: { pageNumber: page, pageSize, ...(outcomes.length > 0 && { outcome: outcomes }) },
})

/** Fetches a page of a job's items by outcome. Fetched again when the state of the job changes. */
export const useJobItems = (query: JobItemsQuery) =>
  useCall<typeof jobCalls.items>(jobEndpoints.items, toJobItemsArguments(query), {
    key: [
      ...jobsKey,
      'items',
      query.job.id,
      query.job.state,
      query.outcomes.join(),
      query.page,
      query.pageSize,
    ],
    enabled: useReasonTextsLoaded(),
  })

const itemsPerRequest = 100

/**
 * Mutation scope of a job. The mutations of a job run in order, so that the job cannot start before
 * an earlier change is stored.
 */
export const jobScope = (id: string) => ({ id: `job-${id}` })

/** Returns the first `max` items with these outcomes. */
export async function fetchFirstItems(
  http: Http,
  job: WireJob,
  outcomes: readonly JobOutcome[],
  max: number,
) {
  await loadNamespaces('errors.jobs')
  const items: WireJobItems['list'][number][] = []
  for (let page = 1; items.length < max; page += 1) {
    const { data: response } = await http.makeCall<typeof jobCalls.items>(
      jobEndpoints.items,
      toJobItemsArguments({ job, outcomes, page, pageSize: Math.min(itemsPerRequest, max) }),
    )
    items.push(...response.list)
    if (response.list.length < itemsPerRequest) break
  }
  return items.slice(0, max)
}

/** The operation on the selected rows. */
export type BulkOperation =
  | { readonly edit: readonly FieldEdit[] }
  | { readonly action: string; readonly input?: object }

/**
 * Freezes a selection on the server, so that it keeps the same records. Returns a selection
 * unchanged if it is already frozen.
 */
export async function fetchFrozenSelection(
  http: Http,
  resource: AnyResource,
  chosen: SelectedRows,
): Promise<WireSelection> {
  if (chosen.kind === 'frozen') return chosen.set
  const body =
    chosen.kind === 'picked'
      ? { ids: [...chosen.ids] }
      : { token: chosen.token, excluded: [...chosen.except] }
  return (
    await http.makeCall<ReturnType<typeof selectionCall>>(endpointsOf(resource).selections, {
      input: body,
    })
  ).data
}

/**
 * Creates a job for a frozen selection. Several calls with the same idempotency key create only one
 * job.
 */
export const createBulkJob = async (
  http: Http,
  resource: AnyResource,
  selection: string,
  { operation, key }: { readonly operation: BulkOperation; readonly key: string },
) =>
  (
    await http.makeCall<ReturnType<typeof bulkCall>>(endpointsOf(resource).bulk, {
      input: { selection, ...operation } as CallArguments<ReturnType<typeof bulkCall>>['input'],
      headers: idempotencyHeader(key),
    })
  ).data

export type JobTransition = WireJob['can'][number]
interface JobTransitionCall {
  readonly transition: JobTransition
  readonly body?: object
}

/** Makes a transition of a job and returns the job. */
export const transitionJob = async (
  http: Http,
  id: string,
  { transition, body = {} }: JobTransitionCall,
) =>
  (
    await http.withIdempotencyKey([id, transition, body], (headers) =>
      http.makeCall<typeof jobCalls.undo>(jobEndpoints[transition] as typeof jobEndpoints.undo, {
        params: { id },
        input: body,
        headers,
      }),
    )
  ).data

/** Caches a job returned by a call, and reloads lists of jobs and the job's items. */
export function cacheJob(client: QueryClient, job: WireJob) {
  const queryKey = jobKey(job.id)
  updateCachedResponse(client, queryKey, () => job)
  // A fetch that is in flight may return an earlier state of the job. If the job was not in
  // progress then, polling would stop.
  if (client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey })
  void client.invalidateQueries({ queryKey: [...jobsKey, 'list'] })
}

/** Reloads a job and the lists of jobs. */
export function invalidateJob(client: QueryClient, id: string) {
  void client.invalidateQueries({ queryKey: jobKey(id) })
  void client.invalidateQueries({ queryKey: [...jobsKey, 'list'] })
}

/** Reloads everything about jobs. */
export const invalidateJobs = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: jobsKey })

/**
 * Makes transitions of a job, one at a time. After an error, shows it and reloads the job, whose
 * state may have changed.
 */
export function useJobTransition(id: string) {
  const http = useHttp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (call: JobTransitionCall) => transitionJob(http, id, call),
    scope: jobScope(id),
    onSuccess: (job) => cacheJob(client, job),
    onError: (error) => {
      showErrorToast(error)
      void invalidateJobs(client)
    },
  })
}

/** Shows why a call failed. */
export const showErrorToast = (error: unknown) =>
  showToast({
    severity: 'error',
    summary: error instanceof HttpError || error instanceof Error ? error.message : String(error),
  })

/** Selects the job's items with these outcomes. The server freezes the selection. */
export const fetchItemSelection = async (
  http: Http,
  job: WireJob,
  outcomes: readonly JobOutcome[],
) =>
  (
    await http.makeCall<typeof jobCalls.selectItems>(jobEndpoints.selectItems, {
      params: { id: job.id },
      input: { outcomes },
    })
  ).data
