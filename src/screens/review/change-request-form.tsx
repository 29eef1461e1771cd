import { longDate } from '@matricola/console/fields/date-text.ts'
import { controlId, FormField } from '@matricola/console/fields/form-field.tsx'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { useUniversityLanguage } from '@matricola/console/fields/university-text.tsx'
import { Button } from '@matricola/console/kit/button.tsx'
import { focusField } from '@matricola/console/pages/form/focus-field.ts'
import { KeyHint } from '@matricola/console/screens/key-hint.tsx'
import { HttpError } from '@matricola/providers/http.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { localToInstant } from '@matricola/schema/values/local-time.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isItemId } from '#resources/admission/form-item-id.ts'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import { changeableFields } from '#resources/application-documents.ts'
import { FailureText } from './failure-text.tsx'
import { flagLabel, transitionLabel } from './labels.ts'
import { registrationsResource } from './registration.ts'
import { useApplicantText } from './use-applicant-text.ts'

interface ChangeRequestFormProps {
  readonly record: WireRegistration
  readonly transition: string
  readonly flags: { readonly [field: string]: string }
  /** Values that the user entered instead of the suggested texts. */
  readonly overrides: { readonly [field: string]: unknown }
  readonly onOverridesChange: (overrides: { readonly [field: string]: unknown }) => void
  readonly onSend: (input: object) => Promise<void>
  readonly onClose: () => void
}

const fields = ['issue', 'issueExplanation', 'suggestion', 'updateDueAt'] as const
const scope = 'review-request'

/**
 * The form of a change request. Suggests texts for the flagged fields, in the applicant's language,
 * and shows the request as the applicant will read it.
 */
