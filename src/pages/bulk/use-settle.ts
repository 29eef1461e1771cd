import { useInvalidate } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import type { WireJob } from '#model/wire/jobs.ts'
import { showToast } from '#src/toasts/toast-store.ts'
import { openedJob, openJob, unfollowJob } from '../jobs/followed.ts'
import { recallJobs, showFailure } from '../jobs/job-calls.ts'
import { countsText, isFruitless, leftCount, workName } from '../jobs/job-words.ts'
import { selectLeft } from '../jobs/left-rows.ts'
import { clearSelection, type Selection, selectionIn } from './selection.ts'
import { useUndo } from './use-undo.ts'
import { bulkText } from './words.ts'

/**
 * Handles the end of a job: reloads lists and records, keeps the rows selected that the job did not change, and shows a toast
 * with an undo button. If the job's dialog is open and rows were left out, the dialog stays open instead.
 */
export function useSettle() {
  const client = useQueryClient()
  const invalidate = useInvalidate()
  const undo = useUndo()
  return (job: WireJob, before: Selection) => {
    unfollowJob(job.id)
    void invalidate({ resource: job.resource, invalidates: ['list', 'many', 'detail'] })
    void recallJobs(client)
    // Leave the selection alone if the user has changed it since the job started.
    if (!['undo', 'import'].includes(job.kind) && selectionIn(job.resource) === before) {
      if (leftCount(job) > 0) selectLeft(job, before.of).catch(showFailure)
      else clearSelection(job.resource)
    }
    const isClean = job.state === 'done' && leftCount(job) === 0
    if (openedJob() === job.id) {
      if (!isClean) return
      openJob(null)
    }
    tell(job, isClean, undo)
  }
}

function tell(job: WireJob, isClean: boolean, undo: (job: WireJob) => void) {
  // The job was cancelled before it started, so there is nothing to report.
  if (job.state === 'cancelled' && job.startedAt === null) return
  const text = bulkText()
  const changed = (job.counts.done ?? 0) > 0
  showToast({
    severity: isClean ? 'success' : 'warn',
    summary: text.t(`told.${isFruitless(job) ? 'nothing' : job.state}`, { action: workName(job, text) }),
    detail: countsText(job, text),
    ...(isClean && changed && job.can.includes('undo')
      ? { action: { label: text.t('steps.undo'), run: () => undo(job) } }
      : { action: { label: text.t('told.details'), run: () => openJob(job.id) } }),
  })
}
