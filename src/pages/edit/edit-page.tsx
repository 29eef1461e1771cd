import { type HttpError as RefineError, useForm } from '@refinedev/core'
import { useNavigate, useParams } from 'react-router'
import { pagePaths } from '#model/paths.ts'
import type { AnyResource } from '#model/resource.ts'
import type { WireRecord } from '#model/wire/wire.ts'
import { HttpError } from '#providers/http.ts'
import { NotFound } from '#src/console/not-found.tsx'
import { usePageTitle } from '#src/console/page-title.ts'
import { usePermission } from '#src/console/use-permission.ts'
import { useUser } from '#src/console/user-context.ts'
import { usePageText } from '#src/fields/page-text.ts'
import { titleText } from '#src/fields/title-text.ts'
import { RecordPresenceMarks } from '#src/live/presence-marks.tsx'
import { StaleRecordNotice } from '#src/live/stale-record-notice.tsx'
import { FieldsSkeleton, LoadFailed } from '#src/pages/form/load-state.tsx'
import { PageHeader } from '#src/pages/form/page-header.tsx'
import { RecordForm, type RecordFormProps } from '#src/pages/form/record-form.tsx'
import { toSaved, writeNotifications } from '#src/pages/form/saved.ts'
import { createFormState } from '#src/pages/form/use-form-state.ts'
import { Neighbours, useListPosition } from '#src/pages/list/list-position.tsx'

type Extra = Pick<RecordFormProps, 'extra'>

/** The page for editing a record. The record is fetched on each visit, so that the form starts from the latest version. */
export function EditPage({ resource, extra }: { readonly resource: AnyResource } & Extra) {
  const { id = '' } = useParams()
  return <EditRecord key={id} resource={resource} id={id} {...(extra && { extra })} />
}

function EditRecord({ resource, id, extra }: { readonly resource: AnyResource; readonly id: string } & Extra) {
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
          save={async (input) => toSaved(await onFinish(input))}
          onSaved={(_, continues) => !continues && navigate(show)}
          onCancel={() => navigate(show)}
          canContinue
          {...(extra && { extra })}
        />
      ) : query?.isError ? (
        <LoadFailed message={query.error.message} reference={error?.requestId} onRetry={() => void query.refetch()} />
      ) : (
        <FieldsSkeleton />
      )}
    </div>
  )
}
