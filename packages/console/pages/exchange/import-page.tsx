import { HttpError } from '@matricola/providers/http.ts'
import { isId, pagePaths } from '@matricola/schema/paths.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireImport } from '@matricola/schema/wire/jobs.ts'
import { useSearchParams } from 'react-router'
import { usePageTitle } from '../../app/page-title.ts'
import { useUser } from '../../app/user-context.ts'
import '../../fields/fields.css'
import '../bulk/bulk.css'
import { useJob } from '../jobs/job-calls.ts'
import '../form/form.css'
import { FieldsSkeleton, LoadFailed } from '../form/load-state.tsx'
import { PageHeader } from '../form/page-header.tsx'
import '../show/show.css'
import '../list/list.css'
import './exchange.css'
import { useImport } from './import-calls.ts'
import { ImportStep } from './import-step.tsx'
import { type ImportStepName, openSteps, visibleStep } from './import-step-names.ts'
import { ImportSteps } from './import-steps.tsx'
import { useExchangeText } from './use-exchange-text.ts'

/**
 * Imports a file into a list, step by step. The URL holds the import and the step, so both survive
 * a reload.
 */
export function ImportPage({ resource }: { readonly resource: AnyResource }) {
  const { t } = useExchangeText()
  const { role } = useUser()
  const [params] = useSearchParams()
  const importId = params.get('id') ?? undefined
  const title = t('title', { name: t(`resources:${resource.name}.many`) })
  usePageTitle(title)
  return (
    <div className="page import-page">
      <PageHeader
        title={title}
        back={{ to: pagePaths(resource, role).list, label: t(`resources:${resource.name}.many`) }}
      />
      {isId(importId) ? (
        <OpenImport resource={resource} id={importId} />
      ) : (
        <ImportAtStep resource={resource} current={null} />
      )}
    </div>
  )
}

/** An import that has started. Its job is polled while it runs. */
function OpenImport({ resource, id }: { readonly resource: AnyResource; readonly id: string }) {
  const { t } = useExchangeText()
  const { data, error, refetch } = useImport(id)
  const { data: job } = useJob(id)
  if (error instanceof HttpError && error.statusCode === 404)
    return (
      <>
        <p className="message message-warn" role="alert">
          {t('gone')}
        </p>
        <ImportAtStep resource={resource} current={null} />
      </>
    )
  if (data) return <ImportAtStep resource={resource} current={{ ...data, job: job ?? data.job }} />
  return error ? (
    <LoadFailed message={error.message} onRetry={() => void refetch()} />
  ) : (
    <FieldsSkeleton rows={6} />
  )
}

/** Shows the step that the URL names, if the import has reached it. */
function ImportAtStep({
  resource,
  current,
}: {
  readonly resource: AnyResource
  readonly current: WireImport | null
}) {
  const [params, setParams] = useSearchParams()
  const state = current?.job.state ?? null
  const id = current?.job.id
  const step = visibleStep(state, params.get('step'))
  const go = (next: ImportStepName, importId = id) =>
    setParams(importId ? { id: importId, step: next } : {})
  return (
    <>
      <ImportSteps
        current={step}
        open={openSteps(state)}
        pathOf={(stepName) => `?${new URLSearchParams(id ? { id, step: stepName } : {})}`}
      />
      <ImportStep resource={resource} current={current} step={step} go={go} />
    </>
  )
}
