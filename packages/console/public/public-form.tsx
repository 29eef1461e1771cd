import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { LiveRegion } from '../announcements/live-region.tsx'
import { useText } from '../i18n.ts'
import { Icon } from '../icons/icon.tsx'
import { focusPublicField } from './focus-public-field.ts'
import { PublicFrame } from './public-frame.tsx'
import type { FormSubmission } from './use-submit.ts'

interface PublicFormProps {
  readonly form: FormSubmission
  readonly title: string
  readonly intro?: ReactNode
  /** A back link at the top. */
  readonly back?: ReactNode
  /** Labels of the fields, for the summary. */
  readonly labels: Readonly<Record<string, string>>
  /**
   * Whether the server handles the form at the page's address if scripts have not taken it over.
   */
  readonly worksWithoutScript?: boolean
  readonly submit: string
  readonly after?: ReactNode
  /** Another purpose of the page, as prominent as the form. */
  readonly secondaryContent?: ReactNode
  /** Shown next to a failure: how to resolve it. */
  readonly remedy?: ReactNode
  /** Whether the title takes the focus because this view replaced another. */
  readonly takesFocus?: boolean
  readonly children: ReactNode
}

/** A public page with a single form. */
export function PublicForm({
  form,
  title,
  intro,
  back,
  labels,
  worksWithoutScript,
  submit,
  after,
  secondaryContent,
  remedy,
  takesFocus = false,
  children,
}: PublicFormProps) {
  const t = useText('public')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  const hasErrors = form.failure !== null || Object.values(form.messages).some(Boolean)
  return (
    <PublicFrame
      title={title}
      hasErrors={hasErrors || form.error !== null}
      isWide={secondaryContent !== undefined}
    >
      {secondaryContent}
      {/* Without scripts, POST keeps the values out of the address. */}
      <form className="public-panel panel" method="post" onSubmit={form.submit} noValidate>
        {back}
        {hasErrors ? <FormSummary form={form} labels={labels} remedy={remedy} /> : null}
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {intro ? <p className="public-intro">{intro}</p> : null}
        {children}
        <button
          type="submit"
          className={`button button-primary public-submit${worksWithoutScript ? ' without-script' : ''}`}
          aria-disabled={form.isBusy}
        >
          {form.isBusy ? <span className="spinner spinner-on-button" aria-hidden="true" /> : null}
          {submit}
        </button>
        <LiveRegion className="public-slow">{form.isSlow ? t('progress.slow') : ''}</LiveRegion>
        {after}
      </form>
    </PublicFrame>
  )
}

/** The errors, at the top and focused: one link per field, with that field's message. */
function FormSummary({
  form,
  labels,
  remedy,
}: {
  form: FormSubmission
  labels: Readonly<Record<string, string>>
  remedy?: ReactNode
}) {
  const t = useText('public')
  const container = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt takes the focus again, even with the same outcome
  useEffect(() => container.current?.focus(), [form.attempt])
  const invalidFields = Object.keys(labels).flatMap((name) =>
    form.messages[name] ? [{ name, message: form.messages[name] }] : [],
  )
  const goTo = (name: string) => (event: MouseEvent) => {
    event.preventDefault()
    focusPublicField(name)
  }
  return (
    <div className="summary" role="alert" tabIndex={-1} ref={container}>
      {form.failure === null ? (
        <>
          <h2>{t('summary.title', { count: invalidFields.length })}</h2>
          <ul>
            {invalidFields.map(({ name, message }) => (
              <li key={name}>
                <a href={`#${name}`} onClick={goTo(name)}>
                  {t('errors:summary.entry', {
                    field: labels[name] ?? name,
                    message: message ?? '',
                  })}
                </a>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <h2 className="summary-failure">
            <Icon name="error" />
            {form.failure}
          </h2>
          {remedy}
        </>
      )}
    </div>
  )
}
