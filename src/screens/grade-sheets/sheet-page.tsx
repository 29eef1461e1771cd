import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { WireGradeSheet } from '#model/academic/grade-sheet.ts'
import { isBlock, type Pasted, readPasted } from '#model/academic/sheet-entry.ts'
import { pagesOf } from '#model/paths.ts'
import { exams } from '#resources/exams.ts'
import { usePerson } from '#src/console/person.ts'
import { ChoiceStamp } from '#src/fields/stamp.tsx'
import { useText } from '#src/i18n.ts'
import { Icon } from '#src/icons/icon.tsx'
import { Button } from '#src/kit/button.tsx'
import { PageHead } from '#src/pages/form/page-head.tsx'
import { store as keepText, stored } from '#src/stored.ts'
import { CorrectBar } from './correct-bar.tsx'
import { Figures } from './figures.tsx'
import { PasteNotice } from './paste-notice.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { SavingLine } from './saving-line.tsx'
import { sendRows } from './sheet-calls.ts'
import { SheetFacts } from './sheet-facts.tsx'
import { SheetRow } from './sheet-row.tsx'
import { SheetStore } from './sheet-store.ts'
import { useMarkWords } from './use-words.ts'

interface SheetPageProps {
  readonly sheet: WireGradeSheet
  readonly title: string
  readonly onReload: () => Promise<unknown>
}

/** Result of a paste, and the previous texts of its cells. */
interface Paste extends Pasted {
  readonly before: readonly { readonly studentId: string; readonly text: string }[]
}

