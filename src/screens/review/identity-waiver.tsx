import { useHttp } from '@matricola/console/app/console-context.ts'
import { useSubmissionKey } from '@matricola/console/app/submission-key.ts'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { WireRegistration } from '#resources/admission/wire.ts'
import * as reviewCalls from '#resources/calls/review.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { registrationKey } from './registration.ts'

/** Lets administrators waive the identity check if the identity data in an application is contradictory. */
export function IdentityWaiver({ record }: { readonly record: WireRegistration }) {
  const { makeCall } = useHttp()
  const { t } = usePageText()
  const client = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
  const submissionKey = useSubmissionKey()
  const waive = async (reason: string) => {
    const call = { params: { id: record.id }, input: { reason, version: record.version } }
    const { data } = await submissionKey.run((headers) => makeCall(reviewCalls.waiveIdentityCheck, { ...call, headers }))
    client.setQueryData(registrationKey(record.id), data)
  }
  return (
    <>
      <button type="button" className="button-link" onClick={() => setConfirming(true)}>
        {t('review.waive')}
      </button>
      {isConfirming && (
        <ReasonDialog title={t('review.waiveTitle')} action={t('review.waive')} onSend={waive} onClose={() => setConfirming(false)} />
      )}
    </>
  )
}
