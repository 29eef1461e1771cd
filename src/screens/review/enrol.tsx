import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { WireRegistration } from '#model/admission/wire.ts'
import { evaluate } from '#model/predicate.ts'
import { ask } from '#providers/ask.ts'
import * as reviewCalls from '#resources/calls/review.ts'
import { useIntent } from '#src/console/intent.ts'
import { usePerson } from '#src/console/person.ts'
import { usePageText } from '#src/fields/page-text.ts'
import { titleText } from '#src/fields/title-text.ts'
import { Button } from '#src/kit/button.tsx'
import { showToast } from '#src/toasts/toast-store.ts'
import { Key } from '../key.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { registrations } from './registration.ts'

/** Enrols an accepted applicant. Administrators can undo it. */
export function Enrol({ record }: { readonly record: WireRegistration }) {
  const { t } = usePageText()
  const person = usePerson()
  const client = useQueryClient()
  const intent = useIntent()
  const [isBusy, setBusy] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const toEnrol = registrations.list.views?.toEnrol
  const canEnrol = toEnrol !== undefined && evaluate(toEnrol.where, record, person)
  const canUndo = person.role === 'admin' && typeof record.enrolledAt === 'string'
  if (!canEnrol && !canUndo) return null

  const run = async (work: () => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    try {
      await work()
    } catch (error) {
      showToast({ severity: 'error', summary: error instanceof Error ? error.message : String(error) })
    } finally {
      setBusy(false)
      // The new student also appears in other lists.
      await client.invalidateQueries({ queryKey: ['data', 'default'] })
    }
  }
  const enrol = () =>
    run(async () => {
      const body = { registrationIds: [record.id] }
      const { data } = await intent.once((headers) => ask(reviewCalls.enrol, { input: body, headers }))
      const [result] = data.results
      const isRefused = !result || result.outcome === 'refused'
      showToast({
        severity: isRefused ? 'error' : 'success',
        summary: t(`review.enrol.${result?.outcome ?? 'refused'}`, { name: titleText(registrations, record, t) }),
        ...(isRefused && { detail: t(`review.enrol.refusals.${result?.code ?? 'failed'}`, { courses: result?.courses ?? '' }) }),
      })
    })
  const undo = async (reason: string) => {
    const { message } = await intent.once((headers) =>
      ask(reviewCalls.undoEnrolment, { params: { id: record.id }, input: { reason }, headers }),
    )
    showToast({ severity: 'success', summary: message })
    await client.invalidateQueries({ queryKey: ['data', 'default'] })
  }
  return (
    <>
      {canEnrol && (
        <Button kind="primary" aria-disabled={isBusy} aria-keyshortcuts="e" data-enrol onClick={() => void enrol()}>
          {t('review.enrol.enrol')} <Key name="E" />
        </Button>
      )}
      {canUndo && (
        <Button kind="grave" aria-disabled={isBusy} onClick={() => setAsked(true)}>
          {t('review.enrol.undo')}
        </Button>
      )}
      {isAsked && (
        <ReasonDialog
          title={t('review.enrol.undoTitle', { name: titleText(registrations, record, t) })}
          action={t('review.enrol.undo')}
          onSend={undo}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}
