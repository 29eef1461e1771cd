/**
 * Records that a reference can point to. They come from the list of the target resource, or from
 * its names if the role may name more records than it may read.
 */

import { hasSeparateNameGrant } from '@matricola/schema/access.ts'
import type { SpecOf } from '@matricola/schema/field.ts'
import { optionFilter } from '@matricola/schema/options-where.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { maxPageSize, type Role } from '@matricola/schema/vocabulary.ts'
import { type Endpoint, endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import { isSearchable, toApiParams } from '@matricola/schema/wire/list-query.ts'
import type { Page, WireName } from '@matricola/schema/wire/wire.ts'
import { useTranslation } from 'react-i18next'
import { useRegistry } from '../app/console-context.ts'
import { useUser } from '../app/user-context.ts'
import { useEndpoint } from '../use-call.ts'
import { formatTitleDates, titleText } from './title-text.ts'

/** Number of options per request. */
export const optionsPerRequest = 20

type Values = { readonly [field: string]: unknown }

/**
 * Returns the filters of `optionsWhere`. If they depend on an empty field, `missing` is its name.
 */
export function optionFilters(
  spec: SpecOf<'reference' | 'links'>,
  values: Values,
): { filters: Record<string, string>; missing: string | null } {
  const filters: Record<string, string> = {}
  let missing: string | null = null
  for (const [name, condition] of Object.entries(spec.options.optionsWhere ?? {})) {
    const filter = optionFilter(condition, values)
    if ('missing' in filter) missing ??= filter.missing
    else filters[name] = filter.text
  }
  return { filters, missing }
}

interface NamesQuery {
  readonly pageSize: number
  readonly filters?: Readonly<Record<string, string>>
  readonly search?: string
  readonly only?: readonly string[]
}

type NamesCall = readonly [endpoint: Endpoint, asked: { readonly query?: object }]

/** Returns the call for a page of the records that a role may name. */
function createNamesCall(
  target: AnyResource,
  role: Role,
  { pageSize, filters = {}, search = '', only }: NamesQuery,
): NamesCall {
  const { list, names } = endpointsOf(target)
  const hasSeparateNames = hasSeparateNameGrant(target, role)
  const query = {
    pageNumber: 1,
    pageSize,
    filters,
    sort: hasSeparateNames ? [] : target.list.sort,
    search: isSearchable(target) ? search : '',
    view: '',
  }
  return [
    hasSeparateNames ? names : list,
    { query: { ...Object.fromEntries(toApiParams(query)), ...(only && { only: only.join(',') }) } },
  ]
}

/**
 * Fetches a page of the records that may be named, while `enabled`. The previous result stays until
 * the next one arrives.
 */
export function useRecordNames(target: AnyResource, namesQuery: NamesQuery, enabled: boolean) {
  const { role } = useUser()
  return useEndpoint<Page<WireName>>(...createNamesCall(target, role, namesQuery), {
    key: ['options', target.name, namesQuery],
    enabled,
    keepPreviousResult: true,
  })
}

/** Fetches a page of options for a reference. */
export function useOptions(
  spec: SpecOf<'reference' | 'links'>,
  values: Values,
  search: string,
  enabled: boolean,
) {
  const { filters, missing } = optionFilters(spec, values)
  return useRecordNames(
    useRegistry().get(spec.to),
    { pageSize: optionsPerRequest, filters, search },
    enabled && missing === null,
  )
}

/** Placeholder for a call that is never made. */
const noCall: NamesCall = [{ method: 'GET', path: '' }, {}]

/** Fetches the titles of records by id; undefined until they are loaded. */
export function useTitles(
  target: AnyResource | undefined,
  ids: readonly string[],
): ReadonlyMap<string, string> | undefined {
  const { t } = useTranslation('resources')
  const { role } = useUser()
  const call = target ? createNamesCall(target, role, { pageSize: maxPageSize, only: ids }) : noCall
  const { data, isError } = useEndpoint<Page<WireName>>(...call, {
    key: ['titles', target?.name, ids],
    enabled: target !== undefined && ids.length > 0,
    staleTime: 60_000,
  })
  if (target === undefined || isError) return new Map()
  return data && new Map(data.list.map((record) => [record.id, titleText(target, record, t)]))
}

/** Returns the title of a record, fetching it if it is not known. */
export function useTitle(
  to: string,
  id: string | null,
  known: string | undefined,
): string | undefined {
  const titles = useTitles(useRegistry().get(to), id !== null && known === undefined ? [id] : [])
  return known === undefined ? titles?.get(id ?? '') : formatTitleDates(known)
}
