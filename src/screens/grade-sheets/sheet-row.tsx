import { type ClipboardEvent, type KeyboardEvent, memo, useEffect, useRef, useSyncExternalStore } from 'react'
import type { WireGrade, WireGradeSheet, WireGradeSheetRow } from '#model/academic/grade-sheet.ts'
import { useText } from '#src/i18n.ts'
import { Button } from '#src/kit/button.tsx'
import { announce } from '#src/spoken/announcer.tsx'
import type { RowView, SheetStore } from './sheet-store.ts'
import { useMarkName, useStateText } from './use-words.ts'

interface SheetRowProps {
  readonly row: WireGradeSheetRow
  readonly place: number
  readonly store: SheetStore
  readonly can: WireGradeSheet['can']
  /** Handles a block of cells pasted into that row. Returns false if the text is not a block. */
  readonly onPaste: (text: string, from: number) => boolean
}

/** The input of a row. Each carries its position, by which the keyboard navigation finds it. */
const cellAt = (place: number) => document.querySelector<HTMLInputElement>(`[data-mark-place="${place}"]`)

/** A student with the grade, an input if the user may enter it, and the state of the input. */
export const SheetRow = memo(
  function SheetRow({ row, place, store, can, onPaste }: SheetRowProps) {
    const t = useText('marks')
    const { studentId, name } = row
    const view = useSyncExternalStore(store.subscribe, () => store.row(studentId))
    const stateText = useStateText()
    const isBad = view.state === 'unreadable' || view.state === 'conflict' || view.state === 'refused'
    const stateId = `mark-state-${studentId}`
    // Focus has usually moved on by then, so the announcement of a rejection includes the student's name.
    const say = () => announce(t('said.refused', { name, typed: view.text, why: stateText(view) }))
    const saying = useRef(say)
    saying.current = say
    useEffect(() => {
      if (view.state === 'refused' || view.state === 'conflict') saying.current()
    }, [view.state])
    const facts = [
      row.number,
      row.group,
      row.resit && t(`resit.${row.resit}`),
      row.attempt > 1 && t('attempt', { count: row.attempt }),
      row.hasLeft && t('hasLeft'),
    ]
    return (
      <tr className={`mark-row mark-row-${lookOf(view)}`}>
        <th scope="row">
          {name}
          <span className="caption">{facts.filter(Boolean).join(' · ')}</span>
        </th>
        <td className="mark-cell">
          {isOpen(view.mark, can) ? (
            <input
              className="input"
              data-mark-place={place}
              aria-label={t('markOf', { name })}
              aria-describedby={stateId}
              aria-invalid={isBad || undefined}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="next"
              value={view.text}
              onChange={(event) => store.type(studentId, event.target.value)}
              onFocus={(event) => event.target.select()}
              onBlur={() => view.state === 'unreadable' && say()}
              onKeyDown={(event) => moveByKey(event, place, () => store.revert(studentId))}
              onPaste={(event: ClipboardEvent) => {
                if (onPaste(event.clipboardData.getData('text/plain'), place)) event.preventDefault()
              }}
            />
          ) : (
            <span className="mark-text">{view.text}</span>
          )}
        </td>
        <td id={stateId} className="mark-state">
          {stateText(view)}
          {view.state === 'conflict' && (
            <Choice view={view} onTheirs={() => store.revert(studentId)} onMine={() => store.insist(studentId)} />
          )}
        </td>
      </tr>
    )
  },
  (before, after) =>
    before.row === after.row &&
    before.place === after.place &&
    before.store === after.store &&
    before.can.join() === after.can.join() &&
    before.onPaste === after.onPaste,
)

const isOpen = (mark: WireGrade | null, can: WireGradeSheet['can']) =>
  can.includes(mark === null || mark.state === 'draft' ? 'enter' : 'correct') && mark?.state !== 'locked'

/** Style of a row: errors take precedence, then missing grades. */
const lookOf = ({ state, mark }: RowView) =>
  state === 'stored' ? (mark === null ? 'missing' : mark.state) : state === 'waiting' || state === 'sending' ? 'saving' : state

function moveByKey(event: KeyboardEvent<HTMLInputElement>, place: number, revert: () => void): void {
  const { key, shiftKey, altKey, ctrlKey, metaKey, nativeEvent } = event
  if (altKey || metaKey || nativeEvent.isComposing) return
  if (key === 'Escape') {
    revert()
    return
  }
  const target = targetOf(key, { place, shiftKey, ctrlKey })
  if (target === null) return
  event.preventDefault()
  cellAt(target)?.focus()
}

/** Position of the cell that a key moves to; null if the key keeps its default effect. */
function targetOf(key: string, { place, shiftKey, ctrlKey }: { place: number; shiftKey: boolean; ctrlKey: boolean }): number | null {
  if (ctrlKey && key === 'Home') return 0
  if (ctrlKey && key === 'End') return document.querySelectorAll('[data-mark-place]').length - 1
  if (ctrlKey) return null
  if (key === 'ArrowDown' || (key === 'Enter' && !shiftKey)) return place + 1
  if (key === 'ArrowUp' || key === 'Enter') return place - 1
  return null
}

interface ChoiceProps {
  readonly view: RowView
  readonly onTheirs: () => void
  readonly onMine: () => void
}

/** Two grades for one cell, of which the user has to choose one. */
function Choice({ view, onTheirs, onMine }: ChoiceProps) {
  const t = useText('marks')
  const markName = useMarkName()
  return (
    <span className="button-row no-print">
      <Button onClick={onTheirs}>{view.mark ? t('conflict.theirs', { mark: markName(view.mark) }) : t('conflict.theirsEmpty')}</Button>
      <Button onClick={onMine}>{t('conflict.mine', { mark: view.text === '' ? '–' : view.text })}</Button>
    </span>
  )
}
