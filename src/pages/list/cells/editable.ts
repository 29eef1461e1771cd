import { isEncrypted } from '#model/field.ts'
import { type AnyResource, fieldOf } from '#model/resource.ts'
import { shownIn } from '#model/translations.ts'
import type { WireRecord } from '#model/wire/wire.ts'
import type { May } from '#src/console/may.ts'
import { currentLanguage } from '#src/i18n.ts'
import { type FormAsker, fieldState, valuesOf } from '#src/pages/form/draft.ts'
import { isName } from '../columns.ts'

/** Whether a user may change a cell in place. The column must be declared editable, and the form must accept the field. */
export function isEditable(resource: AnyResource, name: string, record: WireRecord, asker: FormAsker, may: May): boolean {
  if (!resource.list.editable?.includes(name) || isName(resource, name) || isEncrypted(fieldOf(resource, name))) return false
  // The cell shows a fallback language, so editing it would change a different text from the one shown.
  if (!shownIn(resource, record, name, currentLanguage()).isOwn) return false
  if (!may('update', resource, record, name)) return false
  const { visible, readOnly } = fieldState(resource, name, valuesOf(resource, record), asker, 'edit')
  return visible && !readOnly
}

export interface CellPlace {
  readonly record: WireRecord
  readonly name: string
}

/** Key by which the pencil of a cell is found in the DOM. */
export const cellKey = (id: string, name: string) => `${id} ${name}`

/** Returns the next or previous editable cell in reading order; null past the ends. */
export function cellBeside(cells: readonly CellPlace[], { record, name }: CellPlace, step: 1 | -1): CellPlace | null {
  const at = cells.findIndex((cell) => cell.record.id === record.id && cell.name === name)
  return at < 0 ? null : (cells[at + step] ?? null)
}

/** Returns the same column in the next or previous row in which it is editable. */
export const cellInColumn = (cells: readonly CellPlace[], place: CellPlace, step: 1 | -1): CellPlace | null =>
  cellBeside(
    cells.filter(({ name }) => name === place.name),
    place,
    step,
  )
