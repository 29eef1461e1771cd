/** Rows of a form before they are saved, and all that can be said of them without a screen. */
import { isReadable } from '#model/access.ts'
import { nilId } from '#model/paths.ts'
import { type AnyResource, fieldOf, type RowField, rowEntries, sectionFields } from '#model/resource.ts'
import type { FieldIssues, Issue, WireRecord } from '#model/wire/wire.ts'
import { resourceNamed } from '#resources/index.ts'
import { defaultValues, draftIssues, type FormAsker, type FormMode, inputOf, sameValue, type Values, valuesOf } from '../draft.ts'

export interface RowDraft {
  /** Tells rows apart as long as the form is open. */
  readonly key: string
  /** Null: a new one. */
  readonly id: string | null
  readonly version: number | null
  /** The person may change it. */
  readonly isOpen: boolean
  readonly values: Values
  readonly titles: { readonly [field: string]: string }
}
export type Rows = readonly RowDraft[]

/** Rows of a field in the values of a form; undefined before they have come. */
export const rowsOf = (values: Values, name: string) => values[name] as Rows | undefined // only the form of rows sets them

/** The values of a form that are rows. */
export const onlyRows = (resource: AnyResource, values: Values): Values =>
  Object.fromEntries(rowEntries(resource).flatMap(({ name }) => (values[name] === undefined ? [] : [[name, values[name]]])))

/** The values of the rows that a form has, as what is reckoned from them reads them. */
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

/** Fields of a row that its form shows: those of its own form, without what the rows have from their record and their place. */
export function rowFields({ of, by, order, missing }: RowField, asker: FormAsker): string[] {
  const resource = resourceNamed(of)
  const left = [by, order, missing === 'setAside' ? 'isActive' : undefined]
  const fields = Object.values(resource.sections).flatMap(sectionFields)
  return fields.filter((name) => {
    const { kind, options } = fieldOf(resource, name)
    return kind !== 'many' && options.computed === undefined && !left.includes(name) && isReadable(resource, asker.role, name)
  })
}

/** Place of a row's field among the refusals: `lines.2.amount`. */
export const rowPath = (name: string, at: number, field: string) => `${name}.${at}.${field}`

const modeOf = (row: RowDraft): FormMode => (row.id === null ? 'create' : 'edit')
const startOf = (base: Rows | undefined, row: RowDraft): Values => base?.find(({ id }) => id !== null && id === row.id)?.values ?? {}

/** Rows to send with the record: where some of a field have changed, all of that field. */
export function rowsInput(resource: AnyResource, base: Values, values: Values, asker: FormAsker): Values {
  const input: Record<string, unknown> = {}
  for (const { name, of, by, order } of rowEntries(resource)) {
    const rows = rowsOf(values, name)
    if (!rows || sameValue(base[name], rows)) continue
    input[name] = rows.map((row) => {
      const sent = inputOf(resourceNamed(of), startOf(rowsOf(base, name), row), row.values, asker, modeOf(row))
      const own = Object.entries(sent).filter(([field]) => field !== by && field !== order)
      // A row that stays as it is may have been changed by others.
      const seen = row.id === null || own.length === 0 ? {} : { version: row.version }
      return { ...(row.id !== null && { id: row.id }), ...seen, ...Object.fromEntries(own) }
    })
  }
  return input
}

/** Everything wrong with rows that have changed, by path. */
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

/** Rows with one in another place. */
export function movedRows(rows: Rows, from: number, to: number): Rows {
  const row = rows[from]
  if (!row || to < 0 || to >= rows.length) return rows
  const others = rows.filter((_, at) => at !== from)
  return [...others.slice(0, to), row, ...others.slice(to)]
}
