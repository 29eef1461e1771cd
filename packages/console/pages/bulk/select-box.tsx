import { type ChangeEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type RowSelection, useRowReason } from './selection.ts'
import { type Selectable, useSelection } from './use-selection.ts'

/**
 * The checkbox of one row, updated by `useSelectionMarks`. Shift-click also changes all rows since
 * the last one clicked.
 */
export function SelectRow({
  rows,
  id,
  label,
}: {
  readonly rows: RowSelection
  readonly id: string
  readonly label: string
}) {
  const withShift = (event: ChangeEvent<HTMLInputElement>) =>
    event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey
  return (
    <label className="select-box">
      <input
        type="checkbox"
        data-select={id}
        aria-label={label}
        aria-keyshortcuts="x"
        onChange={(event) => rows.toggle(id, withShift(event))}
      />
    </label>
  )
}

/**
 * The checkbox of the page: checked, unchecked, or indeterminate if only some rows are selected.
 */
export function SelectPage({
  selectable,
  hasLabel = false,
}: {
  readonly selectable: Selectable
  readonly hasLabel?: boolean
}) {
  const { t } = useTranslation('bulk')
  const selecting = useSelection(selectable)
  const checkbox = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (checkbox.current) checkbox.current.indeterminate = selecting.page === 'some'
  }, [selecting.page])
  return (
    <label className={hasLabel ? 'select-page' : 'select-box'}>
      <input
        ref={checkbox}
        type="checkbox"
        data-select-page
        aria-label={hasLabel ? undefined : t('select.page')}
        checked={selecting.page === 'all'}
        onChange={selecting.togglePage}
      />
      {hasLabel && t('select.page')}
    </label>
  )
}

/** Shows why the last job did not change the row. */
export function RowReason({
  rows,
  id,
}: {
  readonly rows: RowSelection | null
  readonly id: string
}) {
  const reason = useRowReason(rows, id)
  return reason ? <p className="row-reason">{reason}</p> : null
}
