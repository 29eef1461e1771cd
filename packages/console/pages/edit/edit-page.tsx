import { HttpError } from '@matricola/providers/http.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { type HttpError as RefineError, useForm } from '@refinedev/core'
import { useNavigate, useParams } from 'react-router'
import { NotFound } from '../../app/not-found.tsx'
import { usePageTitle } from '../../app/page-title.ts'
import { usePermission } from '../../app/use-permission.ts'
import { useUser } from '../../app/user-context.ts'
import { usePageText } from '../../fields/page-text.ts'
import { titleText } from '../../fields/title-text.ts'
import { RecordPresenceMarks } from '../../live/presence-marks.tsx'
import { StaleRecordNotice } from '../../live/stale-record-notice.tsx'
import type { FormValues } from '../form/form-values.ts'
import { FieldsSkeleton, LoadFailed } from '../form/load-state.tsx'
import { PageHeader } from '../form/page-header.tsx'
import { RecordForm, type RecordFormProps } from '../form/record-form.tsx'
import { toSaved, writeNotifications } from '../form/saved.ts'
import { createFormState } from '../form/use-form-state.ts'
import { Neighbours, useListPosition } from '../list/list-position.tsx'

interface Extra extends Pick<RecordFormProps, 'extra'> {
  /** Adds input that is not a field to the body of the update call. */
  readonly completeInput?: (input: FormValues) => FormValues
}

/**
 * The page for editing a record. The record is fetched on each visit, so that the form starts from
 * the latest version.
 */
export function EditPage(props: { readonly resource: AnyResource } & Extra) {
  const { id = '' } = useParams()
  return <EditRecord key={id} id={id} {...props} />
}

function EditRecord({
  resource,
  id,
  extra,
  completeInput = (input) => input,
}: { readonly resource: AnyResource; readonly id: string } & Extra) {
  const { t } = usePageText()
  const { role } = useUser()
  const can = usePermission()
  const navigate = useNavigate()
  const position = useListPosition(resource, id)
  const { query, onFinish } = useForm<WireRecord, RefineError, object>({
    ...writeNotifications,
    resource: resource.name,
    action: 'edit',
    id,
    redirect: false,
    queryOptions: { staleTime: 0, retry: false },
  })
  const record = query?.isFetchedAfterMount ? query.data?.data : undefined
  const name = record && titleText(resource, record, t)
  usePageTitle(name)
  const show = position.withListQuery(pagePaths(resource, role).show.replace(':id', id))

  const error = query?.error instanceof HttpError ? query.error : null
  if (error?.statusCode === 404 || (record && !can('update', resource, record))) return <NotFound />
  return (
    <div className="page form-page">
      <PageHeader
        title={name === undefined ? '…' : t('edit.title', { name })}
        back={{ to: show, label: name ?? t('edit.back') }}
        extra={<Neighbours resource={resource} position={position} kind="edit" />}
      />
      <RecordPresenceMarks resource={resource.name} id={id} />
      {record && <StaleRecordNotice resource={resource} record={record} />}
      {record ? (
        <RecordForm
          key={record.id}
          resource={resource}
          mode="edit"
          initial={createFormState(resource, record)}
          recordId={record.id}
          save={async (input) => toSaved(await onFinish(completeInput(input)))}
          onSaved={(_, continues) => !continues && navigate(show)}
          onCancel={() => navigate(show)}
          canContinue
          {...(extra && { extra })}
        />
      ) : query?.isError ? (
        <LoadFailed
          message={query.error.message}
          reference={error?.requestId}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <FieldsSkeleton />
      )}
    </div>
  )
}
