import { type ChangeEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { WireRecord } from '#model/wire.ts'
import type { Selecting } from './use-selection.ts'

/** The checkbox of one row. With Shift, the rows since the last one change with it. */
export function SelectRow({
  selecting,
  record,
  name,
}: {
  readonly selecting: Selecting
  readonly record: WireRecord
  readonly name: string
}) {
  const { t } = useTranslation('bulk')
  const withShift = (event: ChangeEvent<HTMLInputElement>) => event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey
  return (
    <label className="select-box">
      <input
        type="checkbox"
        data-select={record.id}
        aria-label={t('select.row', { name })}
        aria-keyshortcuts="x"
        checked={selecting.isSelected(record.id)}
        onChange={(event) => selecting.toggle(record.id, withShift(event))}
      />
    </label>
  )
}

/** The checkbox of the page: ticked, empty, or a dash where some rows are selected. */
export function SelectPage({ selecting, withWords = false }: { readonly selecting: Selecting; readonly withWords?: boolean }) {
  const { t } = useTranslation('bulk')
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = selecting.page === 'some'
  }, [selecting.page])
  return (
    <label className={withWords ? 'select-page' : 'select-box'}>
      <input
        ref={box}
        type="checkbox"
        data-select-page
        aria-label={withWords ? undefined : t('select.page')}
        checked={selecting.page === 'all'}
        onChange={selecting.togglePage}
      />
      {withWords && t('select.page')}
    </label>
  )
}

/** Why the row was left as it was by the job that it was selected for. */
export function RowReason({ reason }: { readonly reason: string | undefined }) {
  return reason ? <p className="row-reason">{reason}</p> : null
}
