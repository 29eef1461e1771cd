import { announceText, useAnnounce } from '@matricola/console/announcements/announcer.tsx'
import { useHttp } from '@matricola/console/app/console-context.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import { ChoiceBadge } from '@matricola/console/fields/choice-badge.tsx'
import { timeText } from '@matricola/console/fields/date-text.ts'
import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { Button } from '@matricola/console/kit/button.tsx'
import { findStoredValue, storeValue as keepText } from '@matricola/console/local-storage.ts'
import { PageHeader } from '@matricola/console/pages/form/page-header.tsx'
import { pagePaths } from '@matricola/schema/paths.ts'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { WireGradeSheet } from '#resources/academic/grade-sheet.ts'
import {
  isCellBlock,
  type PastedGrades,
  parsePastedGrades,
} from '#resources/academic/grade-sheet-entry.ts'
import { exams } from '#resources/exams.ts'
import { CorrectionBar } from './correction-bar.tsx'
import { GradeSheetStore, type GradeSheetView } from './grade-sheet-store.ts'
import { GradeStatistics } from './grade-statistics.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { saveGradeRows } from './sheet-calls.ts'
import { SheetFacts } from './sheet-facts.tsx'
import { SheetRow } from './sheet-row.tsx'
import { useGradeWords } from './use-grade-words.ts'

interface GradeSheetPageProps {
  readonly sheet: WireGradeSheet
  readonly title: string
  readonly onReload: () => Promise<unknown>
}

/** Result of a paste, and the previous texts of its cells. */
interface Paste extends PastedGrades {
  readonly previousTexts: readonly { readonly studentId: string; readonly text: string }[]
}

