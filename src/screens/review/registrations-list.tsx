import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { WireRegistration } from '#model/admission/wire.ts'
import { pagesOf } from '#model/paths.ts'
import type { AnyResource } from '#model/resource.ts'
import { endpointsOf } from '#model/wire/endpoints.ts'
import { emptyListQuery, toApiParams } from '#model/wire/list-query.ts'
import type { Page, WireRecord } from '#model/wire/wire.ts'
import { request } from '#providers/http.ts'
import { usePerson } from '#src/console/person.ts'
import { usePageText } from '#src/fields/page-text.ts'
import { Button } from '#src/kit/button.tsx'
import { ListPage } from '#src/pages/list/list-page.tsx'
import { type RowCare, RowCareOf } from '#src/pages/list/use-row-action.tsx'
import { showToast } from '#src/toasts/toast-store.ts'
import { waiting } from './use-queue.ts'
import { useUndo } from './use-undo.ts'

/** The list of applications, with a button that opens the oldest one that waits. */
export function RegistrationsList({ resource }: { readonly resource: AnyResource }) {
  return (
    <RowCareOf value={useRowCare()}>
      <ListPage resource={resource}>
        <StartReviewing resource={resource} />
      </ListPage>
    </RowCareOf>
  )
}

/** Warns before a transition on an application that a colleague is reviewing, and offers to undo transitions that are on hold. */
function useRowCare(): RowCare {
  const { t } = usePageText()
  const { id } = usePerson()
  const { undo } = useUndo(() => {})
  return {
    warning: ({ assignedToId, status, _titles }) =>
      status === 'under_review' && assignedToId !== null && assignedToId !== id ? (
        <p>{t('review.othersClaim', { name: _titles.assignedToId ?? '' })}</p>
      ) : null,
    undo: (record) => ((record as Partial<WireRegistration>).hold?.canUndo ? () => undo(record.id) : undefined),
  }
}

function StartReviewing({ resource }: { readonly resource: AnyResource }) {
  const { t } = usePageText()
  const { role } = usePerson()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const start = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      const query = { ...emptyListQuery, pageSize: 5, ...waiting }
      const { data } = await request<Page<WireRecord>>(endpointsOf(resource).list, { params: toApiParams(query) })
      const [oldest] = data.list
      if (oldest) navigate(`${pagesOf(resource, role).show.replace(':id', oldest.id)}?view=${waiting.view}&sort=${waiting.sort.join()}`)
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
