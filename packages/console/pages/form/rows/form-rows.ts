/** The unsaved child rows of a form, and pure functions on them. */

import { isReadable } from '@matricola/schema/access.ts'
import { nilId } from '@matricola/schema/paths.ts'
import { related } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import {
  type ChildRowsField,
  childRowEntries,
  fieldOf,
  sectionFields,
} from '@matricola/schema/resource-fields.ts'
import type { FieldIssues, Issue, WireRecord } from '@matricola/schema/wire/wire.ts'
import {
  defaultValues,
  type FormCaller,
  type FormMode,
  type FormValues,
  formInput,
  formIssues,
  isSameValue,
  valuesOf,
} from '../form-values.ts'

export interface FormRow {
  /** Identifies the row while the form is open. */
  readonly key: string
  /** Null for a new row. */
  readonly id: string | null
  readonly version: number | null
  /** Whether the user may change the row. */
  readonly isOpen: boolean
  readonly values: FormValues
  readonly titles: { readonly [field: string]: string }
}
export type FormRows = readonly FormRow[]

/** Returns the rows of a field from the values of a form; undefined until they are loaded. */
export const findFormRows = (values: FormValues, name: string) =>
  values[name] as FormRows | undefined // set only by `RowsField`

/** Returns the values of a form that are child rows. */
export const childRowValues = (resource: AnyResource, values: FormValues): FormValues =>
  Object.fromEntries(
    childRowEntries(resource).flatMap(({ name }) =>
      values[name] === undefined ? [] : [[name, values[name]]],
    ),
  )

/** Returns the values of the loaded rows in the form that computed fields read. */
export const rowValues = (resource: AnyResource, values: FormValues): FormValues =>
  Object.fromEntries(
    Object.keys(childRowValues(resource, values)).map((name) => [
      name,
      findFormRows(values, name)?.map((row) => row.values),
    ]),
  )

export const createFormRow = (
  resource: AnyResource,
  record: WireRecord,
  isOpen: boolean,
): FormRow => ({
  key: record.id,
  id: record.id,
  version: record.version,
  isOpen,
  values: valuesOf(resource, record),
  titles: record._titles,
})

export const createEmptyFormRow = (resource: AnyResource, key: string): FormRow => ({
  ...{ key, id: null, version: null, isOpen: true, titles: {} },
  values: defaultValues(resource),
})

/**
 * Returns the fields of a row's form, without the reference to its record, its order and the flag
 * that the server sets.
 */
export function rowFields(
  resource: AnyResource,
  { by, order, missing }: ChildRowsField,
  caller: FormCaller,
): string[] {
  const excludedFields = [by, order, missing === 'deactivate' ? 'isActive' : undefined]
  const fields = Object.values(resource.sections).flatMap(sectionFields)
  return fields.filter((name) => {
    const { type, options } = fieldOf(resource, name)
    return (
      type !== 'many' &&
      options.computed === undefined &&
      !excludedFields.includes(name) &&
      isReadable(resource, caller.role, name)
    )
  })
}

/** Returns the path of a row's field in the form's issues, such as `lines.2.amount`. */
export const rowPath = (name: string, index: number, field: string) => `${name}.${index}.${field}`

const modeOf = (row: FormRow): FormMode => (row.id === null ? 'create' : 'edit')
/** Returns the stored values of a row, or no values for a new row. */
export const initialRowValues = (base: FormRows | undefined, row: FormRow): FormValues =>
  base?.find(({ id }) => id !== null && id === row.id)?.values ?? {}

/**
 * Returns the rows to send with the record. If any row of a field has changed, all its rows are
 * sent.
 */
export function rowsInput(
  resource: AnyResource,
  base: FormValues,
  values: FormValues,
  caller: FormCaller,
): FormValues {
  const input: Record<string, unknown> = {}
  for (const { name, of, by, order } of childRowEntries(resource)) {
    const rows = findFormRows(values, name)
    if (!rows || isSameValue(base[name], rows)) continue
    input[name] = rows.map((row) => {
      const rowInput = formInput(
        related(resource, of),
        initialRowValues(findFormRows(base, name), row),
        row.values,
        caller,
        modeOf(row),
      )
      const ownValues = Object.entries(rowInput).filter(
        ([field]) => field !== by && field !== order,
      )
      // An unchanged row is sent without a version, because other users may have changed it.
      const versionPart = row.id === null || ownValues.length === 0 ? {} : { version: row.version }
      return {
        ...(row.id !== null && { id: row.id }),
        ...versionPart,
        ...Object.fromEntries(ownValues),
      }
    })
  }
  return input
}

/** Returns the issues of all rows of changed fields, by path. */
export function rowsIssues(
  resource: AnyResource,
  base: FormValues,
  values: FormValues,
  caller: FormCaller,
): FieldIssues {
  const issues: Record<string, readonly Issue[]> = {}
  for (const { name, of, by } of childRowEntries(resource)) {
    const rows = findFormRows(values, name)
    if (!rows || isSameValue(base[name], rows)) continue
    for (const [index, row] of rows.entries()) {
      const initialValues = initialRowValues(findFormRows(base, name), row)
      if (isSameValue(initialValues, row.values)) continue
      const current = { ...row.values, [by]: row.values[by] ?? nilId }
      for (const [field, found] of Object.entries(
        formIssues(
          related(resource, of),
          { ...initialValues, [by]: current[by] },
          current,
          caller,
          modeOf(row),
        ),
      ))
        issues[rowPath(name, index, field)] = found
    }
  }
  return issues
}

/** Returns the rows after moving one of them. */
export function moveRow(rows: FormRows, from: number, to: number): FormRows {
  const row = rows[from]
  if (!row || to < 0 || to >= rows.length) return rows
  const others = rows.filter((_, index) => index !== from)
  return [...others.slice(0, to), row, ...others.slice(to)]
}
