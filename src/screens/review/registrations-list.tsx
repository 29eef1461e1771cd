import { useState } from 'react'
import { useNavigate } from 'react-router'
import { endpointsOf } from '#model/endpoints.ts'
import { emptyListQuery, toApiParams } from '#model/list-query.ts'
import { pagesOf } from '#model/paths.ts'
import type { AnyResource } from '#model/resource.ts'
import type { Page, WireRecord } from '#model/wire.ts'
import { request } from '#providers/http.ts'
import { usePerson } from '#src/console/person.ts'
import { usePageText } from '#src/fields/page-text.ts'
import { ListPage } from '#src/pages/list/list-page.tsx'
import { showToast } from '#src/toasts/toast-store.ts'
import { waiting } from './use-queue.ts'

/** The list of applications, with the way to the oldest one that waits. */
export function RegistrationsList({ resource }: { readonly resource: AnyResource }) {
  return (
    <ListPage resource={resource}>
      <StartReviewing resource={resource} />
    </ListPage>
  )
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
    <button type="button" className="button button-primary" aria-disabled={isBusy} onClick={() => void start()}>
      {t('review.start')}
    </button>
  )
}
