import { areaResources } from '@matricola/schema/areas.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import type { WireJob } from '@matricola/schema/wire/jobs.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useHttp, useRegistry } from '../../app/console-context.ts'
import { useUser } from '../../app/user-context.ts'
import { Button } from '../../kit/button.tsx'
import { useBulkText } from '../bulk/bulk-text.ts'
import { useUndoJob } from '../bulk/use-undo-job.ts'
import { ItemsLink } from './items-link.tsx'
import { isFinished, showErrorToast } from './job-calls.ts'
import { retriableCount } from './job-text.ts'
import { openJob } from './job-tracking.ts'
import { selectUnchangedRows } from './select-unchanged-rows.ts'

/** Actions on a finished job: undo it, retry the rows it left out, download its items. */
export function JobButtons({ job }: { readonly job: WireJob }) {
  const { t } = useBulkText()
  const undo = useUndoJob()
  if (!isFinished(job.state)) return null
  return (
    <>
      <RetryButton job={job} />
      {job.can.includes('undo') && (job.counts.done ?? 0) > 0 && (
        <Button onClick={() => undo(job)}>{t('steps.undo')}</Button>
      )}
      {job.total > 0 && <ItemsLink job={job} format="csv" label={t('view.file')} />}
    </>
  )
}

/** Opens the list and selects the rows that the job did not change. */
function RetryButton({ job }: { readonly job: WireJob }) {
  const http = useHttp()
  const { t } = useBulkText()
  const { role, id } = useUser()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const registry = useRegistry()
  const resource = registry.get(job.resource)
  const left = retriableCount(job)
  const isOwn = job.actor.id === id
  if (
    left === 0 ||
    !isOwn ||
    !['edit', 'action'].includes(job.kind) ||
    !areaResources(registry, role).includes(resource)
  )
    return null
  const go = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      await selectUnchangedRows(http, { job, resource, conditionsKey: null })
      openJob(null)
      navigate(pagePaths(resource, role).list)
    } catch (error) {
      showErrorToast(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button aria-disabled={isBusy} onClick={() => void go()}>
      {t('view.again', { number: left })}
    </Button>
  )
}
