/** The records that a reference may name: the target's own list, searched and narrowed by the declaration's `optionsWhere`. */
import { useQuery } from '@tanstack/react-query'
import { endpointsOf, fillPath } from '#model/endpoints.ts'
import type { SpecOf } from '#model/field.ts'
import { toApiParams } from '#model/list-query.ts'
import type { Page, WireRecord } from '#model/wire.ts'
import { request } from '#providers/http.ts'
import { resourceNamed } from '#resources/index.ts'

/** How many options one answer brings. */
export const optionsAtOnce = 20

type Values = { readonly [field: string]: unknown }

/** The filters that `optionsWhere` asks for, and the field that has to be filled in first, if one is missing. */
export function optionFilters(spec: SpecOf<'reference'>, values: Values): { filters: Record<string, string>; missing: string | null } {
  const filters: Record<string, string> = {}
  let missing: string | null = null
  for (const [name, want] of Object.entries(spec.options.optionsWhere ?? {})) {
    const value = typeof want === 'object' ? values[want.value] : want
    if (value === null || value === undefined || value === '') missing ??= typeof want === 'object' ? want.value : name
    else filters[name] = String(value)
  }
  return { filters, missing }
}

/** One page of options while `enabled`. The last answer stays visible while the next one is on its way. */
export function useOptions(spec: SpecOf<'reference'>, values: Values, search: string, enabled: boolean) {
  const { filters, missing } = optionFilters(spec, values)
  const target = resourceNamed(spec.to)
  return useQuery<Page<WireRecord>>({
    queryKey: ['options', spec.to, filters, search],
    enabled: enabled && missing === null,
    placeholderData: (previous) => previous,
    queryFn: async ({ signal }) => {
      const params = toApiParams({ pageNumber: 1, pageSize: optionsAtOnce, filters, sort: target.list.sort, search, view: '' })
      return (await request<Page<WireRecord>>(endpointsOf(target).list, { params, signal })).data
    },
  })
}

/** The title of a record that a form was given by its id alone. */
export function useTitle(to: string, id: string | null, known: string | undefined): string | undefined {
  const { single } = endpointsOf(resourceNamed(to))
  const { data } = useQuery({
    queryKey: ['title', to, id],
    enabled: id !== null && known === undefined,
    queryFn: async ({ signal }) =>
      (await request<WireRecord>({ ...single, path: fillPath(single.path, { id: id ?? '' }) }, { signal })).data._title,
  })
  return known ?? data
}
