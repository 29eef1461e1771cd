import { isEncrypted } from '@matricola/schema/field.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { localizedValue } from '@matricola/schema/translations.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Can } from '../../../app/use-permission.ts'
import { currentLanguage } from '../../../i18n.ts'
import { type FormCaller, fieldState, valuesOf } from '../../form/form-values.ts'
import { isTitleColumn } from '../columns.ts'

/**
 * Whether a user may change a cell in place. The column must be declared editable, and the form
 * must accept the field.
 */
export function isCellEditable(
  resource: AnyResource,
  name: string,
  record: WireRecord,
  caller: FormCaller,
  can: Can,
): boolean {
  if (
    !resource.list.editable?.includes(name) ||
    isTitleColumn(resource, name) ||
    isEncrypted(fieldOf(resource, name))
  )
    return false
  // The cell shows a fallback language, so editing it would change a different text from the one
  // shown.
  if (!localizedValue(resource, record, name, currentLanguage()).isOriginal) return false
  if (!can('update', resource, record, name)) return false
  const { visible, readOnly } = fieldState(
    resource,
    name,
    valuesOf(resource, record),
    caller,
    'edit',
  )
  return visible && !readOnly
}

export interface CellAddress {
  readonly record: WireRecord
  readonly name: string
}

/** Key for finding the pencil of a cell in the DOM. */
export const cellKey = (id: string, name: string) => `${id} ${name}`

/** Returns the next or previous editable cell in reading order; null past the ends. */
export function findAdjacentCell(
  cells: readonly CellAddress[],
  { record, name }: CellAddress,
  step: 1 | -1,
): CellAddress | null {
  const index = cells.findIndex((cell) => cell.record.id === record.id && cell.name === name)
  return index < 0 ? null : (cells[index + step] ?? null)
}

/** Returns the same column in the next or previous row in which it is editable. */
export const findCellInColumn = (
  cells: readonly CellAddress[],
  address: CellAddress,
  step: 1 | -1,
): CellAddress | null =>
  findAdjacentCell(
    cells.filter(({ name }) => name === address.name),
    address,
    step,
  )
