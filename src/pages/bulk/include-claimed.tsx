import type { WireJob } from '#model/wire/jobs.ts'
import { Button } from '#src/kit/button.tsx'
import { useJobStep } from '../jobs/job-calls.ts'
import { useBulkText } from './words.ts'

/** Takes in the rows that are left out because colleagues are at work on them: never by itself. */
export function IncludeClaimed({ job }: { readonly job: WireJob }) {
  const { t } = useBulkText()
  const step = useJobStep(job.id)
  if (!job.can.includes('include')) return null
  return (
    <Button aria-disabled={step.isPending} onClick={() => !step.isPending && step.mutate({ step: 'include' })}>
      {t('steps.include', { count: job.counts.claimed ?? 0 })}
    </Button>
  )
}