/** A grade sheet: the participants, a cell for each grade, and actions on the whole sheet. */
export function GradeSheetPage({ sheet, title, onReload }: GradeSheetPageProps) {
  const t = useText('gradeSheets')
  const { role } = useUser()
  const { exam, rows, can } = sheet
  const gradeTexts = useGradeWords()
  const store = useSheetStore(sheet)
  const view = useSyncExternalStore(store.subscribe, store.view)
  const [visibleStudentIds, setVisibleStudentIds] = useState<ReadonlySet<string> | null>(null)
  const [paste, setPaste] = useState<Paste | null>(null)
  const [isPublishing, setPublishing] = useState(false)
  const visibleRows = visibleStudentIds
    ? rows.filter(({ studentId }) => visibleStudentIds.has(studentId))
    : rows
  const canEnter = can.includes('enter')
  const hasGrades = view.drafts + view.missing > 0

  // The filter is fixed when it is set, so that rows do not disappear while their grades are
  // entered.
  const filter = () =>
    setVisibleStudentIds(
      visibleStudentIds
        ? null
        : new Set(
            rows
              .filter(({ studentId, hasLeft }) => !hasLeft && store.row(studentId).grade === null)
              .map(({ studentId }) => studentId),
          ),
    )
  const pasteBlock = (text: string, from: number): boolean => {
    if (!isCellBlock(text)) return false
    const pasted = parsePastedGrades(text, {
      rows: /\t/.test(text) ? rows : visibleRows,
      from,
      texts: gradeTexts,
    })
    const previousTexts = pasted.cells.map(({ studentId }) => ({
      studentId,
      text: store.row(studentId).text,
    }))
    for (const cell of pasted.cells) store.type(cell.studentId, cell.text)
    setPaste({ ...pasted, previousTexts })
    return true
  }
  // A stable callback, so that memoized rows do not rerender while other grades are typed.
  const latest = useRef(pasteBlock)
  latest.current = pasteBlock
  const onPaste = useCallback((text: string, from: number) => latest.current(text, from), [])
  const undoPaste = () => {
    for (const { studentId, text } of paste?.previousTexts ?? []) store.type(studentId, text)
    setPaste(null)
  }
  const publish = async () => {
    await store.flush()
    setPublishing(true)
  }

  return (
    <div className="page grade-sheet">
      <PageHeader
        title={title}
        back={{ to: pagePaths(exams, role).show.replace(':id', exam.id), label: exam.className }}
        badge={
          <ChoiceBadge
            option={exams.fields.state.choices[exam.state]}
            label={t(`resources:exams.choices.state.${exam.state}`)}
          />
        }
        actions={
          <>
            <Button onClick={() => window.print()}>
              <Icon name="print" />
              {t('print')}
            </Button>
            {can.includes('publish') && (hasGrades || exam.state !== 'graded') && (
              <Button kind="primary" onClick={() => void publish()}>
                {t(hasGrades ? 'publish.button' : 'publish.closeButton')}
              </Button>
            )}
          </>
        }
      />
      <SheetFacts sheet={sheet} />
      <GradeStatistics store={store} passMark={sheet.passMark} />
      {rows.length > 0 && !canEnter && (
        <p className="message">{t(closedReasonKey(sheet, role === 'professor'))}</p>
      )}
      {canEnter && (
        <div className="inline-group grade-sheet-bar no-print">
          <SavingStatus view={view} />
          <Button aria-pressed={visibleStudentIds !== null} onClick={filter}>
            {t('onlyMissing')} ({view.missing})
          </Button>
        </div>
      )}
      {paste && <PasteNotice pasted={paste} onUndo={undoPaste} onClose={() => setPaste(null)} />}
      {view.corrections > 0 && <CorrectionBar store={store} rows={rows} count={view.corrections} />}
      {canEnter && <Legend />}
      {visibleRows.length === 0 ? (
        <p className="panel grade-sheet-empty">{t(rows.length === 0 ? 'empty' : 'noneMissing')}</p>
      ) : (
        <div className="table-box panel">
          <table className="plain-table grade-sheet-table">
            <caption className="visually-hidden">
              {t('caption', { course: exam.courseName })}
            </caption>
            <thead>
              <tr>
                <th scope="col">{t('columns.student')}</th>
                <th scope="col">{t('columns.grade')}</th>
                <th scope="col">{t('columns.state')}</th>
              </tr>
            </thead>
            <tbody>
              {visibleRows.map((row, index) => (
                <SheetRow
                  key={row.studentId}
                  row={row}
                  position={index}
                  store={store}
                  can={can}
                  onPaste={onPaste}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {isPublishing && (
        <PublishDialog
          sheet={sheet}
          store={store}
          onClose={() => setPublishing(false)}
          onDone={onReload}
        />
      )}
    </div>
  )
}

/**
 * Instructions for entering grades. Open on the first visit in this browser and collapsed
 * afterwards.
 */
function Legend() {
  const t = useText('gradeSheets')
  const { id } = useUser()
  const key = `matricola.marks.legend.${id}`
  const [isFirst] = useState(() => findStoredValue(key) === null)
  useEffect(() => keepText(key, 'seen'), [key])
  return (
    <details className="grade-sheet-legend no-print" open={isFirst}>
      <summary>{t('legend.title')}</summary>
      <p>
        {t('legend.grades', { absent: t('letters.absent'), notEligible: t('letters.notEligible') })}
      </p>
      <p>{t('legend.keys')}</p>
      <p>{t('legend.paste')}</p>
    </details>
  )
}

/** Text key of the reason why nothing can be entered now. */
function closedReasonKey({ exam }: WireGradeSheet, isProfessor: boolean): string {
  if (exam.state === 'cancelled') return 'cancelled'
  if (exam.state === 'locked') return 'closed'
  return isProfessor ? 'notYet' : 'readOnly'
}

/**
 * Creates the store of a sheet. Restores unsent input from this device, and sends pending input
 * when the page is left.
 */
function useSheetStore(sheet: WireGradeSheet): GradeSheetStore {
  const http = useHttp()
  const { id: userId } = useUser()
  const gradeTexts = useGradeWords()
  const examId = sheet.exam.id
  // Created once per exam, because it holds the typed input.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer sheet is applied below
  const store = useMemo(() => {
    const key = `matricola.marks.${userId}.${examId}`
    return new GradeSheetStore(sheet, {
      gradeTexts,
      send: (rows, reason) => saveGradeRows(http, examId, rows, reason),
      storeUnsent: (typed) => keepText(key, JSON.stringify(typed)),
      unsent: sheet.can.includes('enter') ? parseUnsent(findStoredValue(key)) : {},
    })
  }, [userId, examId])
  useEffect(() => store.applySheet(sheet), [store, sheet])
  useEffect(() => {
    const retry = () => void store.flush()
    window.addEventListener('online', retry)
    return () => {
      window.removeEventListener('online', retry)
      void store.flush()
      store.stop()
    }
  }, [store])
  return store
}

function parseUnsent(text: string | null): { readonly [studentId: string]: string } {
  try {
    const stored: unknown = JSON.parse(text ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(
      Object.entries(stored).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    )
  } catch {
    return {}
  }
}

interface PasteNoticeProps {
  readonly pasted: PastedGrades
  readonly onUndo: () => void
  readonly onClose: () => void
}

/**
 * Reports how many grades were pasted and how many lines matched no student, with an undo button.
 */
function PasteNotice({ pasted, onUndo, onClose }: PasteNoticeProps) {
  const t = useText('gradeSheets')
  const { cells, unplaced } = pasted
  const done = t('pasted.done', { count: cells.length })
  const left = unplaced.length > 0 ? t('pasted.lost', { count: unplaced.length }) : ''
  useAnnounce(`${done} ${left}`.trim())
  return (
    <div className={unplaced.length > 0 ? 'message message-warn no-print' : 'message no-print'}>
      <div>
        <p>{done}</p>
        {unplaced.length > 0 && (
          <>
            <p>{left}</p>
            <ul className="grade-sheet-unmatched">
              {unplaced.map(({ line, text, problem }) => (
                <li key={line}>{t('pasted.line', { line, text, why: t(`pasted.${problem}`) })}</li>
              ))}
            </ul>
          </>
        )}
        <div className="button-row">
          {cells.length > 0 && <Button onClick={onUndo}>{t('pasted.undo')}</Button>}
          <Button onClick={onClose}>{t('pasted.close')}</Button>
        </div>
      </div>
    </div>
  )
}

/** Typing pause before "all saved" is announced, in milliseconds. */
const pauseMs = 2000

/**
 * Shows whether the input is stored. Announced after a typing pause, and immediately if it cannot
 * be sent.
 */
function SavingStatus({ view }: { readonly view: GradeSheetView }) {
  const t = useText('gradeSheets')
  const language = useLanguage()
  const statusText = savingText()
  const hasStatus = view.savedAt !== null || view.saving === 'offline'
  useEffect(() => {
    if (!hasStatus || view.saving === 'saving') return
    const timer = setTimeout(
      () => announceText(statusText),
      view.saving === 'offline' ? 0 : pauseMs,
    )
    return () => clearTimeout(timer)
  }, [hasStatus, statusText, view.saving])
  return (
    <div className="grade-sheet-saving">
      <p className={view.saving === 'offline' ? 'field-error' : undefined}>{statusText}</p>
      {view.failure && (
        <p className="field-error" role="alert">
          {view.failure}
        </p>
      )}
    </div>
  )

  function savingText(): string {
    if (view.saving === 'offline') return t('saving.offline', { count: view.open })
    if (view.saving === 'saving') return t('saving.saving')
    if (view.open > 0) return t('saving.open', { count: view.open })
    if (view.entered === 0) return t('saving.none')
    return view.savedAt
      ? t('saving.storedAt', { time: timeText(view.savedAt, language) })
      : t('saving.stored')
  }
}
