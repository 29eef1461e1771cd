import { useHttp } from '@matricola/console/app/console-context.ts'
import { useCreateJob } from '@matricola/console/pages/bulk/use-create-job.ts'
import { fetchFrozenSelection } from '@matricola/console/pages/jobs/job-calls.ts'
import { openJob } from '@matricola/console/pages/jobs/job-tracking.ts'
import { listTokenHeader } from '@matricola/providers/data.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { WireSelection } from '@matricola/schema/wire/jobs.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { useRef } from 'react'
import { useFormEditorText } from './application-forms/use-form-editor-text.ts'
import { ManyRequestDialog } from './review/many-request-dialog.tsx'
import { registrationsResource } from './review/registration.ts'

/** New questions, and the versions of the form that sent applications have. */
export interface SentQuestions {
  readonly itemIds: readonly string[]
  readonly versionIds: readonly string[]
}

/** A request to the applicants who sent an earlier version, with its new questions chosen. */
export function AskSentDialog({
  itemIds,
  versionIds,
  onClose,
}: SentQuestions & { readonly onClose: () => void }) {
  const http = useHttp()
  const { t } = useFormEditorText()
  const { createJob } = useCreateJob(registrationsResource)
  const frozen = useRef<WireSelection | null>(null)
  const freeze = async () => {
    const { data, header } = await http.request<Page<WireRecord>>(
      endpointsOf(registrationsResource).list,
      {
        params: {
          'filters[formVersionId]': versionIds.join(','),
          ...{ pageNumber: '1', pageSize: '1' },
        },
      },
    )
    frozen.current = await fetchFrozenSelection(http, registrationsResource, {
      ...{ kind: 'all', except: new Set(), total: data.totalCount },
      token: header(listTokenHeader) ?? '',
    })
    return frozen.current
  }
  return (
    <ManyRequestDialog
      title={t('publish.askTitle')}
      initialFields={itemIds}
      freeze={freeze}
      onPreview={async (input) => {
        // The preview is offered only after the selection is frozen.
        const set = frozen.current as WireSelection
        const job = await createJob({ kind: 'frozen', set }, { action: 'requestUpdate', input })
        openJob(job.id)
      }}
      onClose={onClose}
    />
  )
}
