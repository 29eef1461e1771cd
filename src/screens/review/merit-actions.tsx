import { useState } from 'react'
import type { WireRegistration } from '#model/admission/wire.ts'
import { useMay } from '#src/console/may.ts'
import { usePageText } from '#src/fields/page-text.ts'
import { useRecordAction } from '#src/pages/form/use-record-action.ts'
import { ActionDialog } from '#src/pages/show/action-dialog.tsx'
import { registrations } from './registration.ts'

const offered = ['checkGrades', 'payFee', 'waiveFee', 'confirmPlace'] as const

/** Actions for an admission by merit: confirming grades and the fee, and giving a place to an applicant who comes in person. */
export function MeritActions({ record }: { readonly record: WireRegistration }) {
  const { t } = usePageText()
  const may = useMay()
  const [asked, setAsked] = useState<string | null>(null)
  const { isPending, ask, run } = useRecordAction(registrations, record)
  if (!record.isRanked) return null
  const begin = (action: string) => {
    if (registrations.actions?.[action]?.asks) setAsked(action)
    else if (!isPending) run({ action, input: {} })
  }
  return (
    <>
      {offered
        .filter((action) => may(action, registrations, record))
        .map((action) => (
          <button key={action} type="button" className="button" aria-disabled={isPending} onClick={() => begin(action)}>
            {t(`resources:${registrations.name}.actions.${action}`)}
          </button>
        ))}
      {asked && <ActionDialog resource={registrations} record={record} action={asked} run={ask} onClose={() => setAsked(null)} />}
    </>
  )
}
