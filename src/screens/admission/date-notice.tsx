import { LiveRegion } from '@matricola/console/announcements/live-region.tsx'
import { createUseTexts } from '@matricola/console/app/create-use-texts.ts'
import { Checkbox } from '@matricola/console/kit/checks.tsx'
import { TextArea } from '@matricola/console/kit/inputs.tsx'
import type { FormValues } from '@matricola/console/pages/form/form-values.ts'
import { useCall } from '@matricola/console/use-call.ts'
import { useEffect, useState } from 'react'
import {
  type MovedDate,
  movedDates,
  type NoticeResource,
  type NotifyApplicants,
} from '#resources/admission/date-notices.ts'
import { roundNotice, sessionNotice } from '#resources/calls/date-notices.ts'

const useNoticeText = createUseTexts('ranking')

interface DateNoticeProps {
  readonly resource: NoticeResource
  readonly id: string
  readonly base: FormValues
  readonly values: FormValues
  /** Called with the input to save; null if nobody is to be notified. */
  readonly onChange: (input: NotifyApplicants | null) => void
}

/** Asks whether to notify applicants, once the form moves dates that they know. */
export function DateNotice({ resource, id, base, values, onChange }: DateNoticeProps) {
  const dates = movedDates(resource, base, values)
  return dates.length === 0 ? null : (
    <NoticeQuestion resource={resource} id={id} dates={dates} onChange={onChange} />
  )
}

interface NoticeQuestionProps extends Pick<DateNoticeProps, 'resource' | 'id' | 'onChange'> {
  readonly dates: readonly MovedDate[]
}

function NoticeQuestion({ resource, id, dates, onChange }: NoticeQuestionProps) {
  const { t } = useNoticeText()
  const [isOn, setOn] = useState(true)
  const [reason, setReason] = useState('')
  const query = Object.fromEntries(dates.map(({ field, after }) => [field, after]))
  const { data } = useCall(
    resource === 'admission-rounds' ? roundNotice : sessionNotice,
    { params: { id }, query },
    { keepPreviousResult: true, retry: false },
  )
  const concernsNobody = data?.applicants === 0
  useEffect(() => {
    onChange(isOn && !concernsNobody ? { reason: reason.trim() || null } : null)
    return () => onChange(null)
  }, [isOn, concernsNobody, reason, onChange])
  return (
    <section className="form-section panel" aria-labelledby="date-notice">
      <h2 id="date-notice" className="section-title">
        {t('ranking:dateNotice.title')}
      </h2>
      <div className="stack">
        <LiveRegion as="div">
          {concernsNobody ? (
            <p>{t('ranking:dateNotice.nobody')}</p>
          ) : (
            <Checkbox checked={isOn} onChange={(event) => setOn(event.target.checked)}>
              {data
                ? t('ranking:dateNotice.notify', { count: data.applicants })
                : t('ranking:dateNotice.notifyAll')}
            </Checkbox>
          )}
        </LiveRegion>
        {isOn && !concernsNobody && (
          <>
            <p className="caption">{t('ranking:dateNotice.hint')}</p>
            <label className="stack">
              <span className="field-label">{t('ranking:dateNotice.reason')}</span>
              <TextArea
                rows={2}
                maxLength={500}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            </label>
          </>
        )}
      </div>
    </section>
  )
}
