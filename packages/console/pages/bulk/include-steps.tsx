import type { WireJob } from '@matricola/schema/wire/jobs.ts'
import { useRegistry } from '../../app/console-context.ts'
import { useLanguage } from '../../i18n.ts'
import { Button } from '../../kit/button.tsx'
import { useJobTransition } from '../jobs/job-calls.ts'
import { operationName } from '../jobs/job-text.ts'
import { useBulkText } from './bulk-text.ts'

/**
 * Adds the rows whose state does not allow the transition yet. The job first makes the transitions
 * that lead to it, which the button names.
 */
export function IncludeSteps({ job }: { readonly job: WireJob }) {
  const registry = useRegistry()
  const text = useBulkText()
  const language = useLanguage()
  const transition = useJobTransition(job.id)
  const groups = (job.blockedStates ?? []).filter(({ steps }) => steps.length > 0)
  if (groups.length === 0) return null
  const steps = [...new Set(groups.flatMap((group) => group.steps))].map((step) =>
    text.t(`resources:${job.resource}.actions.${step}`),
  )
  return (
    <Button
      aria-disabled={transition.isPending}
      onClick={() => !transition.isPending && transition.mutate({ transition: 'prepare' })}
    >
      {text.t('steps.prepare', {
        steps: new Intl.ListFormat(language, { type: 'unit' }).format(steps),
        action: operationName(job, registry, text),
        number: groups.reduce((sum, { count }) => sum + count, 0),
      })}
    </Button>
  )
}
