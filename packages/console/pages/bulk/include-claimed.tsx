import type { WireJob } from '@matricola/schema/wire/jobs.ts'
import { Button } from '../../kit/button.tsx'
import { useJobTransition } from '../jobs/job-calls.ts'
import { useBulkText } from './bulk-text.ts'

/**
 * Adds the rows that were left out because colleagues are working on them. This never happens
 * automatically.
 */
export function IncludeClaimed({ job }: { readonly job: WireJob }) {
  const { t } = useBulkText()
  const transition = useJobTransition(job.id)
  if (!job.can.includes('include')) return null
  return (
    <Button
      aria-disabled={transition.isPending}
      onClick={() => !transition.isPending && transition.mutate({ transition: 'include' })}
    >
      {t('steps.include', { count: job.counts.claimed ?? 0 })}
    </Button>
  )
}
