import { useHttp } from '@matricola/console/app/console-context.ts'
import { lazyOverlay } from '@matricola/console/app/lazy-overlay.tsx'
import { useUser } from '@matricola/console/app/user-context.ts'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { Button } from '@matricola/console/kit/button.tsx'
import { BulkDialogContext } from '@matricola/console/pages/bulk/bulk-dialogs.ts'
import { ListPage } from '@matricola/console/pages/list/list-page.tsx'
import { useDynamicFields } from '@matricola/console/pages/list/use-dynamic-fields.ts'
import {
  RowActionContext,
  type RowActionOptions,
} from '@matricola/console/pages/list/use-row-action.tsx'
import { showToast } from '@matricola/console/toasts/toast-store.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import { emptyListQuery, toApiParams } from '@matricola/schema/wire/list-query.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import { waitingView } from './use-queue.ts'
import { useTransitionUndo } from './use-transition-undo.ts'

const bulkDialogs = {
  message: lazyOverlay(async () => (await import('./many-message-dialog.tsx')).ManyMessageDialog),
  requestUpdate: lazyOverlay(
    async () => (await import('./many-request-dialog.tsx')).ManyRequestDialog,
  ),
}

/** The list of applications, with a button that opens the oldest application waiting for review. */
export function RegistrationsList({ resource }: { readonly resource: AnyResource }) {
  return (
    <RowActionContext value={useApplicationRowCare()}>
      <BulkDialogContext value={bulkDialogs}>
        <ListPage resource={useDynamicFields(resource)}>
          <StartReviewing resource={resource} />
        </ListPage>
      </BulkDialogContext>
    </RowActionContext>
  )
}

/**
 * Warns before a transition on an application that a colleague is reviewing, and offers to undo
 * transitions that are on hold.
 */
function useApplicationRowCare(): RowActionOptions {
  const { t } = usePageText()
  const { id } = useUser()
  const { undo } = useTransitionUndo(() => {})
  return {
    warning: ({ assignedToId, status, _titles }) =>
      status === 'under_review' && assignedToId !== null && assignedToId !== id ? (
        <p>{t('review:claimedBy', { name: _titles.assignedToId ?? '' })}</p>
      ) : null,
    undo: (record) =>
      (record as Partial<WireRegistration>).hold?.canUndo ? () => undo(record.id) : undefined,
  }
}

function StartReviewing({ resource }: { readonly resource: AnyResource }) {
  const { request } = useHttp()
  const { t } = usePageText()
  const { role } = useUser()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const start = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      const query = { ...emptyListQuery, pageSize: 5, ...waitingView }
      const { data } = await request<Page<WireRecord>>(endpointsOf(resource).list, {
        params: toApiParams(query),
      })
      const [oldest] = data.list
      if (oldest)
        navigate(
          `${pagePaths(resource, role).show.replace(':id', oldest.id)}?view=${waitingView.view}&sort=${waitingView.sort.join()}`,
        )
      else showToast({ severity: 'info', summary: t('review:end.title') })
    } catch (error) {
      showToast({
        severity: 'error',
        summary: error instanceof Error ? error.message : String(error),
      })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button kind="primary" aria-disabled={isBusy} onClick={() => void start()}>
      {t('review:start')}
    </Button>
  )
}
