/** Reads rows of cells as field values. References of all rows are looked up together. */
import { type FieldSpec, familyOf, isFieldType } from '@matricola/schema/field.ts'
import { related } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import type { DetectedDayOrder } from '@matricola/schema/values/parse-date.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Queries } from '../../database/database.ts'
import type { Permit } from '../../policy/permit.ts'
import {
  type CellErrorCode,
  isUnreadCell,
  maxCellCharacters,
  type RawCell,
} from '../../ports/file-reader.ts'
import {
  type CellReadResult,
  keyTextOf,
  linkedTexts,
  type ExchangeCell as ReadableCell,
} from '../cell-formats.ts'
import { cellReader, isEmptyCell } from '../cells.ts'
import { isErrorText } from '../files/formula.ts'
import { booleanLabel, type Localization } from '../labels.ts'
import { findExampleKey, referenceIds } from '../reference-keys.ts'

/** A cell, and the value that the field reads from it. */
export interface FieldCell {
  readonly cell: RawCell
  readonly isEmpty: boolean
  readonly read: CellReadResult
}
export type RowCells = ReadonlyMap<string, FieldCell>

interface CellsToRead {
  readonly permit: Permit
  /** The field of each column; null: not imported. */
  readonly mapping: readonly (string | null)[]
  readonly localization: Localization
  /** Order of day and month in each column; absent: day first. */
  readonly dayOrders?: readonly (DetectedDayOrder | null)[] | undefined
}

/** Returns the issue code for a cell that could not be read. */
const issueCodeOf = (fault: CellErrorCode) => (fault === 'error' ? 'cell.broken' : `cell.${fault}`)

const isNothing = (value: unknown) =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

/**
 * Returns the maximum length of a cell. Fields that are not texts hold choices, keys, numbers or
 * dates, which are short.
 */
const maxCellLength = (spec: FieldSpec) => {
  const family = familyOf(spec)
  if (['text', 'ascii', 'secret'].includes(family)) return maxCellCharacters
  return family === 'ids' ? 10_000 : 2000
}
const isTooLong = (spec: FieldSpec, cell: RawCell) =>
  typeof cell === 'string' && cell.length > maxCellLength(spec)

/** Reads a cell. Only an empty cell means no value; any other cell that yields none is rejected. */
export function readFieldCell(
  spec: FieldSpec,
  cell: RawCell,
  read: (cell: ReadableCell) => CellReadResult,
): CellReadResult {
  if (isUnreadCell(cell)) return { issues: [{ code: issueCodeOf(cell.fault) }] }
  if (isTooLong(spec, cell)) return { issues: [{ code: 'cell.long' }] }
  if (typeof cell === 'string' && isErrorText(cell.trim()))
    return { issues: [{ code: 'cell.broken' }] }
  const found = read(cell)
  return 'value' in found && isNothing(found.value) && !isEmptyCell(cell)
    ? { issues: [{ code: 'cell.meansNothing' }] }
    : found
}

/** Returns the cells of each row by field name. */
export async function readCells(
  queries: Queries,
  { permit, mapping, localization, dayOrders }: CellsToRead,
  rows: readonly (readonly RawCell[])[],
): Promise<RowCells[]> {
  const { resource } = permit
  const columns = mapping.flatMap((name, index) => (name === null ? [] : [{ name, index }]))
  const ids = new Map<string, ReadonlyMap<string, string>>()
  const examples = new Map<string, string>()
  for (const [to, texts] of textsByTarget(resource, columns, rows)) {
    const idsByText = await referenceIds(queries, permit, related(resource, to), [...texts])
    ids.set(to, idsByText)
    const example =
      idsByText.size < texts.size
        ? await findExampleKey(queries, permit, related(resource, to))
        : null
    if (example !== null) examples.set(to, example)
  }
  const readers = columns.map(({ name, index }) => {
    const dayOrder = dayOrders?.[index] ?? undefined
    return cellReader(resource, name, {
      ...localization,
      ids,
      examples,
      ...(dayOrder && { dayOrder }),
    })
  })
  return rows.map(
    (cells) =>
      new Map(
        columns.map(({ name, index }, i): [string, FieldCell] => {
          const cell = cells[index] ?? ''
          const reader = readers[i]
          return [
            name,
            {
              cell,
              isEmpty: isEmptyCell(cell),
              read: reader ? readFieldCell(fieldOf(resource, name), cell, reader) : { value: null },
            },
          ]
        }),
      ),
  )
}

function textsByTarget(
  resource: AnyResource,
  columns: readonly { readonly name: string; readonly index: number }[],
  rows: readonly (readonly RawCell[])[],
): Map<string, Set<string>> {
  const byTarget = new Map<string, Set<string>>()
  for (const { name, index } of columns) {
    const spec = fieldOf(resource, name)
    if (!isFieldType(spec, 'reference') && !isFieldType(spec, 'links')) continue
    const textsOf = isFieldType(spec, 'links')
      ? linkedTexts
      : (cell: ReadableCell) => [keyTextOf(cell)]
    const texts = byTarget.get(spec.to) ?? new Set()
    for (const cells of rows) {
      const cell = cells[index] ?? ''
      if (!isUnreadCell(cell) && !isTooLong(spec, cell) && !isEmptyCell(cell))
        for (const text of textsOf(cell)) texts.add(text)
    }
    byTarget.set(spec.to, texts)
  }
  return byTarget
}

/** Returns a cell as text; numbers have the decimal separator of the language. */
export function cellText(cell: RawCell, localization: Localization): string {
  if (typeof cell === 'string') return cell
  if (isUnreadCell(cell)) return cell.shown
  if (typeof cell === 'boolean') return booleanLabel(cell, localization)
  const text = String(cell)
  return usesComma(localization.language) ? text.replace('.', ',') : text
}
const usesComma = (language: Language) => language !== 'en'
