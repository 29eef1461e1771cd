import { type HttpError as RefineError, useForm } from '@refinedev/core'
import { useNavigate, useParams } from 'react-router'
import { pagesOf } from '#model/paths.ts'
import type { AnyResource } from '#model/resource.ts'
import type { WireRecord } from '#model/wire/wire.ts'
import { HttpError } from '#providers/http.ts'
import { useMay } from '#src/console/may.ts'
import { NotFound } from '#src/console/not-found.tsx'
import { usePageTitle } from '#src/console/page-title.ts'
import { usePerson } from '#src/console/person.ts'
import { usePageText } from '#src/fields/page-text.ts'
import { titleText } from '#src/fields/title-text.ts'
import { RecordPeople } from '#src/live/people.tsx'
import { RecordNotice } from '#src/live/record-notice.tsx'
import { FieldsSkeleton, LoadFailed } from '#src/pages/form/load-state.tsx'
import { PageHead } from '#src/pages/form/page-head.tsx'
import { RecordForm, type RecordFormProps } from '#src/pages/form/record-form.tsx'
import { notifiesOfOutcome, savedOf } from '#src/pages/form/saved.ts'
import { draftOf } from '#src/pages/form/use-draft.ts'
import { Neighbours, useRecordPlace } from '#src/pages/list/record-place.tsx'

type Extra = Pick<RecordFormProps, 'extra'>

/** The page for editing a record. The record is fetched on each visit, so that the form starts from the latest version. */
export function EditPage({ resource, extra }: { readonly resource: AnyResource } & Extra) {
  const { id = '' } = useParams()
  return <EditRecord key={id} resource={resource} id={id} {...(extra && { extra })} />
}

function EditRecord({ resource, id, extra }: { readonly resource: AnyResource; readonly id: string } & Extra) {
  const { t } = usePageText()
  const { role } = usePerson()
  const may = useMay()
  const navigate = useNavigate()
  const place = useRecordPlace(resource, id)
  const { query, onFinish } = useForm<WireRecord, RefineError, object>({
    ...notifiesOfOutcome,
    resource: resource.name,
    action: 'edit',
    id,
    redirect: false,
    queryOptions: { staleTime: 0, retry: false },
  })
  const record = query?.isFetchedAfterMount ? query.data?.data : undefined
  const name = record && titleText(resource, record, t)
  usePageTitle(name)
  const show = place.keeping(pagesOf(resource, role).show.replace(':id', id))

  const error = query?.error instanceof HttpError ? query.error : null
  if (error?.statusCode === 404 || (record && !may('update', resource, record))) return <NotFound />
  return (
    <div className="page form-page">
      <PageHead
        title={name === undefined ? '…' : t('edit.title', { name })}
        back={{ to: show, label: name ?? t('edit.back') }}
        beside={<Neighbours resource={resource} place={place} kind="edit" />}
      />
      <RecordPeople resource={resource.name} id={id} />
      {record && <RecordNotice resource={resource} record={record} />}
      {record ? (
        <RecordForm
          key={record.id}
          resource={resource}
          mode="edit"
          initial={draftOf(resource, record)}
          recordId={record.id}
          save={async (input) => savedOf(await onFinish(input))}
          onSaved={(_, goesOn) => !goesOn && navigate(show)}
          onCancel={() => navigate(show)}
          canGoOn
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
