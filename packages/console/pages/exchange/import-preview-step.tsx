import type { AnyResource } from '@matricola/schema/resource.ts'
import type { ImportMode, WireImport } from '@matricola/schema/wire/jobs.ts'
import { useId } from 'react'
import { usePermission } from '../../app/use-permission.ts'
import { Icon } from '../../icons/icon.tsx'
import { Button } from '../../kit/button.tsx'
import { Radio } from '../../kit/checks.tsx'
import { JobItems } from '../jobs/job-items.tsx'
import { JobProgressBar } from '../jobs/job-progress.tsx'
import { useStartJob } from '../jobs/job-start.tsx'
import { isCreateByFileAllowed } from './access.ts'
import { importCounts, useValuesRemoved } from './import-calls.ts'
import { ImportCountList } from './import-count-list.tsx'
import { useExchangeText } from './use-exchange-text.ts'

interface ImportPreviewStepProps {
  readonly resource: AnyResource
  readonly current: WireImport
  readonly onMode: (mode: ImportMode) => void
}

/**
 * Shows the preview of each row, the options of the import, and the button that starts the import.
 */
export function ImportPreviewStep({ resource, current, onMode }: ImportPreviewStepProps) {
  const { t } = useExchangeText()
  const can = usePermission()
  const { job, mode } = current
  const isChecking = job.state === 'checking'
  const counts = importCounts(job)
  const ready = job.counts.ready ?? 0
  const removed = useValuesRemoved(job) ?? 0
  const isStopped = mode.onProblem === 'stop' && counts.problems > 0
  const start = useStartJob(job)
  const canStart = !isChecking && !start.isBusy && ready > 0 && !isStopped
  return (
    <section className="panel import-section" aria-labelledby="import-preview-title">
      <h2 id="import-preview-title" className="section-title" tabIndex={-1} data-step-title>
        {t('preview.title')}
      </h2>
      <div className="import-modes">
        <ModeChoice part="known" options={['update', 'skip']} mode={mode} onMode={onMode} />
        {isCreateByFileAllowed(resource, can) && (
          <ModeChoice part="unknown" options={['create', 'skip']} mode={mode} onMode={onMode} />
        )}
        <ModeChoice part="onProblem" options={['skip', 'stop']} mode={mode} onMode={onMode} />
      </div>
      {isChecking && <JobProgressBar job={job} />}
      <ImportCountList counts={counts} removed={removed} />
      {!isChecking && removed > 0 && (
        <p className="message message-warn">
          <Icon name="warning" />
          <span>{t('preview.removes', { count: removed })}</span>
        </p>
      )}
      {!isChecking && <JobItems job={job} pageSize={10} />}
      {isStopped && !isChecking && (
        <p className="message message-warn">
          <Icon name="warning" />
          <span>{t('preview.stopped', { count: counts.problems })}</span>
        </p>
      )}
      <div className="import-actions">
        <Button kind="primary" aria-disabled={!canStart} onClick={() => canStart && start.run()}>
          {ready > 0 ? t('preview.start', { count: ready }) : t('check.nothing')}
        </Button>
      </div>
    </section>
  )
}

interface ModeChoiceProps<P extends keyof ImportMode> {
  readonly part: P
  readonly options: readonly ImportMode[P][]
  readonly mode: ImportMode
  readonly onMode: (mode: ImportMode) => void
}

function ModeChoice<P extends keyof ImportMode>({
  part,
  options,
  mode,
  onMode,
}: ModeChoiceProps<P>) {
  const { t } = useExchangeText()
  const group = useId()
  return (
    <fieldset className="panel-group">
      <legend>{t(`modes.${part}.label`)}</legend>
      {options.map((option) => (
        <Radio
          key={option}
          name={group}
          checked={mode[part] === option}
          onChange={() => onMode({ ...mode, [part]: option })}
        >
          {t(`modes.${part}.${option}`)}
        </Radio>
      ))}
    </fieldset>
  )
}
