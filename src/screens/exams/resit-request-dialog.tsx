import { dateTimeText, formatNumericDate } from '@matricola/console/fields/date-text.ts'
import { moneyDisplay } from '@matricola/console/fields/number-text.ts'
import { withLabel } from '@matricola/console/i18n.ts'
import { Radio } from '@matricola/console/kit/checks.tsx'
import { RequestDialog } from '@matricola/console/screens/request-dialog.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { WirePossibleResit } from '#resources/academic/wire-exams.ts'
import { defaultCurrency } from '#resources/currency.ts'
import { getResource } from '#resources/index.ts'
import { useExamText } from './use-exam-text.ts'

const resits = getResource('exam-resits')

/**
 * Requests a resit or an improvement of a course. Shows the exam, the deadline and the fee before
 * sending.
 */
export function ResitRequestDialog({
  resit,
  onClose,
}: {
  readonly resit: WirePossibleResit
  readonly onClose: () => void
}) {
  const { t, language } = useExamText()
  const scope = useId()
  const queries = useQueryClient()
  const [examId, setExamId] = useState<string | null>(resit.sittings[0]?.id ?? null)
  return (
    <RequestDialog
      resource={resits}
      title={withLabel(t(`exams:resitRequest.${resit.kind}`), resit.course)}
      submit={t('exams:resitRequest.send')}
      body={{ courseId: resit.courseId, kind: resit.kind, examId }}
      onSent={() =>
        queries.invalidateQueries({ queryKey: ['data', 'default', resits.name, 'possible'] })
      }
      onClose={onClose}
    >
      <fieldset className="resit-sittings">
        <legend className="field-label">{t('exams:resitRequest.which')}</legend>
        {resit.sittings.map((sitting) => (
          <Radio
            key={sitting.id}
            name={`${scope}-sitting`}
            checked={examId === sitting.id}
            onChange={() => setExamId(sitting.id)}
          >
            <span>
              {[dateTimeText(sitting.startsAt, language), sitting.room].filter(Boolean).join(' · ')}
              <span className="caption">
                {t('exams:resitRequest.lastDay', {
                  day: formatNumericDate(sitting.lastDay, language),
                })}
              </span>
            </span>
          </Radio>
        ))}
        <Radio name={`${scope}-sitting`} checked={examId === null} onChange={() => setExamId(null)}>
          <span>{t('exams:resitRequest.any')}</span>
        </Radio>
      </fieldset>
      <p>
        {resit.fee > 0
          ? t('exams:resitRequest.feeWhenGranted', {
              amount: moneyDisplay(resit.fee, language, defaultCurrency),
            })
          : t('exams:resitRequest.free')}
      </p>
    </RequestDialog>
  )
}
