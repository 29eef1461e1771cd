/** Parses the query of an export: its records, columns and format. */

import { isId } from '#model/paths.ts'
import type { AnyResource } from '#model/resource.ts'
import { type Language, languages, type Role } from '#model/vocabulary.ts'
import { AppError, invalidInput } from '#model/wire/errors.ts'
import { defaultExportFields, type ExportForm, type ExportFormat, exportFields, exportFormats, exportForms } from '#model/wire/exchange.ts'
import { asOfIn } from '#server/engine/records/as-of/time.ts'
import { type CheckedQuery, checkedQuery, queryEntries } from '#server/engine/records/reading/list-query.ts'

export interface ExportQuery {
  readonly format: ExportFormat
  readonly form: ExportForm
  readonly columns: readonly string[]
  /** The list query to export, or the id of a selection. */
  readonly of: CheckedQuery | string
  /** Moment as of which the records are exported; null: now. */
  readonly asOf: Date | null
  /** Taken from the query, because a download link cannot set a header. */
  readonly language: Language | undefined
}

/**
 * Parses the query of an export. Throws `filter.unknown` for a part or column that is unknown or not readable, and `input.invalid`
 * for an invalid format, form or id.
 */
export function exportQuery(resource: AnyResource, role: Role, query: unknown): ExportQuery {
  const { asOf, rest } = asOfIn(query)
  const { format = 'csv', form = 'import', columns, selection, lng, ...list } = Object.fromEntries(queryEntries(rest))
  const known = exportFormats.find((one) => one === format)
  if (!known) throw invalidInput({ format: [{ code: 'choice.unknown' }] })
  const wanted = exportForms.find((one) => one === form)
  if (!wanted) throw invalidInput({ form: [{ code: 'choice.unknown' }] })
  if (selection !== undefined && !isId(selection)) throw invalidInput({ selection: [{ code: 'type.wrong' }] })
  const checked = checkedQuery(resource, role, selection === undefined ? list : {}, { isPast: asOf !== null })
  if (selection !== undefined && asOf) throw unknownPart('asOf')
  if (selection !== undefined && Object.keys(list).length > 0) throw unknownPart(Object.keys(list)[0] ?? '')
  return {
    format: known,
    form: wanted,
    columns: columnsOf(resource, role, columns),
    of: selection ?? checked,
    asOf,
    language: languageNamed(lng),
  }
}

const languageNamed = (code: string | undefined) => languages.find((language) => language === code)

const unknownPart = (name: string) => new AppError('filter.unknown', { fields: { [name.slice(0, 60)]: [{ code: 'field.unknown' }] } })

function columnsOf(resource: AnyResource, role: Role, text: string | undefined): readonly string[] {
  if (text === undefined || text === '') return defaultExportFields(resource, role)
  const names = text.split(',').map((name) => name.trim())
  const possible = exportFields(resource, role)
  if (!names.every((name) => possible.includes(name))) throw unknownPart('columns')
  if (new Set(names).size !== names.length) throw invalidInput({ columns: [{ code: 'set.repeated' }] })
  return names
}
