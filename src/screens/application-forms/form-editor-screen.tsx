import { NotFound } from '@matricola/console/app/not-found.tsx'
import { FieldsSkeleton, LoadFailed } from '@matricola/console/pages/form/load-state.tsx'
import type { PageProps } from '@matricola/console/screens/page-props.ts'
import { HttpError } from '@matricola/providers/http.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useShow } from '@refinedev/core'
import { useState } from 'react'
import { useParams } from 'react-router'
import { AskSentDialog, type SentQuestions } from '../ask-sent-dialog.tsx'
import { FormEditor } from './form-editor.tsx'

/** The page of a version of an application form: its editor, or its content if it is published. */
export function FormEditorScreen({ resource }: PageProps) {
  const { id = '' } = useParams()
  const [asked, setAsked] = useState<SentQuestions | null>(null)
  const { query } = useShow<WireRecord>({
    resource: resource.name,
    id,
    queryOptions: { retry: false, refetchOnWindowFocus: false, refetchOnMount: 'always' },
    errorNotification: false,
  })
  const error = query.error instanceof HttpError ? query.error : null
  if (error?.statusCode === 404) return <NotFound />
  const record = query.data?.data
  // The editor starts with what is stored. The cache can have the content from before the last edit.
  if (record && query.isFetchedAfterMount)
    return (
      <>
        <FormEditor
          // The state decides whether it can be edited, so a publication starts the page again.
          key={`${record.id} ${record.state}`}
          resource={resource}
          record={record}
          onAskSent={setAsked}
        />
        {asked && <AskSentDialog {...asked} onClose={() => setAsked(null)} />}
      </>
    )
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
