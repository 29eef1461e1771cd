/** Contents of an export, and the path from which its file is downloaded. */

import type { AnyResource } from '@matricola/schema/resource.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { ExportForm, ExportFormat } from '@matricola/schema/wire/exchange.ts'
import { type ListQuery, toApiParams } from '@matricola/schema/wire/list-query.ts'
import { currentLanguage } from '../../../i18n.ts'

/** A list, now or as of an earlier day. */
export interface ListRequest {
  readonly query: ListQuery
  readonly asOf: string | null
}

/**
 * All records that a list's query matches, or the selection. `select` freezes the selection and
 * returns its id.
 */
export type ExportSource = ListRequest | { readonly select: () => Promise<string> }

interface ExportRequest {
  readonly resource: AnyResource
  readonly source: ListRequest | { readonly selection: string }
  readonly format: ExportFormat
  readonly form: ExportForm
  readonly columns: readonly string[]
}

export function exportPath({ resource, source, format, form, columns }: ExportRequest): string {
  const set =
    'selection' in source
      ? [['selection', source.selection]]
      : listRequestParams(source).filter(([name]) => !name.startsWith('page'))
  const params = [
    ...set,
    ['format', format],
    ['form', form],
    ['columns', columns.join(',')],
    ['lng', currentLanguage()],
  ]
  return `${endpointsOf(resource).export.path}?${new URLSearchParams(params)}`
}

/** Query parameters of the list call. */
export const listRequestParams = ({
  query,
  asOf,
}: ListRequest): [name: string, value: string][] => [
  ...toApiParams(query),
  ...(asOf === null ? [] : ([['asOf', asOf]] satisfies [string, string][])),
]