export function ChangeRequestForm({
  record,
  transition,
  flags,
  overrides,
  onOverridesChange: onOverrides,
  onSend,
  onClose,
}: ChangeRequestFormProps) {
  const { t } = usePageText()
  const language = String(record.language)
  const fallback = useUniversityLanguage() ?? language
  const applicantText = useApplicantText(language)
  const [failure, setFailure] = useState<unknown>(null)
  const [issues, setIssues] = useState<FieldIssues>({})
  const [isSending, setSending] = useState(false)
  const container = useRef<HTMLElement>(null)
  useEffect(() => {
    const previousFocus = document.activeElement
    return () => {
      // Return focus unless another element has taken it.
      if (document.activeElement === document.body && previousFocus instanceof HTMLElement)
        previousFocus.focus()
    }
  }, [])
  const flagged = [...changeableFields, ...Object.keys(flags).filter(isItemId)].filter(
    (name) => flags[name] !== undefined,
  )
  const isReady = applicantText !== undefined
  useEffect(() => {
    if (!isReady) return
    container.current?.scrollIntoView?.({ block: 'nearest' })
    const id = controlId(scope, 'issueExplanation')
    focusField(id)
    const text = document.getElementById(id)
    if (text instanceof HTMLTextAreaElement)
      text.setSelectionRange(text.value.length, text.value.length)
  }, [isReady])
  if (!applicantText) return null

  const list = flagged
    .map((name) => flagLabel(applicantText, name, record, { language, fallback }))
    .join(', ')
  const suggested: { readonly [field: string]: unknown } = {
    issue: applicantText('review:request.issue'),
    // The line break separates it from the text that the user adds.
    issueExplanation:
      list === '' ? '' : `${applicantText('review:request.explanation', { fields: list })}\n`,
    suggestion: null,
    updateDueAt: endOfWorkingDay(new Date(), 5),
  }
  const values = { ...suggested, ...overrides }
  const send = async () => {
    if (isSending) return
    setSending(true)
    setFailure(null)
    setIssues({})
    try {
      await onSend({
        issue: values.issue,
        issueExplanation: values.issueExplanation,
        ...(values.suggestion ? { suggestion: values.suggestion } : {}),
        ...(values.updateDueAt ? { dueAt: values.updateDueAt } : {}),
        requestedChanges: flagged.map((field) => ({
          field,
          message: flags[field]?.trim() || null,
        })),
      })
    } catch (error) {
      setFailure(error)
      if (error instanceof HttpError) {
        setIssues(error.fields)
        const first = fields.find((name) => error.fields[name])
        if (first) focusField(controlId(scope, first))
      }
    } finally {
      setSending(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    }
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
    event.preventDefault()
    void send()
  }
  return (
    <section
      ref={container}
      className="panel review-section composer"
      aria-labelledby="composer-title"
      onKeyDown={onKeyDown}
    >
      <h2 id="composer-title" className="section-title">
        {t('review:request.title')}
      </h2>
      <div className="composer-body">
        <p className="caption">
          {t('review:request.language', {
            language: t(`resources:${registrationsResource.name}.choices.language.${language}`),
          })}
        </p>
        {flagged.length === 0 && (
          <p className="message message-warn">{t('review:request.noFlags')}</p>
        )}
        <FailureText failure={failure} />
        {fields.map((name) => (
          <FormField
            key={name}
            scope={scope}
            resource={registrationsResource}
            name={name}
            spec={fieldOf(registrationsResource, name)}
            value={values[name]}
            values={values}
            required={name === 'issue' || name === 'issueExplanation'}
            issue={issues[name]?.[0]}
            onChange={(value) => onOverrides({ ...overrides, [name]: value })}
          />
        ))}
        <ChangeRequestPreview
          record={record}
          applicantText={applicantText}
          language={language}
          values={values}
          flags={flags}
          flagged={flagged}
        />
        <div className="button-row">
          <Button kind="primary" aria-disabled={isSending} onClick={() => void send()}>
            {transitionLabel(t, transition)} <KeyHint name="Ctrl Enter" />
          </Button>
          <Button onClick={onClose}>{t('form.cancel')}</Button>
        </div>
      </div>
    </section>
  )
}

interface ChangeRequestPreviewProps {
  readonly record: WireRegistration
  readonly applicantText: (
    key: string,
    params?: Readonly<Record<string, string | number>>,
  ) => string
  readonly language: string
  readonly values: { readonly [field: string]: unknown }
  readonly flags: { readonly [field: string]: string }
  readonly flagged: readonly string[]
}

function ChangeRequestPreview({
  record,
  applicantText,
  language,
  values,
  flags,
  flagged,
}: ChangeRequestPreviewProps) {
  const { t } = usePageText()
  const fallback = useUniversityLanguage() ?? language
  const due =
    typeof values.updateDueAt === 'string' && !Number.isNaN(Date.parse(values.updateDueAt))
      ? values.updateDueAt
      : null
  return (
    <section className="composer-preview" aria-label={t('review:request.preview')}>
      <h3>{t('review:request.preview')}</h3>
      <div lang={language}>
        <p>
          <strong>{String(values.issue ?? '')}</strong>
        </p>
        <p className="long-text">{String(values.issueExplanation ?? '')}</p>
        {typeof values.suggestion === 'string' && <p className="long-text">{values.suggestion}</p>}
        <ul>
          {flagged.map((name) => (
            <li key={name}>
              {flagLabel(applicantText, name, record, { language, fallback })}
              {flags[name] ? ` – ${flags[name]}` : ''}
            </li>
          ))}
        </ul>
        {due && (
          <p>
            {applicantText('review:request.until', {
              date: longDate(due.slice(0, 10), language),
            })}
          </p>
        )}
      </div>
    </section>
  )
}

/** Returns the end of the day after a number of working days, in the university's time zone. */
function endOfWorkingDay(now: Date, days: number): string | null {
  const day = new Date(now)
  for (let remaining = days; remaining > 0; ) {
    day.setUTCDate(day.getUTCDate() + 1)
    if (day.getUTCDay() !== 0 && day.getUTCDay() !== 6) remaining -= 1
  }
  return localToInstant(`${day.toISOString().slice(0, 10)} 23:59:00`)
}
