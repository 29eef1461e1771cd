/**
 * Refine's data provider. Every request goes through the HTTP client of the page (`http.ts`), which
 * knows the session, envelopes and errors. Single records are read and written with simple-rest,
 * whose axios instance uses that client; lists call it directly.
 *
 * Refine merges every parameter of the page's URL into `meta`, and simple-rest obeys `meta.method`
 * and `meta.headers`, so a link could delete a record. Therefore `meta` is never passed on. Only
 * its abort signal, its list query and its fallback text are used.
 */

import type { Registry } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { type Endpoint, endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import {
  deferredTotalHeaders,
  emptyListQuery,
  type ListQuery,
  toApiParams,
} from '@matricola/schema/wire/list-query.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import type {
  CreateParams,
  CrudFilter,
  CrudOperators,
  CrudSort,
  CustomParams,
  DataProvider,
  GetListParams,
  GetManyParams,
  GetOneParams,
  MetaQuery,
  Pagination,
  UpdateParams,
} from '@refinedev/core'
import restProvider from '@refinedev/simple-rest'
import axios, { type AxiosInstance } from 'axios'
import { type Http, HttpError } from './http.ts'
import { idempotencyHeader } from './idempotency-key.ts'
import type { ErrorDetails } from './notification.ts'

/** A record and the server's message for the success toast, as Refine expects them. */
interface RecordResponse {
  readonly data: WireRecord
  readonly message: string
}

/**
 * Property of `variables` with the idempotency key of the form, so that repeating a call after a
 * lost response has no effect. It is a symbol because neither the page's URL nor the body of the
 * call can contain one.
 */
export const idempotencyKey = Symbol('idempotency key')

/**
 * Property of `meta` with the text key for errors without a message. It is a symbol, so that the
 * page's URL cannot contain it.
 */
export const failureTextKey = Symbol('failure text key')

interface DataProviderSettings {
  readonly registry: Registry
  readonly http: Http
  /** Receives the name of a failed call, which Refine does not pass on to the toast. */
  readonly errorDetails: ErrorDetails
}

/**
 * The axios instance of simple-rest. Only the idempotency key of its headers is sent; `http` adds
 * the others.
 */
const createRestClient = ({ request }: Http): AxiosInstance =>
  axios.create({
    transformRequest: (body) => body,
    transformResponse: (response) => response,
    adapter: async (config) => {
      const { url: path = '', data: body, headers } = config
      // Simple-rest uses only these methods.
      const method = (config.method ?? 'get').toUpperCase() as Endpoint['method']
      const key = headers.get('idempotency-key')
      const data = await request(
        { method, path },
        {
          ...(key ? { headers: idempotencyHeader(String(key)) } : {}),
          ...(body === undefined ? {} : { body }),
        },
      )
      return { data, status: 200, statusText: '', headers: {}, config }
    },
  })

