import { NotFound } from '@matricola/console/app/not-found.tsx'
import { FieldsSkeleton, LoadFailed } from '@matricola/console/pages/form/load-state.tsx'
import type { PageProps } from '@matricola/console/screens/page-props.ts'
import { HttpError } from '@matricola/providers/http.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useShow } from '@refinedev/core'
import { useParams } from 'react-router'
import { FormEditor } from './form-editor.tsx'

/** The page of a version of an application form: its editor, or its content if it is published. */
export function FormEditorScreen({ resource }: PageProps) {
  const { id = '' } = useParams()
  const { query } = useShow<WireRecord>({
    resource: resource.name,
    id,
    queryOptions: { retry: false, refetchOnWindowFocus: false },
    errorNotification: false,
  })
  const error = query.error instanceof HttpError ? query.error : null
  if (error?.statusCode === 404) return <NotFound />
  const record = query.data?.data
  if (record)
    // The state decides whether it can be edited, so a publication starts the page again.
    return <FormEditor key={`${record.id} ${record.state}`} resource={resource} record={record} />
  return (
    <div className="page">
      {query.isError ? (
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
