/** The records that a reference may name: the target's own list or, where the role names more than it reads, its names. */
import { useTranslation } from 'react-i18next'
import { namesApart } from '#model/access.ts'
import type { SpecOf } from '#model/field.ts'
import { optionFilter } from '#model/options-where.ts'
import type { AnyResource } from '#model/resource.ts'
import { maxPageSize, type Role } from '#model/vocabulary.ts'
import { type Endpoint, endpointsOf } from '#model/wire/endpoints.ts'
import { isSearchable, toApiParams } from '#model/wire/list-query.ts'
import type { Page, WireName } from '#model/wire/wire.ts'
import { resourceNamed } from '#resources/index.ts'
import { usePerson } from '#src/console/person.ts'
import { useAnswer } from '#src/use-call.ts'
import { datedTitle, titleText } from './title-text.ts'

/** Number of options that one answer brings. */
export const optionsAtOnce = 20

type Values = { readonly [field: string]: unknown }

/** The filters that `optionsWhere` asks for, and the field that has to be filled in first, if one is missing. */
export function optionFilters(
  spec: SpecOf<'reference' | 'links'>,
  values: Values,
): { filters: Record<string, string>; missing: string | null } {
  const filters: Record<string, string> = {}
  let missing: string | null = null
  for (const [name, want] of Object.entries(spec.options.optionsWhere ?? {})) {
    const filter = optionFilter(want, values)
    if ('missing' in filter) missing ??= filter.missing
    else filters[name] = filter.text
  }
  return { filters, missing }
}

interface Asked {
  readonly pageSize: number
  readonly filters?: Readonly<Record<string, string>>
  readonly search?: string
  readonly only?: readonly string[]
}

type NamesCall = readonly [endpoint: Endpoint, asked: { readonly query?: object }]

/** The call for one page of what a role may name of a resource. */
function namesOf(target: AnyResource, role: Role, { pageSize, filters = {}, search = '', only }: Asked): NamesCall {
  const { list, names } = endpointsOf(target)
  const isApart = namesApart(target, role)
  const query = {
    pageNumber: 1,
    pageSize,
    filters,
    sort: isApart ? [] : target.list.sort,
    search: isSearchable(target) ? search : '',
    view: '',
  }
  return [isApart ? names : list, { query: { ...Object.fromEntries(toApiParams(query)), ...(only && { only: only.join(',') }) } }]
}

/** One page of what may be named while `enabled`. The last answer stays visible while the next one is on its way. */
export function useNames(target: AnyResource, asked: Asked, enabled: boolean) {
  const { role } = usePerson()
  return useAnswer<Page<WireName>>(...namesOf(target, role, asked), { key: ['options', target.name, asked], enabled, keepsLast: true })
}

/** One page of options for a reference. */
export function useOptions(spec: SpecOf<'reference' | 'links'>, values: Values, search: string, enabled: boolean) {
  const { filters, missing } = optionFilters(spec, values)
  return useNames(resourceNamed(spec.to), { pageSize: optionsAtOnce, filters, search }, enabled && missing === null)
}

/** Call where there is nothing to ask for. */
const notAsked: NamesCall = [{ method: 'GET', path: '' }, {}]

/** The titles of records that are known by their ids alone, by id; undefined until they are known. */
export function useTitles(target: AnyResource | undefined, ids: readonly string[]): ReadonlyMap<string, string> | undefined {
  const { t } = useTranslation('resources')
  const { role } = usePerson()
  const call = target ? namesOf(target, role, { pageSize: maxPageSize, only: ids }) : notAsked
  const { data, isError } = useAnswer<Page<WireName>>(...call, {
    key: ['titles', target?.name, ids],
    enabled: target !== undefined && ids.length > 0,
    staleTime: 60_000,
  })
  if (target === undefined || isError) return new Map()
  return data && new Map(data.list.map((record) => [record.id, titleText(target, record, t)]))
}

/** The title of the record that a form was given by its id alone. */
export function useTitle(to: string, id: string | null, known: string | undefined): string | undefined {
  const titles = useTitles(resourceNamed(to), id !== null && known === undefined ? [id] : [])
  return known === undefined ? titles?.get(id ?? '') : datedTitle(known)
}
