import { usePermission } from '@matricola/console/app/use-permission.ts'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { useRecordAction } from '@matricola/console/pages/form/use-record-action.ts'
import { ActionDialog } from '@matricola/console/pages/show/action-dialog.tsx'
import { useState } from 'react'
import type { WireRegistration } from '#resources/admission/wire.ts'
import { registrationsResource } from './registration.ts'

const offeredActions = ['checkGrades', 'payFee', 'waiveFee', 'confirmPlace'] as const

/**
 * Actions for an application to a merit-based admission: confirming grades and the fee, and giving a place to an applicant who comes
 * in person.
 */
export function MeritActions({ record }: { readonly record: WireRegistration }) {
  const { t } = usePageText()
  const can = usePermission()
  const [openAction, setOpenAction] = useState<string | null>(null)
  const { isPending, send, run } = useRecordAction(registrationsResource, record)
  if (!record.isRanked) return null
  const start = (action: string) => {
    if (registrationsResource.actions?.[action]?.extraFields) setOpenAction(action)
    else if (!isPending) run({ action, input: {} })
  }
  return (
    <>
      {offeredActions
        .filter((action) => can(action, registrationsResource, record))
        .map((action) => (
          <button key={action} type="button" className="button" aria-disabled={isPending} onClick={() => start(action)}>
            {t(`resources:${registrationsResource.name}.actions.${action}`)}
          </button>
        ))}
      {openAction && (
        <ActionDialog resource={registrationsResource} record={record} action={openAction} run={send} onClose={() => setOpenAction(null)} />
      )}
    </>
  )
}
