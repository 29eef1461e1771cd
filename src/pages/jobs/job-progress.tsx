import { lazy, Suspense } from 'react'
import type { WireJob } from '#model/wire/jobs.ts'
import { Button } from '#src/kit/button.tsx'
import { Status } from '#src/spoken/status.tsx'
import { useAnnounced } from '../bulk/use-announced.ts'
import { useBulkText } from '../bulk/words.ts'
import { useJobStep } from './job-calls.ts'

const Progress = lazy(async () => ({ default: (await import('#src/kit/progress.tsx')).Progress }))

/** Progress of a job as a bar. Announced to screen readers every few seconds. */
export function JobProgress({ job }: { readonly job: WireJob }) {
  const { t } = useBulkText()
  const words = t(`progress.${job.state === 'checking' || job.state === 'paused' ? job.state : 'running'}`, {
    done: job.done,
    total: job.total,
  })
  const said = useAnnounced(words)
  return (
    <div className="in-line job-progress">
      <Suspense fallback={<span className="ant-progress" />}>
        <Progress label={t('progress.label')} done={job.done} total={job.total} />
      </Suspense>
      <p aria-hidden="true">{words}</p>
      <Status className="visually-hidden">{said}</Status>
    </div>
  )
}

/** Buttons to pause, resume and cancel the job, as its state allows. */
export function JobControls({ job, onCancelled }: { readonly job: WireJob; readonly onCancelled?: () => void }) {
  const { t } = useBulkText()
  const step = useJobStep(job.id)
  const take = (name: 'pause' | 'resume' | 'cancel') => {
    if (step.isPending) return
    step.mutate({ step: name }, { onSuccess: () => name === 'cancel' && onCancelled?.() })
  }
  return (['resume', 'pause', 'cancel'] as const)
    .filter((name) => job.can.includes(name))
    .map((name) => (
      <Button key={`${name}-${job.state}`} aria-disabled={step.isPending} onClick={() => take(name)}>
        {t(name === 'cancel' && job.state === 'ready' ? 'steps.discard' : `steps.${name}`)}
      </Button>
    ))
}
