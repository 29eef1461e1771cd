import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireImport, WireJobItem } from '@matricola/schema/wire/jobs.ts'
import { useState } from 'react'
import { LiveRegion } from '../../announcements/live-region.tsx'
import { Icon } from '../../icons/icon.tsx'
import { Button } from '../../kit/button.tsx'
import { JobProgressBar } from '../jobs/job-progress.tsx'
import { importCounts } from './import-calls.ts'
import { ImportCountList } from './import-count-list.tsx'
import { ProblemTable } from './problem-table.tsx'
import { useExchangeText } from './use-exchange-text.ts'
import { WrongValues } from './wrong-values.tsx'

interface ImportCheckStepProps {
  readonly resource: AnyResource
  readonly current: WireImport
  readonly onCorrected: (item: WireJobItem) => void
  readonly onContinue: () => void
}

/**
 * Shows the result of the check: the counts, and the rows with problems, whose cells can be
 * corrected in place.
 */
export function ImportCheckStep({
  resource,
  current,
  onCorrected,
  onContinue,
}: ImportCheckStepProps) {
  const { t } = useExchangeText()
  const { job, converted } = current
  // The problem table shows rows as they were loaded, so it is remounted when a value is replaced.
  const [replacements, setReplacements] = useState(0)
  const isChecking = job.state === 'checking'
  const counts = importCounts(job)
  const ready = job.counts.ready ?? 0
  return (
    <section className="panel import-section" aria-labelledby="import-check-title">
      <h2 id="import-check-title" className="section-title" tabIndex={-1} data-step-title>
        {t('check.title')}
      </h2>
      {isChecking && <JobProgressBar job={job} />}
      <ImportCountList counts={counts} />
      {converted > 0 && (
        <p className="message">
          <Icon name="info" />
          <span>{t('check.converted', { count: converted })}</span>
        </p>
      )}
      {!isChecking && counts.problems === 0 && (
        <LiveRegion className="message message-success">
          <Icon name="success" />
          <span>{t('check.noProblems')}</span>
        </LiveRegion>
      )}
      <WrongValues
        resource={resource}
        current={current}
        onReplaced={() => setReplacements(replacements + 1)}
      />
      {!isChecking && (
        <ProblemTable
          key={replacements}
          resource={resource}
          current={current}
          onCorrected={onCorrected}
        />
      )}
      <div className="import-actions">
        <Button
          kind="primary"
          aria-disabled={isChecking}
          onClick={() => !isChecking && onContinue()}
        >
          {t('check.continue')}
        </Button>
        {!isChecking && ready === 0 && <p className="import-actions-note">{t('check.nothing')}</p>}
      </div>
    </section>
  )
}
