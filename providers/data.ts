/**
 * Refine's data provider, based on simple-rest with `request` as its HTTP client.
 *
 * Refine merges every parameter of the page's URL into `meta`, and simple-rest obeys `meta.method` and `meta.headers`, so a
 * link could delete a record. `meta` is therefore never passed on; only its abort signal and its fallback text are used.
 */

import type {
  CreateParams,
  CustomParams,
  DataProvider,
  GetListParams,
  GetManyParams,
  GetOneParams,
  MetaQuery,
  UpdateParams,
} from '@refinedev/core'
import restProvider from '@refinedev/simple-rest'
import axios from 'axios'
import type { AnyResource } from '#model/resource.ts'
import { type Endpoint, endpointsOf } from '#model/wire/endpoints.ts'
import { toApiParams, totalLater } from '#model/wire/list-query.ts'
import type { Page, WireRecord } from '#model/wire/wire.ts'
import { resourceNamed } from '#resources/index.ts'
import { keyed, once } from './call-key.ts'
import { HttpError, messageText, request } from './http.ts'
import { asOfParams, fromListArguments } from './list-arguments.ts'
import { noteDetail } from './notification.ts'

/** A record and the server's message for the success toast, as Refine expects them. */
interface Answer {
  readonly data: WireRecord
  readonly message: string
}

/**
 * Property of `variables` with the idempotency key of the form, so that repeating a call after a lost response has no effect. It
 * is a symbol because neither the page's URL nor the body of the call can contain one.
 */
export const callKey = Symbol('call key')

/** Property of `meta` with the text key for errors without a message. A symbol for the same reason. */
export const failureText = Symbol('text of a failure')

/** Makes a call with the idempotency key of its form, or with a key that is kept until there is a response. */
function keyedCall<T>(
  { sent, variables }: { readonly sent: readonly unknown[]; readonly variables: { readonly [callKey]?: string } },
  call: (headers: ReturnType<typeof keyed>) => Promise<T>,
): Promise<T> {
  const key = variables[callKey]
  return key === undefined ? once([...sent, variables], call) : call(keyed(key))
}

/** simple-rest with a client that uses `request` for all network access. */
function restWith(fallback: string, headers: { readonly [name: string]: string } = {}) {
  const client = axios.create({
    transformRequest: (body) => body,
    transformResponse: (answer) => answer,
    adapter: async (config) => {
      const { url: path = '', data: body } = config
      const method = (config.method ?? 'get').toUpperCase() as Endpoint['method'] // simple-rest uses only these methods
      const data = await request({ method, path }, { fallback, headers, ...(body === undefined ? {} : { body }) })
      return { data, status: 200, statusText: '', headers: {}, config }
    },
  })
  return restProvider('/api', client)
}

/** Text key for errors without a message from the server (specification, section 8). */
const problem = (resource: AnyResource, kind: 'get' | 'create' | 'update') => `resources:${resource.name}.problems.${kind}`

/**
 * Adds the name of the failed call to the toast if the server sent no message: `Get Course List failed.`, `Register failed.`
 * (specification, section 8).
 */
async function told<T>(resource: AnyResource, kind: 'list' | 'get' | 'create' | 'update', work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const text = messageText(problem(resource, kind === 'list' ? 'get' : kind))
    if (error instanceof HttpError && error.message === text) {
      const key = kind === 'create' && endpointsOf(resource).create.path.endsWith('/register') ? 'register' : kind
      noteDetail(text, messageText(`shell:failed.${key}`, { name: messageText(`resources:${resource.name}.one`) }))
    }
    throw error
  }
}

const belowApi = (path: string) => path.replace(/^\/api\//, '')
const signalOf = (meta: MetaQuery | undefined) => (meta?.signal instanceof AbortSignal ? { signal: meta.signal } : {})

async function getRecord(resource: AnyResource, id: string | number): Promise<Answer> {
  const fallback = problem(resource, 'get')
  if (resource.single) return request<WireRecord>(endpointsOf(resource).single, { fallback })
  const { data } = await restWith(fallback).getOne({ resource: resource.path, id: encodeURIComponent(id) })
  return data as unknown as Answer // simple-rest passes on the response of the client
}

/** Response header with a token for the list's query, used to select all matching records. */
const queryTokenHeader = 'query-token'

const provider = {
  /** `total` is null if the rows were sent before counting. Components that show it fetch it separately (`useTotal`). */
  getList: async ({ resource: name, meta, ...list }: GetListParams) => {
    const resource = resourceNamed(name)
    const params = [...toApiParams(fromListArguments(list)), ...asOfParams(list)]
    const headers = { [totalLater.asked]: totalLater.value }
    const call = { params, headers, fallback: problem(resource, 'get'), ...signalOf(meta) }
    const { data, header } = await told(resource, 'list', () => request<Page<WireRecord>>(endpointsOf(resource).list, call))
    const total = header(totalLater.applied) === totalLater.value ? null : data.totalCount
    return { data: [...data.list], total, queryToken: header(queryTokenHeader) }
  },
  getOne: ({ resource, id }: GetOneParams) => told(resourceNamed(resource), 'get', () => getRecord(resourceNamed(resource), id)),
  getMany: async ({ resource, ids }: GetManyParams) => {
    const answers = await Promise.all(ids.map((id) => getRecord(resourceNamed(resource), id)))
    return { data: answers.map((answer) => answer.data) }
  },
  create: async ({ resource: name, variables }: CreateParams<object>) => {
    const resource = resourceNamed(name)
    const path = belowApi(endpointsOf(resource).create.path)
    const { data } = await told(resource, 'create', () =>
      keyedCall({ sent: ['create', name], variables }, (headers) =>
        restWith(problem(resource, 'create'), headers).create({ resource: path, variables }),
      ),
    )
    return data as unknown as Answer
  },
  /** `variables` has the changed fields and the `version` that was read. */
  update: async ({ resource: name, id, variables }: UpdateParams<object>) => {
    const resource = resourceNamed(name)
    const { method, path } = endpointsOf(resource).update
    const payload = resource.single ? variables : { id, ...variables }
    const call = { url: path, method: method === 'PUT' ? ('put' as const) : ('patch' as const), payload }
    const { data } = await told(resource, 'update', () =>
      keyedCall({ sent: ['update', name, id], variables }, (headers) => restWith(problem(resource, 'update'), headers).custom(call)),
    )
    return data as unknown as Answer
  },
  deleteOne: () => Promise.reject(new Error('Records are never deleted: deactivate them')),
  getApiUrl: () => '/api',
  /** Any other call. `url` comes from `model/wire/endpoints.ts`, never from the page's URL. */
  custom: ({ url, method, payload, query, meta }: CustomParams) => {
    const params = Object.entries(query ?? {}).flatMap(([key, value]): [string, string][] =>
      value === undefined ? [] : [[key, String(value)]],
    )
    const fallback: unknown = (meta as { readonly [failureText]?: unknown } | undefined)?.[failureText]
    return request<WireRecord>(
      { method: method.toUpperCase() as Endpoint['method'], path: url },
      {
        params,
        ...signalOf(meta),
        ...(typeof fallback === 'string' && { fallback }),
        ...(payload === undefined ? {} : { body: payload }),
      },
    )
  },
}

// Refine's methods are generic in the type of the record, which only the caller knows. They all return `WireRecord`.
export const dataProvider = provider as unknown as DataProvider
