import { daysAfter, isRealDate, today } from '@matricola/schema/values/dates.ts'
import type { Issue } from '@matricola/schema/wire/wire.ts'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateInput } from '../../fields/date-input.tsx'
import { useIssueText } from '../../fields/issue-text.ts'
import { focusField } from '../form/focus-field.ts'
import { FormDialog } from '../form/form-dialog.tsx'
import { useAsOf } from './use-as-of.ts'

/** Asks for the day that the page should show. */
export function AsOfDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['time', 'shell'])
  const issueText = useIssueText()
  const id = useId()
  const [asOf, show] = useAsOf()
  const now = today(new Date())
  const [day, setDay] = useState<unknown>(asOf ?? daysAfter(now, -1))
  const [issue, setIssue] = useState<Issue | null>(null)
  const submit = () => {
    const found = findDayIssue(day, now)
    setIssue(found)
    if (found) return focusField(id)
    onClose()
    show(day === now ? null : String(day))
  }
  return (
    <FormDialog
      title={t('time:asOf.panel')}
      submit={t('time:asOf.show')}
      cancel={t('shell:cancel')}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={issue ? 'form-field has-error' : 'form-field'}>
        <label className="field-label" id={`${id}-label`} htmlFor={id}>
          {t('time:asOf.day')}
        </label>
        {issue && (
          <p className="field-error" id={`${id}-error`}>
            {issueText(issue)}
          </p>
        )}
        <DateInput
          id={id}
          labelId={`${id}-label`}
          name="day"
          required
          value={day}
          invalid={issue !== null}
          describedBy={issue ? `${id}-error` : undefined}
          onChange={setDay}
        />
      </div>
    </FormDialog>
  )
}

/** Issue with a typed day: not a date, or in the future. */
function findDayIssue(day: unknown, now: string): Issue | null {
  if (typeof day !== 'string' || !isRealDate(day)) return { code: 'date.unreal' }
  return day > now ? { code: 'date.tooLate', params: { max: now } } : null
}
