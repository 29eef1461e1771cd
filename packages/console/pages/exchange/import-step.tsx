import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireImport } from '@matricola/schema/wire/jobs.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useHttp } from '../../app/console-context.ts'
import { updateCachedResponse } from '../../use-call.ts'
import { LoadFailed } from '../form/load-state.tsx'
import { invalidateJobs, transitionJob } from '../jobs/job-calls.ts'
import { importKey } from './import-calls.ts'
import { ImportCheckStep } from './import-check-step.tsx'
import { ImportColumnsStep } from './import-columns-step.tsx'
import { ImportFileStep } from './import-file-step.tsx'
import { ImportPreviewStep } from './import-preview-step.tsx'
import { ImportRunStep } from './import-run-step.tsx'
import type { ImportStepName } from './import-step-names.ts'
import { useImportChange } from './use-import-change.ts'

interface ImportStepProps {
  readonly resource: AnyResource
  readonly current: WireImport | null
  readonly step: ImportStepName
  readonly go: (step: ImportStepName, id?: string) => void
}

/** One step of an import and the changes that it can make. */
export function ImportStep({ resource, current, step, go }: ImportStepProps) {
  const http = useHttp()
  const client = useQueryClient()
  const changing = useImportChange(current?.job.id ?? '')
  const body = useStepFocus(step)

  const openUpload = (uploaded: WireImport) => {
    updateCachedResponse(client, importKey(uploaded.job.id), () => uploaded)
    // A new upload replaces this import. Errors are ignored, because the old import is no longer
    // needed.
    if (current && current.job.startedAt === null && current.job.can.includes('cancel'))
      transitionJob(http, current.job.id, { transition: 'cancel' }).catch(() => {})
    go('file', uploaded.job.id)
  }
  return (
    <div ref={body} className="import-body">
      {changing.isError && (
        <LoadFailed
          message={changing.error.message}
          onRetry={() => changing.variables && changing.mutate(changing.variables)}
        />
      )}
      {current === null || step === 'file' ? (
        <ImportFileStep
          resource={resource}
          current={current}
          isBusy={changing.isPending}
          onUploaded={openUpload}
          onContinue={() => go(current?.job.state === 'mapping' ? 'columns' : 'check')}
        />
      ) : step === 'columns' ? (
        <ImportColumnsStep
          resource={resource}
          current={current}
          isBusy={changing.isPending && changing.variables.check === true}
          onMap={(mapping) => changing.mutate({ mapping })}
          onOrder={(dayOrders) => changing.mutate({ dayOrders })}
          onCheck={() =>
            changing.mutate(
              { mapping: current.mapping, check: true },
              { onSuccess: () => go('check') },
            )
          }
        />
      ) : step === 'check' ? (
        <ImportCheckStep
          resource={resource}
          current={current}
          onCorrected={() => void invalidateJobs(client)}
          onContinue={() => go('preview')}
        />
      ) : step === 'preview' ? (
        <ImportPreviewStep
          resource={resource}
          current={current}
          onMode={(mode) => {
            const hasModeChanged =
              mode.known !== current.mode.known || mode.unknown !== current.mode.unknown
            changing.mutate({ mode, ...(hasModeChanged && { check: true }) })
          }}
        />
      ) : (
        <ImportRunStep resource={resource} current={current} onUploaded={openUpload} />
      )}
    </div>
  )
}

/** Moves focus to the heading when the step changes, but not when the page is opened. */
function useStepFocus(step: ImportStepName) {
  const body = useRef<HTMLDivElement>(null)
  const last = useRef(step)
  useEffect(() => {
    if (last.current === step) return
    last.current = step
    body.current?.querySelector<HTMLElement>('[data-step-title]')?.focus()
  }, [step])
  return body
}
