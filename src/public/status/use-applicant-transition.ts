import { useText } from '@matricola/console/i18n.ts'
import { showToast } from '@matricola/console/toasts/toast-store.ts'
import { HttpError } from '@matricola/providers/http.ts'
import { useState } from 'react'
import type { WireApplication } from '#resources/admission/wire.ts'
import { isSessionEnded } from './applicant-calls.ts'
import type { StatusNavigation } from './status-navigation.ts'

interface ApplicantTransition {
  readonly isBusy: boolean
  /** Message of the last refusal, or null. */
  readonly failure: string | null
  /**
   * Returns a handler that runs `work` once, shows `successText` as a toast and then shows the
   * updated application.
   */
  run(
    work: () => Promise<WireApplication>,
    successText: string,
    onDone?: () => void,
  ): () => Promise<void>
}

/**
 * Transitions that the applicant performs with one button. If the session has ended, asks for the
 * access code again.
 */
export function useApplicantTransition(
  views: StatusNavigation,
  reference: string,
): ApplicantTransition {
  const t = useText('status')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const run: ApplicantTransition['run'] = (work, successText, onDone) => async () => {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      const next = await work()
      showToast({ severity: 'success', summary: successText })
      onDone?.()
      views.replace({ name: 'application', application: next })
      requestAnimationFrame(() => document.querySelector('h1')?.focus())
    } catch (error) {
      if (isSessionEnded(error))
        return views.reset({ name: 'code', reference, notice: t('code.ended') })
      if (!(error instanceof HttpError)) throw error
      setFailure(error.message)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, failure, run }
}
