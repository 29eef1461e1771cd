import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useUser } from '#packages/console/app/user-context.ts'
import { usePageText } from '#packages/console/fields/page-text.ts'
import { Button } from '#packages/console/kit/button.tsx'
import { ListPage } from '#packages/console/pages/list/list-page.tsx'
import { RowActionContext, type RowActionOptions } from '#packages/console/pages/list/use-row-action.tsx'
import { showToast } from '#packages/console/toasts/toast-store.ts'
import { pagePaths } from '#packages/schema/paths.ts'
import type { AnyResource } from '#packages/schema/resource.ts'
import { endpointsOf } from '#packages/schema/wire/endpoints.ts'
import { emptyListQuery, toApiParams } from '#packages/schema/wire/list-query.ts'
import type { Page, WireRecord } from '#packages/schema/wire/wire.ts'
import { request } from '#providers/http.ts'
import type { WireRegistration } from '#resources/admission/wire.ts'
import { waitingView } from './use-queue.ts'
import { useTransitionUndo } from './use-transition-undo.ts'

/** The list of applications, with a button that opens the oldest application waiting for review. */
export function RegistrationsList({ resource }: { readonly resource: AnyResource }) {
  return (
    <RowActionContext value={useApplicationRowCare()}>
      <ListPage resource={resource}>
        <StartReviewing resource={resource} />
      </ListPage>
    </RowActionContext>
  )
}

/** Warns before a transition on an application that a colleague is reviewing, and offers to undo transitions that are on hold. */
function useApplicationRowCare(): RowActionOptions {
  const { t } = usePageText()
  const { id } = useUser()
  const { undo } = useTransitionUndo(() => {})
  return {
    warning: ({ assignedToId, status, _titles }) =>
      status === 'under_review' && assignedToId !== null && assignedToId !== id ? (
        <p>{t('review.claimedBy', { name: _titles.assignedToId ?? '' })}</p>
      ) : null,
    undo: (record) => ((record as Partial<WireRegistration>).hold?.canUndo ? () => undo(record.id) : undefined),
  }
}

function StartReviewing({ resource }: { readonly resource: AnyResource }) {
  const { t } = usePageText()
  const { role } = useUser()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const start = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      const query = { ...emptyListQuery, pageSize: 5, ...waitingView }
      const { data } = await request<Page<WireRecord>>(endpointsOf(resource).list, { params: toApiParams(query) })
      const [oldest] = data.list
      if (oldest)
        navigate(`${pagePaths(resource, role).show.replace(':id', oldest.id)}?view=${waitingView.view}&sort=${waitingView.sort.join()}`)
      else showToast({ severity: 'info', summary: t('review.end.title') })
    } catch (error) {
      showToast({ severity: 'error', summary: error instanceof Error ? error.message : String(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button kind="primary" aria-disabled={isBusy} onClick={() => void start()}>
      {t('review.start')}
    </Button>
  )
}
