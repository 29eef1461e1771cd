import { announceText } from '@matricola/console/announcements/announcer.tsx'
import { useText } from '@matricola/console/i18n.ts'
import { Button } from '@matricola/console/kit/button.tsx'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  memo,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import type {
  WireGrade,
  WireGradeSheet,
  WireGradeSheetRow,
} from '#resources/academic/grade-sheet.ts'
import type { GradeRowView, GradeSheetStore } from './grade-sheet-store.ts'
import { useGradeName, useGradeRowStateText } from './use-grade-words.ts'

interface SheetRowProps {
  readonly row: WireGradeSheetRow
  readonly position: number
  readonly store: GradeSheetStore
  readonly can: WireGradeSheet['can']
  /** Handles a block of cells pasted into the row. Returns false if the text is not a block. */
  readonly onPaste: (text: string, from: number) => boolean
}

/** The input of a row. Each carries its position, by which the keyboard navigation finds it. */
const cellAt = (position: number) =>
  document.querySelector<HTMLInputElement>(`[data-grade-position="${position}"]`)

/** A student with the grade, an input if the user may enter it, and the state of the input. */
export const SheetRow = memo(
  function SheetRow({ row, position, store, can, onPaste }: SheetRowProps) {
    const t = useText('gradeSheets')
    const { studentId, name } = row
    const view = useSyncExternalStore(store.subscribe, () => store.row(studentId))
    const stateText = useGradeRowStateText()
    const isInvalid =
      view.state === 'unreadable' || view.state === 'conflict' || view.state === 'refused'
    const stateId = `grade-state-${studentId}`
    // Focus has usually moved on by then, so the announcement of a rejection includes the student's
    // name.
    const announceRefusal = () =>
      announceText(t('announcements.refused', { name, typed: view.text, why: stateText(view) }))
    const latestAnnounce = useRef(announceRefusal)
    latestAnnounce.current = announceRefusal
    useEffect(() => {
      if (view.state === 'refused' || view.state === 'conflict') latestAnnounce.current()
    }, [view.state])
    const facts = [
      row.number,
      row.group,
      row.resit && t(`resit.${row.resit}`),
      row.attempt > 1 && t('attempt', { count: row.attempt }),
      row.hasLeft && t('hasLeft'),
    ]
    return (
      <tr className={`grade-row grade-row-${rowStyle(view)}`}>
        <th scope="row">
          {name}
          <span className="caption">{facts.filter(Boolean).join(' · ')}</span>
        </th>
        <td className="grade-cell">
          {isEditable(view.grade, can) ? (
            <input
              className="input"
              data-grade-position={position}
              aria-label={t('gradeOf', { name })}
              aria-describedby={stateId}
              aria-invalid={isInvalid || undefined}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="next"
              value={view.text}
              onChange={(event) => store.type(studentId, event.target.value)}
              onFocus={(event) => event.target.select()}
              onBlur={() => view.state === 'unreadable' && announceRefusal()}
              onKeyDown={(event) => moveByKey(event, position, () => store.revert(studentId))}
              onPaste={(event: ClipboardEvent) => {
                if (onPaste(event.clipboardData.getData('text/plain'), position))
                  event.preventDefault()
              }}
            />
          ) : (
            <span className="grade-text">{view.text}</span>
          )}
        </td>
        <td id={stateId} className="grade-state">
          {stateText(view)}
          {view.state === 'conflict' && (
            <ConflictChoice
              view={view}
              onTheirs={() => store.revert(studentId)}
              onMine={() => store.resubmitTyped(studentId)}
            />
          )}
        </td>
      </tr>
    )
  },
  (before, after) =>
    before.row === after.row &&
    before.position === after.position &&
    before.store === after.store &&
    before.can.join() === after.can.join() &&
    before.onPaste === after.onPaste,
)

const isEditable = (grade: WireGrade | null, can: WireGradeSheet['can']) =>
  can.includes(grade === null || grade.state === 'draft' ? 'enter' : 'correct') &&
  grade?.state !== 'locked'

/** Style of a row: errors take precedence, then missing grades. */
const rowStyle = ({ state, grade }: GradeRowView) =>
  state === 'stored'
    ? grade === null
      ? 'missing'
      : grade.state
    : state === 'waiting' || state === 'sending'
      ? 'saving'
      : state

function moveByKey(
  event: KeyboardEvent<HTMLInputElement>,
  position: number,
  revert: () => void,
): void {
  const { key, shiftKey, altKey, ctrlKey, metaKey, nativeEvent } = event
  if (altKey || metaKey || nativeEvent.isComposing) return
  if (key === 'Escape') {
    revert()
    return
  }
  const target = targetPosition(key, { position, shiftKey, ctrlKey })
  if (target === null) return
  event.preventDefault()
  cellAt(target)?.focus()
}

/** Position of the cell that a key moves to; null if the key keeps its default effect. */
function targetPosition(
  key: string,
  { position, shiftKey, ctrlKey }: { position: number; shiftKey: boolean; ctrlKey: boolean },
): number | null {
  if (ctrlKey && key === 'Home') return 0
  if (ctrlKey && key === 'End') return document.querySelectorAll('[data-grade-position]').length - 1
  if (ctrlKey) return null
  if (key === 'ArrowDown' || (key === 'Enter' && !shiftKey)) return position + 1
  if (key === 'ArrowUp' || key === 'Enter') return position - 1
  return null
}

interface ConflictChoiceProps {
  readonly view: GradeRowView
  readonly onTheirs: () => void
  readonly onMine: () => void
}

/** Two grades for one cell, of which the user has to choose one. */
function ConflictChoice({ view, onTheirs, onMine }: ConflictChoiceProps) {
  const t = useText('gradeSheets')
  const gradeName = useGradeName()
  return (
    <span className="button-row no-print">
      <Button onClick={onTheirs}>
        {view.grade
          ? t('conflict.theirs', { grade: gradeName(view.grade) })
          : t('conflict.theirsEmpty')}
      </Button>
      <Button onClick={onMine}>
        {t('conflict.mine', { grade: view.text === '' ? '–' : view.text })}
      </Button>
    </span>
  )
}
