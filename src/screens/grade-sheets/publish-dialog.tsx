import { useHttp } from '@matricola/console/app/console-context.ts'
import { useSubmissionKey } from '@matricola/console/app/submission-key.ts'
import { useText } from '@matricola/console/i18n.ts'
import { Button } from '@matricola/console/kit/button.tsx'
import { Checkbox } from '@matricola/console/kit/checks.tsx'
import { Dialog } from '@matricola/console/kit/dialog.tsx'
import { Input } from '@matricola/console/kit/inputs.tsx'
import { showToast } from '@matricola/console/toasts/toast-store.ts'
import { useId, useState, useSyncExternalStore } from 'react'
import type { WireGradeSheet } from '#resources/academic/grade-sheet.ts'
import type { GradeSheetStore } from './grade-sheet-store.ts'
import { GradeStatistics } from './grade-statistics.tsx'
import { requestGradePublication } from './sheet-calls.ts'

interface PublishDialogProps {
  readonly sheet: WireGradeSheet
  readonly store: GradeSheetStore
  readonly onClose: () => void
  readonly onDone: () => Promise<unknown>
}

/**
 * Shows what will be published. Students without a grade become absent, and the user types the
 * number of grades to avoid publishing by mistake. An exam without participants is closed without
 * grades.
 */
export function PublishDialog({ sheet, store, onClose, onDone }: PublishDialogProps) {
  const http = useHttp()
  const t = useText('gradeSheets')
  const id = useId()
  const submissionKey = useSubmissionKey()
  const { missing, drafts, open } = useSyncExternalStore(store.subscribe, store.view)
  const [areAbsent, setAreAbsent] = useState(false)
  const [typedText, setTypedText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isRunning, setRunning] = useState(false)
  const count = drafts + missing

  const publish = async () => {
    if (isRunning) return
    if (open > 0) return setProblem(t('publish.open'))
    if (missing > 0 && !areAbsent) return setProblem(t('publish.missing'))
    if (count > 0 && Number(typedText.trim()) !== count)
      return setProblem(t('publish.wrongCount', { count }))
    setRunning(true)
    setProblem(null)
    try {
      const body = { drafts, missing, ...(missing > 0 && { missingResult: 'absent' as const }) }
      await submissionKey.run((headers) =>
        requestGradePublication(http, sheet.exam.id, body, headers),
      )
      await onDone()
      showToast({
        severity: 'success',
        summary: count > 0 ? t('publish.done', { count }) : t('publish.closeDone'),
      })
      onClose()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setRunning(false)
      void onDone()
    }
  }

  return (
    <Dialog
      title={t(count > 0 ? 'publish.title' : 'publish.closeTitle', {
        course: sheet.exam.courseName,
      })}
      onClose={onClose}
      footer={
        <>
          <Button type="submit" form={`${id}-form`} kind="primary" aria-disabled={isRunning}>
            {t(count > 0 ? 'publish.send' : 'publish.closeSend')}
          </Button>
          <Button onClick={onClose}>{t('publish.cancel')}</Button>
        </>
      }
    >
      <form
        id={`${id}-form`}
        className="grade-sheet-publish"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void publish()
        }}
      >
        {count > 0 && <GradeStatistics store={store} passMark={sheet.passMark} />}
        <p>{t(count > 0 ? 'publish.note' : 'publish.closeNote')}</p>
        {missing > 0 && (
          <Checkbox checked={areAbsent} onChange={(event) => setAreAbsent(event.target.checked)}>
            {t('publish.absent', { count: missing })}
          </Checkbox>
        )}
        {count > 0 && <label htmlFor={`${id}-count`}>{t('publish.confirm', { count })}</label>}
        {problem && (
          <p id={`${id}-problem`} className="field-error" role="alert">
            {problem}
          </p>
        )}
        {count > 0 && (
          <Input
            id={`${id}-count`}
            inputMode="numeric"
            autoComplete="off"
            value={typedText}
            aria-invalid={problem !== null || undefined}
            aria-describedby={problem === null ? undefined : `${id}-problem`}
            onChange={(event) => setTypedText(event.target.value)}
          />
        )}
      </form>
    </Dialog>
  )
}
