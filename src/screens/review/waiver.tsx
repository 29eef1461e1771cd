import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { WireRegistration } from '#model/admission/wire.ts'
import { ask } from '#providers/ask.ts'
import * as reviewCalls from '#resources/calls/review.ts'
import { useIntent } from '#src/console/intent.ts'
import { usePageText } from '#src/fields/page-text.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { registrationQuery } from './registration.ts'

/** Lets administrators waive the identity check if the identity data of an application contradict each other. */
export function Waiver({ record }: { readonly record: WireRegistration }) {
  const { t } = usePageText()
  const client = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const intent = useIntent()
  const waive = async (reason: string) => {
    const call = { params: { id: record.id }, input: { reason, version: record.version } }
    const { data } = await intent.once((headers) => ask(reviewCalls.waiveIdentity, { ...call, headers }))
    client.setQueryData(registrationQuery(record.id).queryKey, data)
  }
  return (
    <>
      <button type="button" className="button-link" onClick={() => setAsked(true)}>
        {t('review.waive')}
      </button>
      {isAsked && <ReasonDialog title={t('review.waiveTitle')} action={t('review.waive')} onSend={waive} onClose={() => setAsked(false)} />}
    </>
  )
}
