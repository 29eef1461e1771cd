/** Parses the query of an export: its records, columns and format. */

import { isId } from '@matricola/schema/paths.ts'
import { registryOf } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { Language, Role } from '@matricola/schema/vocabulary.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import {
  defaultExportFields,
  type ExportForm,
  type ExportFormat,
  exportFields,
  exportFormats,
  exportForms,
} from '@matricola/schema/wire/exchange.ts'
import { parseAsOf } from '../../records/as-of/parse-as-of.ts'
import {
  type CheckedQuery,
  parseListQuery,
  parseQueryEntries,
} from '../../records/reading/parse-list-query.ts'

export interface ExportQuery {
  readonly format: ExportFormat
  readonly form: ExportForm
  readonly columns: readonly string[]
  /** The list query to export, or the id of a selection. */
  readonly source: CheckedQuery | string
  /** The time as of which the records are exported; null: now. */
  readonly asOf: Date | null
  /** Taken from the query, because a download link cannot set a header. */
  readonly language: Language | undefined
}

/**
 * Parses the query of an export. Throws `filter.unknown` for a part or column that is unknown or
 * not readable, and `input.invalid` for an invalid format, form or id.
 */
export function parseExportQuery(resource: AnyResource, role: Role, query: unknown): ExportQuery {
  const { asOf, rest } = parseAsOf(query)
  const {
    format = 'csv',
    form = 'import',
    columns,
    selection,
    lng,
    ...list
  } = Object.fromEntries(parseQueryEntries(rest))
  const exportFormat = exportFormats.find((one) => one === format)
  if (!exportFormat) throw invalidInput({ format: [{ code: 'choice.unknown' }] })
  const exportForm = exportForms.find((one) => one === form)
  if (!exportForm) throw invalidInput({ form: [{ code: 'choice.unknown' }] })
  if (selection !== undefined && !isId(selection))
    throw invalidInput({ selection: [{ code: 'type.wrong' }] })
  const checked = parseListQuery(resource, role, selection === undefined ? list : {}, {
    isPast: asOf !== null,
  })
  if (selection !== undefined && asOf) throw unknownExportParameter('asOf')
  if (selection !== undefined && Object.keys(list).length > 0)
    throw unknownExportParameter(Object.keys(list)[0] ?? '')
  return {
    format: exportFormat,
    form: exportForm,
    columns: parseColumns(resource, role, columns),
    source: selection ?? checked,
    asOf,
    language: registryOf(resource).languages.find((language) => language === lng),
  }
}

const unknownExportParameter = (name: string) =>
  new AppError('filter.unknown', { fields: { [name.slice(0, 60)]: [{ code: 'field.unknown' }] } })

function parseColumns(
  resource: AnyResource,
  role: Role,
  text: string | undefined,
): readonly string[] {
  if (text === undefined || text === '') return defaultExportFields(resource, role)
  const names = text.split(',').map((name) => name.trim())
  const possible = exportFields(resource, role)
  if (!names.every((name) => possible.includes(name))) throw unknownExportParameter('columns')
  if (new Set(names).size !== names.length)
    throw invalidInput({ columns: [{ code: 'set.repeated' }] })
  return names
}
