import { useHttp } from '@matricola/console/app/console-context.ts'
import { useSubmissionKey } from '@matricola/console/app/submission-key.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { titleText } from '@matricola/console/fields/title-text.ts'
import { Button } from '@matricola/console/kit/button.tsx'
import { KeyHint } from '@matricola/console/screens/key-hint.tsx'
import { showToast } from '@matricola/console/toasts/toast-store.ts'
import { evaluate } from '@matricola/schema/predicate.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import * as reviewCalls from '#resources/calls/review.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { registrationsResource } from './registration.ts'

/** Enrols an accepted applicant. Administrators can undo it. */
export function EnrolActions({ record }: { readonly record: WireRegistration }) {
  const { makeCall } = useHttp()
  const { t } = usePageText()
  const user = useUser()
  const client = useQueryClient()
  const submissionKey = useSubmissionKey()
  const [isBusy, setBusy] = useState(false)
  const [isConfirmingUndo, setConfirmingUndo] = useState(false)
  const toEnrol = registrationsResource.list.views?.toEnrol
  const canEnrol = toEnrol !== undefined && evaluate(toEnrol.where, record, user)
  const canUndo = user.role === 'admin' && typeof record.enrolledAt === 'string'
  if (!canEnrol && !canUndo) return null

  const run = async (work: () => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    try {
      await work()
    } catch (error) {
      showToast({
        severity: 'error',
        summary: error instanceof Error ? error.message : String(error),
      })
    } finally {
      setBusy(false)
      // The new student also appears in other lists.
      await client.invalidateQueries({ queryKey: ['data', 'default'] })
    }
  }
  const enrol = () =>
    run(async () => {
      const body = { registrationIds: [record.id] }
      const { data } = await submissionKey.run((headers) =>
        makeCall(reviewCalls.enrolApplicants, { input: body, headers }),
      )
      const [result] = data.results
      const isRefused = !result || result.outcome === 'refused'
      showToast({
        severity: isRefused ? 'error' : 'success',
        summary: t(`review:enrol.${result?.outcome ?? 'refused'}`, {
          name: titleText(registrationsResource, record, t),
        }),
        ...(isRefused && {
          detail: t(`review:enrol.refusals.${result?.code ?? 'failed'}`, {
            courses: result?.courses ?? '',
          }),
        }),
      })
    })
  const undo = async (reason: string) => {
    const { message } = await submissionKey.run((headers) =>
      makeCall(reviewCalls.undoEnrolment, {
        params: { id: record.id },
        input: { reason },
        headers,
      }),
    )
    showToast({ severity: 'success', summary: message })
    await client.invalidateQueries({ queryKey: ['data', 'default'] })
  }
  return (
    <>
      {canEnrol && (
        <Button
          kind="primary"
          aria-disabled={isBusy}
          aria-keyshortcuts="e"
          data-enrol
          onClick={() => void enrol()}
        >
          {t('review:enrol.enrol')} <KeyHint name="E" />
        </Button>
      )}
      {canUndo && (
        <Button kind="destructive" aria-disabled={isBusy} onClick={() => setConfirmingUndo(true)}>
          {t('review:enrol.undo')}
        </Button>
      )}
      {isConfirmingUndo && (
        <ReasonDialog
          title={t('review:enrol.undoTitle', { name: titleText(registrationsResource, record, t) })}
          action={t('review:enrol.undo')}
          onSend={undo}
          onClose={() => setConfirmingUndo(false)}
        />
      )}
    </>
  )
}
