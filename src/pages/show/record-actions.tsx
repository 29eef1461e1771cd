import { useInvalidate } from '@refinedev/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { actionsOf } from '#model/actions.ts'
import { endpointsOf, fillPath } from '#model/endpoints.ts'
import type { AnyResource } from '#model/resource.ts'
import type { Tone } from '#model/vocabulary.ts'
import type { WireRecord } from '#model/wire.ts'
import { HttpError, request } from '#providers/http.ts'
import { usePageText } from '#src/fields/page-text.ts'
import { showToast } from '#src/toasts/toast-store.ts'
import { ActionDialog } from './action-dialog.tsx'

interface RecordActionsProps {
  readonly resource: AnyResource
  readonly record: WireRecord
  /** Absent where editing happens elsewhere. */
  readonly editPath?: string
}

/** Everything that the person may do to this record now: edit it, take a step of its workflow, run an action. */
export function RecordActions({ resource, record, editPath }: RecordActionsProps) {
  const { t } = usePageText()
  const [asked, setAsked] = useState<string | null>(null)
  const run = useRecordAction(resource, record)
  const actions = Object.entries(actionsOf(resource)).filter(([name]) => record._can.includes(name))
  return (
    <>
      {editPath && record._can.includes('update') && (
        <Link className="button" to={editPath}>
          {t('show.edit')}
        </Link>
      )}
      {actions.map(([name, action]) => (
        <button
          key={name}
          type="button"
          className={`button ${toneClass[action.tone ?? 'neutral']}`}
          aria-disabled={run.isPending}
          onClick={() => (action.input ? setAsked(name) : !run.isPending && run.mutate({ action: name, input: {} }))}
        >
          {t(`resources:${resource.name}.actions.${name}`)}
        </button>
      ))}
      {asked && <ActionDialog resource={resource} record={record} action={asked} run={run.mutateAsync} onClose={() => setAsked(null)} />}
    </>
  )
}

export const toneClass: { readonly [T in Tone]: string } = { primary: 'button-primary', neutral: '', danger: 'button-danger' }

/** Runs an action against the version on the screen, says what the server says and shows the record as it is now. */
export function useRecordAction(resource: AnyResource, record: WireRecord) {
  const invalidate = useInvalidate()
  return useMutation({
    mutationFn: ({ action, input }: { readonly action: string; readonly input: object }) => {
      const { method, path } = endpointsOf(resource).action
      const endpoint = { method, path: fillPath(path, { id: record.id, action }) }
      return request<WireRecord>(endpoint, { body: { version: record.version, ...input } })
    },
    onSuccess: ({ message }) => showToast({ severity: 'success', summary: message }),
    onError: (error) => {
      // Refused fields are shown beside the fields, in the dialog that asked for them.
      if (!(error instanceof HttpError) || Object.keys(error.fields).length === 0) showToast({ severity: 'error', summary: error.message })
    },
    onSettled: () => invalidate({ resource: resource.name, id: record.id, invalidates: ['list', 'many', 'detail'] }),
  })
}
