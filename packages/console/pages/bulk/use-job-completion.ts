import type { WireJob } from '@matricola/schema/wire/jobs.ts'
import { useInvalidate } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { useHttp, useRegistry } from '../../app/console-context.ts'
import { showToast } from '../../toasts/toast-store.ts'
import { invalidateJobs, showErrorToast } from '../jobs/job-calls.ts'
import { countsText, hasNoEffect, operationName, retriableCount } from '../jobs/job-text.ts'
import { getOpenJobId, openJob, untrackJob } from '../jobs/job-tracking.ts'
import { selectUnchangedRows } from '../jobs/select-unchanged-rows.ts'
import { bulkText } from './bulk-text.ts'
import { clearSelection, getListSelection, type ListSelection } from './selection.ts'
import { useUndoJob } from './use-undo-job.ts'

/**
 * Handles the end of a job: reloads lists and records, leaves only unchanged rows selected, and
 * shows a toast with an undo button. If the job's dialog is open and rows were left out, the dialog
 * stays open instead.
 */
export function useJobCompletion() {
  const http = useHttp()
  const registry = useRegistry()
  const client = useQueryClient()
  const invalidate = useInvalidate()
  const undo = useUndoJob()
  return (job: WireJob, previousSelection: ListSelection) => {
    untrackJob(job.id)
    void invalidate({ resource: job.resource, invalidates: ['list', 'many', 'detail'] })
    void invalidateJobs(client)
    // Leave the selection alone if the user has changed it since the job started.
    if (
      !['undo', 'import'].includes(job.kind) &&
      getListSelection(job.resource) === previousSelection
    ) {
      if (retriableCount(job) > 0)
        selectUnchangedRows(http, {
          job,
          resource: registry.get(job.resource),
          conditionsKey: previousSelection.conditionsKey,
        }).catch(showErrorToast)
      else clearSelection(job.resource)
    }
    const isClean = job.state === 'done' && retriableCount(job) === 0
    if (getOpenJobId() === job.id) {
      if (!isClean) return
      openJob(null)
    }
    showJobToast(job, operationName(job, registry, bulkText()), { isClean, undo })
  }
}

interface JobEnd {
  /** Whether every row was changed or already had the values. */
  readonly isClean: boolean
  readonly undo: (job: WireJob) => void
}

function showJobToast(job: WireJob, action: string, { isClean, undo }: JobEnd) {
  // The job was cancelled before it started, so there is nothing to report.
  if (job.state === 'cancelled' && job.startedAt === null) return
  const text = bulkText()
  const changed = (job.counts.done ?? 0) > 0
  showToast({
    severity: isClean ? 'success' : 'warn',
    summary: text.t(`completion.${hasNoEffect(job) ? 'nothing' : job.state}`, { action }),
    detail: countsText(job, text),
    ...(isClean && changed && job.can.includes('undo')
      ? { action: { label: text.t('steps.undo'), run: () => undo(job) } }
      : { action: { label: text.t('completion.details'), run: () => openJob(job.id) } }),
  })
}
