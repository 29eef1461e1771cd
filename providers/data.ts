/**
 * Refine's door to the API, on top of simple-rest's calls with our own `request` underneath.
 *
 * Refine merges every parameter of the page's URL into `meta`, and simple-rest obeys `meta.method` and `meta.headers`:
 * a link could delete a record. So `meta` never goes any further than this file; only its abort signal is read, and the text of a
 * failure.
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

/** Answer of a call for a record to Refine: the record, and the server's message for the success toast. */
interface Answer {
  readonly data: WireRecord
  readonly message: string
}

/**
 * Under it, variables carry the key of the form that was opened: a call that comes again after a lost answer does nothing
 * twice. A symbol, as neither the page's address nor the body of the call can hold one.
 */
export const callKey = Symbol('call key')

/**
 * Under it, `meta` carries the key of the text for a failure that brings none. A symbol as well: Refine merges the page's address
 * into `meta`.
 */
export const failureText = Symbol('text of a failure')

/** Makes a call under the key of its form, or under one of its own that it keeps until it is answered. */
function keyedCall<T>(
  { sent, variables }: { readonly sent: readonly unknown[]; readonly variables: { readonly [callKey]?: string } },
  call: (headers: ReturnType<typeof keyed>) => Promise<T>,
): Promise<T> {
  const key = variables[callKey]
  return key === undefined ? once([...sent, variables], call) : call(keyed(key))
}

/** simple-rest with a client that sends by `request`, so that there is one door to the network. */
function restWith(fallback: string, headers: { readonly [name: string]: string } = {}) {
  const client = axios.create({
    transformRequest: (body) => body,
    transformResponse: (answer) => answer,
    adapter: async (config) => {
      const { url: path = '', data: body } = config
      const method = (config.method ?? 'get').toUpperCase() as Endpoint['method'] // simple-rest calls by our own methods alone
      const data = await request({ method, path }, { fallback, headers, ...(body === undefined ? {} : { body }) })
      return { data, status: 200, statusText: '', headers: {}, config }
    },
  })
  return restProvider('/api', client)
}

/** The text of a failure for which the server gave no message (specification, section 8). */
const problem = (resource: AnyResource, kind: 'get' | 'create' | 'update') => `resources:${resource.name}.problems.${kind}`

/**
 * Beside that text a toast says which call failed, as section 8 has it: `Get Course List failed.`, `Register failed.` Only
 * where the server said nothing itself.
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
  return data as unknown as Answer // simple-rest hands on what our client answered
}

/** Stands for the query that a list answered, so that all it matches can be selected. */
const queryTokenHeader = 'query-token'

const provider = {
  /** `total` is null where the rows came before it; who shows it asks for it by itself (`useTotal`). */
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
  /** `variables` holds what changed and the `version` it was read at. */
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
  /** Any other call; `url` comes from `model/wire/endpoints.ts`, never from the page's address. */
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

// Refine's methods are generic in the record's type, which only the caller knows; what they answer are WireRecords.
export const dataProvider = provider as unknown as DataProvider