const withoutApiPrefix = (path: string) => path.replace(/^\/api\//, '')
const signalOf = (meta: MetaQuery | undefined) =>
  meta?.signal instanceof AbortSignal ? { signal: meta.signal } : {}

/** Response header with a token for the list's query, used to select all matching records. */
export const listTokenHeader = 'query-token'

function createProvider({ registry, http, errorDetails }: DataProviderSettings) {
  const rest = restProvider('/api', createRestClient(http))

  /**
   * Makes a call with the idempotency key of its form. Without one, creates a key that is kept
   * until there is a response.
   */
  function callWithKey<T>(
    {
      sent,
      variables,
    }: {
      readonly sent: readonly unknown[]
      readonly variables: { readonly [idempotencyKey]?: string }
    },
    call: (headers: ReturnType<typeof idempotencyHeader>) => Promise<T>,
  ): Promise<T> {
    const key = variables[idempotencyKey]
    return key === undefined
      ? http.withIdempotencyKey([...sent, variables], call)
      : call(idempotencyHeader(key))
  }

  /**
   * If an error has only a general message, replaces it by the resource's message for this kind of
   * call, and adds the name of the call to the toast: `Get Course List failed.`, `Register failed.`
   * (specification, section 8).
   */
  async function withFailureText<T>(
    resource: AnyResource,
    kind: 'list' | 'get' | 'create' | 'update',
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof HttpError && error.isGeneral)) throw error
      const message = http.text(
        `resources:${resource.name}.problems.${kind === 'list' ? 'get' : kind}`,
      )
      const key =
        kind === 'create' && endpointsOf(resource).create.path.endsWith('/register')
          ? 'register'
          : kind
      errorDetails.set(
        message,
        http.text(`shell:failed.${key}`, { name: http.text(`resources:${resource.name}.one`) }),
      )
      throw new HttpError({ ...error, message })
    }
  }

  const getRecord = (resource: AnyResource, id: string | number): Promise<RecordResponse> =>
    withFailureText(resource, 'get', async () => {
      if (resource.singleton) return http.request<WireRecord>(endpointsOf(resource).single)
      const { data } = await rest.getOne({ resource: resource.path, id: encodeURIComponent(id) })
      return data as unknown as RecordResponse // simple-rest passes on the response of the client
    })

  return {
    /**
     * If the rows were sent before they were counted, `total` counts only the rows that are known
     * so far, and `isTotalKnown` is false. Components that show it fetch it separately
     * (`useTotal`).
     */
    getList: async (list: GetListParams) => {
      const resource = registry.get(list.resource)
      const options = {
        params: toListParams(list),
        ...(listMetaOf(list.meta).defersTotal && {
          headers: { [deferredTotalHeaders.request]: deferredTotalHeaders.value },
        }),
        ...signalOf(list.meta),
      }
      const { data, header } = await withFailureText(resource, 'list', () =>
        http.request<Page<WireRecord>>(endpointsOf(resource).list, options),
      )
      return {
        data: [...data.list],
        total: data.totalCount,
        isTotalKnown: header(deferredTotalHeaders.response) !== deferredTotalHeaders.value,
        queryToken: header(listTokenHeader),
      }
    },
    getOne: ({ resource, id }: GetOneParams) => getRecord(registry.get(resource), id),
    getMany: async ({ resource, ids }: GetManyParams) => {
      const responses = await Promise.all(ids.map((id) => getRecord(registry.get(resource), id)))
      return { data: responses.map(({ data }) => data) }
    },
    create: async ({ resource: name, variables }: CreateParams<object>) => {
      const resource = registry.get(name)
      const path = withoutApiPrefix(endpointsOf(resource).create.path)
      const { data } = await withFailureText(resource, 'create', () =>
        callWithKey({ sent: ['create', name], variables }, (headers) =>
          rest.create({ resource: path, variables, meta: { headers } }),
        ),
      )
      return data as unknown as RecordResponse
    },
    /** `variables` holds the changed fields and the `version` that was read. */
    update: async ({ resource: name, id, variables }: UpdateParams<object>) => {
      const resource = registry.get(name)
      const { method, path } = endpointsOf(resource).update
      const payload = resource.singleton ? variables : { id, ...variables }
      const call = {
        url: path,
        method: method === 'PUT' ? ('put' as const) : ('patch' as const),
        payload,
      }
      const { data } = await withFailureText(resource, 'update', () =>
        callWithKey({ sent: ['update', name, id], variables }, (headers) =>
          rest.custom({ ...call, headers }),
        ),
      )
      return data as unknown as RecordResponse
    },
    deleteOne: () =>
      Promise.reject(new Error('Records cannot be deleted. Deactivate them instead.')),
    getApiUrl: () => '/api',
    /**
     * Any other call. `url` comes from `packages/schema/wire/endpoints.ts`, never from the page's
     * URL.
     */
    custom: ({ url, method, payload, query, meta }: CustomParams) => {
      const params = Object.entries(query ?? {}).flatMap(([key, value]): [string, string][] =>
        value === undefined ? [] : [[key, String(value)]],
      )
      const fallback: unknown = (meta as { readonly [failureTextKey]?: unknown } | undefined)?.[
        failureTextKey
      ]
      return http.request<WireRecord>(
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
}

/** Refine's data provider for the resources of an application. */
export const createDataProvider = (settings: DataProviderSettings): DataProvider =>
  // Refine's methods have a type parameter for the record, which only the caller knows. They all
  // return `WireRecord`.
  createProvider(settings) as unknown as DataProvider

/**
 * The parts of a list query for which Refine has no argument. They are in `meta`, which is part of
 * Refine's cache key.
 */
interface ListMeta {
  readonly search?: string
  readonly view?: string
  /** Shows the list as of an earlier date. */
  readonly asOf?: string
  /**
   * Rows do not wait for a total that takes long to count. The result then says `isTotalKnown:
   * false`.
   */
  readonly defersTotal?: boolean
}

interface ListArguments {
  readonly pagination: Pagination
  readonly sorters: CrudSort[]
  readonly filters: CrudFilter[]
  readonly meta: MetaQuery & { readonly list: ListMeta }
}

/** A list query as arguments of Refine's `useList`. */
export const toListArguments = (
  { pageNumber, pageSize, sort, filters, search, view }: ListQuery,
  asOf: string | null = null,
): ListArguments => ({
  pagination: { currentPage: pageNumber, pageSize, mode: 'server' },
  sorters: sort.map((name) =>
    name.startsWith('-') ? { field: name.slice(1), order: 'desc' } : { field: name, order: 'asc' },
  ),
  filters: Object.entries(filters).map(([field, value]) => ({ field, operator: 'eq', value })),
  meta: { list: { search, view, defersTotal: true, ...(asOf !== null && { asOf }) } },
})

const listMetaOf = (meta: MetaQuery | undefined): ListMeta =>
  (meta?.list as ListMeta | undefined) ?? {}

const joinValues = (value: unknown) =>
  Array.isArray(value) ? value.join(',') : String(value ?? '')

/**
 * Filter values of the API (`packages/schema/wire/filter-value.ts`) for Refine's operators. Ranges
 * include their bounds.
 */
const filterValues: { readonly [O in CrudOperators]?: (value: unknown) => string } = {
  eq: joinValues,
  in: joinValues,
  ne: (value) => `!${joinValues(value)}`,
  nin: (value) => `!${joinValues(value)}`,
  ina: (value) => `all:${joinValues(value)}`,
  gte: (value) => `${value}..`,
  lte: (value) => `..${value}`,
  between: (value) => (value as readonly unknown[]).join('..'),
  null: () => '(none)',
  nnull: () => '(some)',
}

function toFilterEntry(filter: CrudFilter): [field: string, value: string] {
  if (!('field' in filter))
    throw new Error(`The API has no filter "${filter.operator}" of several conditions.`)
  const toValue = filterValues[filter.operator]
  if (!toValue)
    throw new Error(
      `The API has no filter operator "${filter.operator}" (field "${filter.field}").`,
    )
  return [filter.field, toValue(filter.value)]
}

/** The API's parameters for a list. Filters without a value are not sent. */
export function toListParams({
  pagination,
  sorters = [],
  filters = [],
  meta,
}: GetListParams): [name: string, value: string][] {
  const { search = '', view = '', asOf } = listMetaOf(meta)
  const params = toApiParams({
    pageNumber: pagination?.currentPage ?? emptyListQuery.pageNumber,
    pageSize: pagination?.pageSize ?? emptyListQuery.pageSize,
    sort: sorters.map(({ field, order }) => (order === 'desc' ? `-${field}` : field)),
    filters: Object.fromEntries(filters.map(toFilterEntry)),
    search,
    view,
  })
  return asOf === undefined ? params : [...params, ['asOf', asOf]]
}
