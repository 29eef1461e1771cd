import { useText } from '@matricola/console/i18n.ts'
import { Button } from '@matricola/console/kit/button.tsx'
import { Input } from '@matricola/console/kit/inputs.tsx'
import { useId, useState } from 'react'
import type { WireGradeSheetRow } from '#resources/academic/grade-sheet.ts'
import type { GradeSheetStore } from './grade-sheet-store.ts'

interface CorrectionBarProps {
  readonly store: GradeSheetStore
  readonly rows: readonly WireGradeSheetRow[]
  readonly count: number
}

const minReasonLength = 3
const maxReasonLength = 300

/** Shown when published grades have been changed. They are corrected together, with one reason. */
export function CorrectionBar({ store, rows, count }: CorrectionBarProps) {
  const t = useText('gradeSheets')
  const id = useId()
  const [reason, setReason] = useState('')
  const [issue, setIssue] = useState<string | null>(null)
  const correct = async () => {
    if (reason.trim().length < minReasonLength) return setIssue(t('correct.needed'))
    setIssue(null)
    try {
      await store.correct(reason.trim())
      setReason('')
    } catch (error) {
      setIssue(error instanceof Error ? error.message : String(error))
    }
  }
  const discard = () => {
    for (const { studentId } of rows)
      if (store.row(studentId).state === 'correction') store.revert(studentId)
  }
  return (
    <form
      className="message message-warn grade-sheet-correction no-print"
      aria-label={t('correct.title', { count })}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void correct()
      }}
    >
      <div>
        <p>
          <strong>{t('correct.title', { count })}</strong>
        </p>
        <p>{t('correct.note')}</p>
        <label htmlFor={id}>{t('correct.reason')}</label>
        {issue && (
          <p id={`${id}-problem`} className="field-error" role="alert">
            {issue}
          </p>
        )}
        <Input
          id={id}
          maxLength={maxReasonLength}
          value={reason}
          aria-invalid={issue !== null || undefined}
          aria-describedby={issue === null ? undefined : `${id}-problem`}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="button-row">
          <Button type="submit" kind="primary">
            {t('correct.send')}
          </Button>
          <Button onClick={discard}>{t('correct.undo')}</Button>
        </div>
      </div>
    </form>
  )
}
