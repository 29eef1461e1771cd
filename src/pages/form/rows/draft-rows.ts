/** The unsaved child rows of a form and pure functions on them. */
import { isReadable } from '#model/access.ts'
import { nilId } from '#model/paths.ts'
import { type AnyResource, fieldOf, type RowField, rowEntries, sectionFields } from '#model/resource.ts'
import type { FieldIssues, Issue, WireRecord } from '#model/wire/wire.ts'
import { resourceNamed } from '#resources/index.ts'
import { defaultValues, draftIssues, type FormAsker, type FormMode, inputOf, sameValue, type Values, valuesOf } from '../draft.ts'

export interface RowDraft {
  /** Identifies the row while the form is open. */
  readonly key: string
  /** Null for a new row. */
  readonly id: string | null
  readonly version: number | null
  /** Whether the user may change the row. */
  readonly isOpen: boolean
  readonly values: Values
  readonly titles: { readonly [field: string]: string }
}
export type Rows = readonly RowDraft[]

/** Returns the rows of a field from the values of a form; undefined until they are loaded. */
export const rowsOf = (values: Values, name: string) => values[name] as Rows | undefined // set only by `RowsField`

/** Returns those values of a form that are child rows. */
export const onlyRows = (resource: AnyResource, values: Values): Values =>
  Object.fromEntries(rowEntries(resource).flatMap(({ name }) => (values[name] === undefined ? [] : [[name, values[name]]])))

/** Returns the values of the loaded rows, as computed fields read them. */
export const rowValues = (resource: AnyResource, values: Values): Values =>
  Object.fromEntries(Object.keys(onlyRows(resource, values)).map((name) => [name, rowsOf(values, name)?.map((row) => row.values)]))

export const draftOfRow = (resource: AnyResource, record: WireRecord, isOpen: boolean): RowDraft => ({
  key: record.id,
  id: record.id,
  version: record.version,
  isOpen,
  values: valuesOf(resource, record),
  titles: record._titles,
})

export const newRow = (resource: AnyResource, key: string): RowDraft => ({
  ...{ key, id: null, version: null, isOpen: true, titles: {} },
  values: defaultValues(resource),
})

/** Returns the fields of a row's form, without the reference to its record, its order and the flag that the server sets. */
export function rowFields({ of, by, order, missing }: RowField, asker: FormAsker): string[] {
  const resource = resourceNamed(of)
  const left = [by, order, missing === 'setAside' ? 'isActive' : undefined]
  const fields = Object.values(resource.sections).flatMap(sectionFields)
  return fields.filter((name) => {
    const { kind, options } = fieldOf(resource, name)
    return kind !== 'many' && options.computed === undefined && !left.includes(name) && isReadable(resource, asker.role, name)
  })
}

/** Returns the path of a row's field in the issues of the form, such as `lines.2.amount`. */
export const rowPath = (name: string, at: number, field: string) => `${name}.${at}.${field}`

const modeOf = (row: RowDraft): FormMode => (row.id === null ? 'create' : 'edit')
/** Returns the values of a row as it is stored; none for a new row. */
export const startOf = (base: Rows | undefined, row: RowDraft): Values => base?.find(({ id }) => id !== null && id === row.id)?.values ?? {}

/** Returns the rows to send with the record. If any row of a field has changed, all its rows are sent. */
export function rowsInput(resource: AnyResource, base: Values, values: Values, asker: FormAsker): Values {
  const input: Record<string, unknown> = {}
  for (const { name, of, by, order } of rowEntries(resource)) {
    const rows = rowsOf(values, name)
    if (!rows || sameValue(base[name], rows)) continue
    input[name] = rows.map((row) => {
      const sent = inputOf(resourceNamed(of), startOf(rowsOf(base, name), row), row.values, asker, modeOf(row))
      const own = Object.entries(sent).filter(([field]) => field !== by && field !== order)
      // An unchanged row carries no version, because other users may have changed it.
      const seen = row.id === null || own.length === 0 ? {} : { version: row.version }
      return { ...(row.id !== null && { id: row.id }), ...seen, ...Object.fromEntries(own) }
    })
  }
  return input
}

/** Returns the issues of all rows of changed fields, by path. */
export function rowsIssues(resource: AnyResource, base: Values, values: Values, asker: FormAsker): FieldIssues {
  const issues: Record<string, readonly Issue[]> = {}
  for (const { name, of, by } of rowEntries(resource)) {
    const rows = rowsOf(values, name)
    if (!rows || sameValue(base[name], rows)) continue
    for (const [at, row] of rows.entries()) {
      const start = startOf(rowsOf(base, name), row)
      if (sameValue(start, row.values)) continue
      const held = { ...row.values, [by]: row.values[by] ?? nilId }
      for (const [field, found] of Object.entries(draftIssues(resourceNamed(of), { ...start, [by]: held[by] }, held, asker, modeOf(row))))
        issues[rowPath(name, at, field)] = found
    }
  }
  return issues
}

/** Returns the rows with one of them moved. */
export function movedRows(rows: Rows, from: number, to: number): Rows {
  const row = rows[from]
  if (!row || to < 0 || to >= rows.length) return rows
  const others = rows.filter((_, at) => at !== from)
  return [...others.slice(0, to), row, ...others.slice(to)]
}
