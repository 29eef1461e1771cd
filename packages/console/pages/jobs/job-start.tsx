import { actionsOf } from '@matricola/schema/actions.ts'
import type { Registry } from '@matricola/schema/registry.ts'
import type { WireJob } from '@matricola/schema/wire/jobs.ts'
import { useId, useState } from 'react'
import { useRegistry } from '../../app/console-context.ts'
import { Button } from '../../kit/button.tsx'
import { Input } from '../../kit/inputs.tsx'
import { useBulkText } from '../bulk/bulk-text.ts'
import { useJobTransition } from './job-calls.ts'
import { operationName } from './job-text.ts'
import { trackJob } from './job-tracking.ts'

/** If there are more rows than this, the user has to type the number of rows to start the job. */
const confirmationThreshold = 1000

export const isDestructiveJob = (job: WireJob, registry: Registry) =>
  job.kind === 'action' &&
  job.action !== null &&
  actionsOf(registry.get(job.resource))[job.action]?.tone === 'danger'

/** An undo restores earlier values, so it does not require typing the number. */
const needsConfirmation = (job: WireJob, registry: Registry) =>
  job.kind !== 'undo' &&
  ((job.counts.ready ?? 0) > confirmationThreshold || isDestructiveJob(job, registry))

/**
 * Starts a job; the button shows the number of rows. Large and destructive jobs require typing that
 * number first.
 */
export function JobStart({ job }: { readonly job: WireJob }) {
  const registry = useRegistry()
  const text = useBulkText()
  const { t } = text
  const id = useId()
  const [typedText, setTypedText] = useState('')
  const [isRefused, setRefused] = useState(false)
  const start = useStartJob(job)
  const count = job.counts.ready ?? 0
  if (count === 0 || !job.can.includes('start')) return null
  const mustConfirm = needsConfirmation(job, registry)
  const submit = () => {
    if (mustConfirm && typedText.replace(/\D/g, '') !== String(count)) {
      setRefused(true)
      document.getElementById(id)?.focus()
      return
    }
    start.run()
  }
  return (
    <form
      className="job-start"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {mustConfirm && (
        <div className={isRefused ? 'form-field has-error' : 'form-field'}>
          <label className="field-label" htmlFor={id}>
            {t('start.type', { number: count })}
          </label>
          {isRefused && (
            <p className="field-error" id={`${id}-error`} role="alert">
              {t('start.otherNumber', { number: count })}
            </p>
          )}
          <Input
            id={id}
            className="number"
            inputMode="numeric"
            autoComplete="off"
            value={typedText}
            aria-invalid={isRefused || undefined}
            aria-describedby={isRefused ? `${id}-error` : undefined}
            onChange={(event) => setTypedText(event.target.value)}
          />
        </div>
      )}
      <Button
        type="submit"
        kind={isDestructiveJob(job, registry) ? 'destructiveSolid' : 'primary'}
        aria-disabled={start.isBusy}
      >
        {job.kind === 'edit'
          ? t('start.change', { number: count })
          : t('start.button', { action: operationName(job, registry, text), number: count })}
      </Button>
    </form>
  )
}

/**
 * Starts a job with the number of rows that the user has seen, and announces when it has finished.
 */
export function useStartJob(job: WireJob) {
  const transition = useJobTransition(job.id)
  return {
    isBusy: transition.isPending,
    run: () => {
      if (transition.isPending) return
      trackJob(job)
      transition.mutate({ transition: 'start', body: { expected: job.counts.ready ?? 0 } })
    },
  }
}
