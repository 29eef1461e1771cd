/** Converts values of a field to cells of a file and back, and validates them. */

import { type FieldSpec, familyOf } from '@matricola/schema/field.ts'
import type { Family } from '@matricola/schema/field-type.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { fieldSchema, validateInput } from '@matricola/schema/validation.ts'
import { isInexactNumber, isMangledNumber } from '@matricola/schema/values/mangled-number.ts'
import type { UnreadCell } from '../ports/file-reader.ts'
import {
  type CellReadOptions,
  type CellReadResult,
  type CellWriteOptions,
  type ExchangeCell,
  findCellFormat,
  rejected,
} from './cell-formats.ts'
import { unescapeFormula } from './files/formula.ts'

export const writeCell = (
  resource: AnyResource,
  name: string,
  value: unknown,
  options: CellWriteOptions,
): ExchangeCell => cellWriter(resource, name, options)(value)

/**
 * Returns a function that converts values of a field to cells. An absent value becomes an empty
 * cell.
 */
export function cellWriter(
  resource: AnyResource,
  name: string,
  options: CellWriteOptions,
): (value: unknown) => ExchangeCell {
  const spec = fieldOf(resource, name)
  const write = findCellFormat(spec)?.write({ spec, resource, name, ...options })
  return (value) => (value === null || value === undefined || !write ? null : write(value))
}

/**
 * Whether the field can be read from a cell. An upload cannot: its cell only says that a file
 * exists.
 */
export const isReadableFromCells = (spec: FieldSpec) => !['file', 'none'].includes(familyOf(spec))

export const isEmptyCell = (cell: ExchangeCell | UnreadCell) =>
  cell === null || (typeof cell === 'string' && unescapeFormula(cell).trim() === '')

/**
 * Reads a cell and validates the value as a form would. An empty cell is null, which a required
 * field rejects.
 */
export const readCell = (
  resource: AnyResource,
  name: string,
  cell: ExchangeCell,
  options: CellReadOptions,
): CellReadResult => cellReader(resource, name, options)(cell)

/** Returns a function that reads cells of a field. */
export function cellReader(
  resource: AnyResource,
  name: string,
  options: CellReadOptions,
): (cell: ExchangeCell) => CellReadResult {
  const spec = fieldOf(resource, name)
  const read = findCellFormat(spec)?.read({ spec, resource, name, ...options })
  const schema = fieldSchema(resource, name)
  const isIdentifier = identifyingFamilies.includes(familyOf(spec)) && spec.type !== 'longText'
  const empty = familyOf(spec) === 'choices' && !spec.options.optional ? [] : null
  return (cell) => {
    if (!read) return rejected('field.notWritable')
    if (isIdentifier && isRuinedNumberCell(cell)) return rejected('text.ruined')
    const found = isEmptyCell(cell) ? { value: empty } : read(cell)
    if ('issues' in found) return found
    const checked = validateInput(schema, found.value)
    return checked.ok
      ? { value: checked.value }
      : { issues: Object.values(checked.fields)[0] ?? [{ code: 'type.wrong' }] }
  }
}

/**
 * Families whose values are texts or name a record. A number in such a cell is an identifier, not
 * an amount.
 */
const identifyingFamilies: readonly Family[] = ['text', 'ascii', 'secret', 'id', 'ids']
const isRuinedNumberCell = (cell: ExchangeCell) =>
  typeof cell === 'number'
    ? isInexactNumber(cell)
    : typeof cell === 'string' && isMangledNumber(unescapeFormula(cell))