/** A grade sheet: the participants, a cell for each grade, and actions on the whole sheet. */
export function SheetPage({ sheet, title, onReload }: SheetPageProps) {
  const t = useText('marks')
  const { role } = usePerson()
  const { exam, rows, can } = sheet
  const words = useMarkWords()
  const store = useSheetStore(sheet)
  const view = useSyncExternalStore(store.subscribe, store.view)
  const [among, setAmong] = useState<ReadonlySet<string> | null>(null)
  const [paste, setPaste] = useState<Paste | null>(null)
  const [isPublishing, setPublishing] = useState(false)
  const shown = among ? rows.filter(({ studentId }) => among.has(studentId)) : rows
  const canEnter = can.includes('enter')
  const hasMarks = view.drafts + view.missing > 0

  // The filter is fixed when it is set, so that rows do not disappear while their grades are entered.
  const filter = () =>
    setAmong(
      among
        ? null
        : new Set(
            rows.filter(({ studentId, hasLeft }) => !hasLeft && store.row(studentId).mark === null).map(({ studentId }) => studentId),
          ),
    )
  const takeBlock = (text: string, from: number): boolean => {
    if (!isBlock(text)) return false
    const pasted = readPasted(text, { rows: /\t/.test(text) ? rows : shown, from, words })
    const before = pasted.cells.map(({ studentId }) => ({ studentId, text: store.row(studentId).text }))
    for (const cell of pasted.cells) store.type(cell.studentId, cell.text)
    setPaste({ ...pasted, before })
    return true
  }
  // A stable callback, so that memoized rows do not rerender while other grades are typed.
  const latest = useRef(takeBlock)
  latest.current = takeBlock
  const onPaste = useCallback((text: string, from: number) => latest.current(text, from), [])
  const undoPaste = () => {
    for (const { studentId, text } of paste?.before ?? []) store.type(studentId, text)
    setPaste(null)
  }
  const publish = async () => {
    await store.flush()
    setPublishing(true)
  }

  return (
    <div className="page marks">
      <PageHead
        title={title}
        back={{ to: pagesOf(exams, role).show.replace(':id', exam.id), label: exam.className }}
        mark={<ChoiceStamp option={exams.fields.state.choices[exam.state]} label={t(`resources:exams.choices.state.${exam.state}`)} />}
        actions={
          <>
            <Button onClick={() => window.print()}>
              <Icon name="print" />
              {t('print')}
            </Button>
            {can.includes('publish') && (hasMarks || exam.state !== 'graded') && (
              <Button kind="primary" onClick={() => void publish()}>
                {t(hasMarks ? 'publish.button' : 'publish.closeButton')}
              </Button>
            )}
          </>
        }
      />
      <SheetFacts sheet={sheet} />
      <Figures store={store} passMark={sheet.passMark} />
      {rows.length > 0 && !canEnter && <p className="message">{t(whyClosed(sheet, role === 'professor'))}</p>}
      {canEnter && (
        <div className="in-line marks-bar no-print">
          <SavingLine view={view} />
          <Button aria-pressed={among !== null} onClick={filter}>
            {t('onlyMissing')} ({view.missing})
          </Button>
        </div>
      )}
      {paste && <PasteNotice pasted={paste} onUndo={undoPaste} onClose={() => setPaste(null)} />}
      {view.corrections > 0 && <CorrectBar store={store} rows={rows} count={view.corrections} />}
      {canEnter && <Legend />}
      {shown.length === 0 ? (
        <p className="sheet marks-empty">{t(rows.length === 0 ? 'empty' : 'allThere')}</p>
      ) : (
        <div className="table-box sheet">
          <table className="plain-table marks-table">
            <caption className="visually-hidden">{t('caption', { course: exam.courseName })}</caption>
            <thead>
              <tr>
                <th scope="col">{t('columns.student')}</th>
                <th scope="col">{t('columns.mark')}</th>
                <th scope="col">{t('columns.state')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((row, place) => (
                <SheetRow key={row.studentId} row={row} place={place} store={store} can={can} onPaste={onPaste} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {isPublishing && <PublishDialog sheet={sheet} store={store} onClose={() => setPublishing(false)} onDone={onReload} />}
    </div>
  )
}

/** Instructions for entering grades. Open on the first visit in this browser and collapsed afterwards. */
function Legend() {
  const t = useText('marks')
  const { id } = usePerson()
  const key = `matricola.marks.legend.${id}`
  const [isFirst] = useState(() => stored(key) === null)
  useEffect(() => keepText(key, 'seen'), [key])
  return (
    <details className="marks-legend no-print" open={isFirst}>
      <summary>{t('legend.title')}</summary>
      <p>{t('legend.marks', { absent: t('letters.absent'), notEligible: t('letters.notEligible') })}</p>
      <p>{t('legend.keys')}</p>
      <p>{t('legend.paste')}</p>
    </details>
  )
}

/** Text key of the reason why nothing can be entered now. */
function whyClosed({ exam }: WireGradeSheet, isProfessor: boolean): string {
  if (exam.state === 'cancelled') return 'cancelled'
  if (exam.state === 'locked') return 'closed'
  return isProfessor ? 'notYet' : 'readOnly'
}

/** Creates the store of a sheet. Restores unsent input from this device, and sends pending input when the page is left. */
function useSheetStore(sheet: WireGradeSheet): SheetStore {
  const { id: personId } = usePerson()
  const words = useMarkWords()
  const examId = sheet.exam.id
  // Created once per exam, because it holds the typed input.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer sheet is applied below
  const store = useMemo(() => {
    const key = `matricola.marks.${personId}.${examId}`
    return new SheetStore(sheet, {
      words,
      send: (rows, reason) => sendRows(examId, rows, reason),
      keep: (typed) => keepText(key, JSON.stringify(typed)),
      kept: sheet.can.includes('enter') ? keptIn(stored(key)) : {},
    })
  }, [personId, examId])
  useEffect(() => store.take(sheet), [store, sheet])
  useEffect(() => {
    const again = () => void store.flush()
    window.addEventListener('online', again)
    return () => {
      window.removeEventListener('online', again)
      void store.flush()
      store.stop()
    }
  }, [store])
  return store
}

function keptIn(text: string | null): { readonly [studentId: string]: string } {
  try {
    const kept: unknown = JSON.parse(text ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch {
    return {}
  }
}
