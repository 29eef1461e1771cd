import { useAnnounce } from '@matricola/console/announcements/announcer.tsx'
import { useText } from '@matricola/console/i18n.ts'
import { Button } from '@matricola/console/kit/button.tsx'
import type { PastedGrades } from '#resources/academic/grade-sheet-entry.ts'

interface PasteNoticeProps {
  readonly pasted: PastedGrades
  readonly onUndo: () => void
  readonly onClose: () => void
}

/** Reports how many grades were pasted and how many lines matched no student, with an undo button. */
export function PasteNotice({ pasted, onUndo, onClose }: PasteNoticeProps) {
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
