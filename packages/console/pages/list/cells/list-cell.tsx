import { fieldKey } from '@matricola/schema/message-keys.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useTranslation } from 'react-i18next'
import { lazyOverlay } from '../../../app/lazy-overlay.tsx'
import { FieldValue } from '../../../fields/field-value.tsx'
import { titleText } from '../../../fields/title-text.ts'
import { Icon } from '../../../icons/icon.tsx'
import { StateCell } from '../state-cell.tsx'
import './cells.css'
import { type CellAddress, cellKey } from './editable.ts'
import type { CellEditing } from './use-cell-editing.ts'

// Loaded on demand: the editor needs the inputs of every field type, which a list does not.
const CellEditor = lazyOverlay(async () => (await import('./cell-editor.tsx')).CellEditor)

interface ListCellProps {
  readonly resource: AnyResource
  readonly name: string
  readonly record: WireRecord
  /** Opens the cell for editing; null if it is read-only. */
  readonly open: ((cell: CellAddress) => void) | null
  /**
   * The edit of a cell in this row, and all editable cells on the page. Null if no cell of the row
   * is being edited.
   */
  readonly changing: {
    readonly editing: CellEditing
    readonly cells: readonly CellAddress[]
  } | null
}

/**
 * A value in a list. If the user may change it, the cell has a pencil button, or its input while it
 * is being edited.
 */
export function ListCell({ resource, name, record, open, changing }: ListCellProps) {
  const { t } = useTranslation(['shell', 'resources'])
  if (name === resource.workflow?.field)
    return <StateCell resource={resource} name={name} record={record} />
  const value = <FieldValue resource={resource} name={name} record={record} isShort />
  if (!open) return value
  const draft = changing?.editing.draft
  if (changing && draft?.name === name)
    return (
      <CellEditor resource={resource} draft={draft} {...changing} onClose={changing.editing.cancel}>
        {value}
      </CellEditor>
    )
  const label = t('shell:list.cell.edit', {
    field: t(`resources:${fieldKey(resource, name)}`),
    name: titleText(resource, record, t),
  })
  return (
    <span className="cell-value">
      {value}
      <button
        type="button"
        className="cell-pencil"
        data-cell={cellKey(record.id, name)}
        aria-label={label}
        aria-keyshortcuts="F2"
        onClick={() => open({ record, name })}
      >
        <Icon name="pencil" />
      </button>
    </span>
  )
}
