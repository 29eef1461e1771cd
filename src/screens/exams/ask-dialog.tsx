import { useInvalidate } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { WirePossibleResit } from '#model/academic/exam-wire.ts'
import { endpointsOf } from '#model/endpoints.ts'
import { fieldOf } from '#model/resource.ts'
import type { WireRecord } from '#model/wire.ts'
import { request } from '#providers/http.ts'
import { resourceNamed } from '#resources/index.ts'
import { dateText, dateTimeText } from '#src/fields/date-text.ts'
import { FormField } from '#src/fields/form-field.tsx'
import { useIssueText } from '#src/fields/issue-text.ts'
import { moneyDisplay } from '#src/fields/number-text.ts'
import { FormDialog } from '#src/pages/form/form-dialog.tsx'
import { useSubmission } from '#src/pages/form/use-submission.ts'
import { showToast } from '#src/toasts/toast-store.ts'
import { useExamText } from './use-exam-text.ts'

const resits = resourceNamed('exam-resits')

/** Asks for a sitting of a course: which, until when and at what price stands there before it is sent. */
export function AskDialog({ asked, onClose }: { readonly asked: WirePossibleResit; readonly onClose: () => void }) {
  const { t, language } = useExamText()
  const issueText = useIssueText()
  const scope = useId()
  const queries = useQueryClient()
  const invalidate = useInvalidate()
  const [examId, setExamId] = useState<string | null>(asked.sittings[0]?.id ?? null)
  const [explanation, setExplanation] = useState<unknown>(null)
  const { issues, failure, isRunning, send } = useSubmission(scope, ['explanation'])
  const unplaced = issues.courseId?.[0] ?? issues.examId?.[0]

  const ask = async () => {
    const body = { courseId: asked.courseId, kind: asked.kind, examId, explanation }
    const { message } = await request<WireRecord>(endpointsOf(resits).create, {
      body,
      fallback: `resources:${resits.name}.problems.create`,
    })
    showToast({ severity: 'success', summary: message })
    await invalidate({ resource: resits.name, invalidates: ['list'] })
    await queries.invalidateQueries({ queryKey: ['data', 'default', resits.name, 'possible'] })
  }

  return (
    <FormDialog
      title={`${t(`exams:ask.${asked.kind}`)}: ${asked.course}`}
      submit={t('exams:ask.send')}
      isHeld={isRunning}
      cancel={t('pages:form.cancel')}
      failure={failure && unplaced ? issueText(unplaced) : failure}
      onSubmit={() => {
        if (!isRunning) void send(ask, onClose)
      }}
      onClose={onClose}
    >
      <fieldset className="ask-sittings">
        <legend className="field-label">{t('exams:ask.which')}</legend>
        {asked.sittings.map((sitting) => (
          <label key={sitting.id}>
            <input type="radio" name={`${scope}-sitting`} checked={examId === sitting.id} onChange={() => setExamId(sitting.id)} />
            <span>
              {[dateTimeText(sitting.startsAt, language), sitting.room].filter(Boolean).join(' · ')}
              <span className="caption">{t('exams:ask.lastDay', { day: dateText(sitting.lastDay, language) })}</span>
            </span>
          </label>
        ))}
        <label>
          <input type="radio" name={`${scope}-sitting`} checked={examId === null} onChange={() => setExamId(null)} />
          <span>{t('exams:ask.any')}</span>
        </label>
      </fieldset>
      <p>{asked.fee > 0 ? t('exams:ask.feeWhenGranted', { amount: moneyDisplay(asked.fee, language) }) : t('exams:ask.free')}</p>
      <FormField
        scope={scope}
        resource={resits}
        name="explanation"
        spec={fieldOf(resits, 'explanation')}
        value={explanation}
        values={{ explanation }}
        required={false}
        issue={issues.explanation?.[0]}
        onChange={setExplanation}
      />
    </FormDialog>
  )
}
