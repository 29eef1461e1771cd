import type { JobState } from '@matricola/schema/wire/jobs.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useHttp, useRegistry } from '../../app/console-context.ts'
import { Dialog } from '../../kit/dialog.tsx'
import { useBulkText } from '../bulk/bulk-text.ts'
import { FieldsSkeleton, LoadFailed } from '../form/load-state.tsx'
import { JobButtons } from './job-buttons.tsx'
import { cacheJob, isInProgress, showErrorToast, transitionJob, useJob } from './job-calls.ts'
import { JobControls } from './job-progress.tsx'
import { JobStart } from './job-start.tsx'
import { operationName } from './job-text.ts'
import { JobView } from './job-view.tsx'
import '../bulk/bulk.css'
import { Button } from '../../kit/button.tsx'

/**
 * Dialog that follows a job from its check and preview to its result. It can be closed at any time.
 */
export function JobDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const http = useHttp()
  const registry = useRegistry()
  const text = useBulkText()
  const { t } = text
  const client = useQueryClient()
  const { data: job, error, refetch } = useJob(id)
  const close = () => {
    onClose()
    // Closing a finished preview cancels the job. A preview that is still being prepared continues
    // and appears in the list of jobs.
    if (job?.state === 'ready' && job.can.includes('cancel'))
      transitionJob(http, id, { transition: 'cancel' }).then(
        (cancelled) => cacheJob(client, cancelled),
        showErrorToast,
      )
  }
  const footer = useKeptFocus(job?.state)
  const title = job
    ? t('view.title', {
        action: operationName(job, registry, text),
        list: t(`resources:${job.resource}.many`),
      })
    : t('jobs.one')
  return (
    <Dialog
      isWide
      title={title}
      onClose={close}
      footer={
        <div ref={footer} className="job-footer">
          {job && <JobStart key={job.state} job={job} />}
          {job && <JobControls job={job} onCancelled={() => job.state === 'ready' && onClose()} />}
          {job && <JobButtons job={job} />}
          {job?.state !== 'ready' && (
            <Button onClick={close}>
              {t(job && isInProgress(job.state) ? 'view.leave' : 'view.close')}
            </Button>
          )}
        </div>
      }
    >
      {job ? (
        <JobView job={job} />
      ) : error ? (
        <LoadFailed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <FieldsSkeleton rows={3} />
      )}
    </Dialog>
  )
}

/**
 * The buttons change with the job's state. If the focused one is removed, focus moves to the next
 * one.
 */
function useKeptFocus(state: JobState | undefined) {
  const footer = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the state changes
  useEffect(() => {
    if (
      document.activeElement &&
      document.activeElement !== document.body &&
      !document.activeElement.matches('.ant-modal [tabindex]')
    )
      return
    footer.current?.querySelector<HTMLElement>('input, button, a')?.focus()
  }, [state])
  return footer
}
