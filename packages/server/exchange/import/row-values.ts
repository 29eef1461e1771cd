/** Computes the changes that a row of cells makes to a record. */

import { isWritable } from '@matricola/schema/access.ts'
import { defaultOf } from '@matricola/schema/computed.ts'
import { familyOf, isEncrypted, isFieldType } from '@matricola/schema/field.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { countryFields } from '@matricola/schema/validation.ts'
import { maskNumber } from '@matricola/schema/values/mask.ts'
import { restorePostalCode } from '@matricola/schema/values/postal-code.ts'
import type { FieldIssues, Issue } from '@matricola/schema/wire/wire.ts'
import type { Permit } from '../../policy/permit.ts'
import type { RowRefusal } from '../../records/batch/types.ts'
import type { StoredRecord } from '../../records/reading/get-record.ts'
import type { Values } from '../../sql/storage.ts'
import type { FieldCell, RowCells } from './cells.ts'

/**
 * Returns the values of a row that differ from the record. An empty cell clears an optional field.
 * A field that the role may not write is rejected only if its cell differs.
 */
export function valuesToUpdate(
  { resource, role }: Permit,
  row: RowCells,
  stored: StoredRecord,
): Values | RowRefusal {
  const collector = createCollector()
  for (const [name, cell] of row) {
    if (isUnchanged(resource, name, cell, stored.values[name] ?? null)) continue
    if (isWritable(resource, role, name, 'update'))
      collector.take(name, cell, countryOf(resource, name, row, stored.values))
    // A role that cannot write a reference may be unable to read it too. In that case the cell is
    // empty, which is not a change.
    else if (!(cell.isEmpty && isFieldType(fieldOf(resource, name), 'reference')))
      collector.reject(name, 'field.notWritable')
  }
  return collector.verdict()
}

/**
 * Returns the values of a new record. Empty cells get their defaults. For `required` see
 * `requiredImportFields`.
 */
export function valuesToCreate(
  { resource, role }: Permit,
  row: RowCells,
  required: readonly string[],
): Values | RowRefusal {
  const collector = createCollector()
  for (const name of required) if (!row.has(name)) collector.reject(name, 'required')
  for (const [name, cell] of row) {
    if (cell.isEmpty) {
      if (required.includes(name)) collector.reject(name, 'required')
    } else if (isWritable(resource, role, name, 'create'))
      collector.take(name, cell, countryOf(resource, name, row, {}))
    else if (!('value' in cell.read && isEqual(cell.read.value, initialValue(resource, name))))
      collector.reject(name, 'field.notWritable')
  }
  return collector.verdict()
}

function createCollector() {
  const values: Record<string, unknown> = {}
  const issues: Record<string, readonly Issue[]> = {}
  return {
    take(name: string, { read }: FieldCell, country: unknown) {
      if ('issues' in read) issues[name] = read.issues
      else
        values[name] =
          typeof read.value === 'string' ? restorePostalCode(country, read.value) : read.value
    },
    reject(name: string, code: string) {
      issues[name] = [{ code }]
    },
    verdict: (): Values | RowRefusal =>
      Object.keys(issues).length > 0 ? invalidRow(issues) : values,
  }
}

/**
 * The country that the field's format depends on: from the row, else from the record. Undefined for
 * other fields.
 */
function countryOf(resource: AnyResource, name: string, row: RowCells, before: Values): unknown {
  const country = countryFields(resource).find((one) => one.name === name)?.country
  if (country === undefined) return undefined
  const cell = row.get(country)
  return (
    (cell && !cell.isEmpty && 'value' in cell.read ? cell.read.value : before[country]) ??
    defaultOf(fieldOf(resource, country))
  )
}

export const invalidRow = (issues: FieldIssues): RowRefusal => ({ verdict: 'invalid', issues })

/**
 * Whether a cell equals the stored value. Masked numbers count as equal, and moments are compared
 * to the second, as in files.
 */
function isUnchanged(
  resource: AnyResource,
  name: string,
  { cell, isEmpty, read }: FieldCell,
  before: unknown,
): boolean {
  const spec = fieldOf(resource, name)
  if (isEmpty) return before === null || (Array.isArray(before) && before.length === 0)
  if (isEncrypted(spec) && typeof before === 'string' && String(cell).trim() === maskNumber(before))
    return true
  if ('issues' in read) return false
  if (familyOf(spec) === 'instant')
    return String(read.value).slice(0, 19) === String(before).slice(0, 19)
  return isEqual(read.value, before)
}

/** Initial value of a field in a new record. */
function initialValue({ workflow, fields }: AnyResource, name: string): unknown {
  if (workflow?.field === name) return workflow.initial
  const spec = fields[name]
  return (spec && defaultOf(spec)) ?? null
}

const isEqual = (one: unknown, other: unknown) =>
  JSON.stringify(one) === JSON.stringify(other ?? null)
