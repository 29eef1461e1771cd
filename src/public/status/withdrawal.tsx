import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { formatLongInstant } from '@matricola/schema/values/dates.ts'
import { useEffect, useRef, useState } from 'react'
import type { WireApplication } from '#resources/admission/wire.ts'
import { ErrorBox } from '../error-box.tsx'
import { takeFocus } from '../take-focus.ts'
import { sendUndoWithdrawal, sendWithdrawal } from './applicant-calls.ts'
import type { StatusNavigation } from './status-navigation.ts'
import { useApplicantTransition } from './use-applicant-transition.ts'

/**
 * Withdraws the application after a confirmation. The applicant can undo the withdrawal for a
 * limited time.
 */
export function WithdrawalSection({
  views,
  application,
}: {
  views: StatusNavigation
  application: WireApplication
}) {
  const t = useText('status')
  const tPublic = useText('public')
  const language = useLanguage()
  const [isConfirming, setConfirming] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { reference, undoWithdrawalUntil } = application
  const isUndoable = useIsInFuture(undoWithdrawalUntil)
  const { isBusy, failure, run } = useApplicantTransition(views, reference)
  const errorBox = failure ? <ErrorBox title={tPublic('failed.title')}>{failure}</ErrorBox> : null
  if (undoWithdrawalUntil && isUndoable)
    return (
      <section className="status-withdrawal" aria-label={t('withdraw.title')}>
        {errorBox}
        <p>{t('withdraw.undoUntil', { date: formatLongInstant(undoWithdrawalUntil, language) })}</p>
        <button
          type="button"
          className="button button-primary"
          aria-disabled={isBusy}
          onClick={run(sendUndoWithdrawal, t('withdraw.undone'), () => setConfirming(false))}
        >
          {t('withdraw.undo')}
        </button>
      </section>
    )
  if (!application.canWithdraw) return null
  return (
    <section className="status-withdrawal" aria-label={t('withdraw.title')}>
      {isConfirming ? (
        <>
          <p role="alert" tabIndex={-1} ref={takeFocus}>
            {t('withdraw.sure')}
          </p>
          {errorBox}
          <div className="status-buttons">
            <button
              type="button"
              className="button button-danger-solid"
              aria-disabled={isBusy}
              onClick={run(sendWithdrawal, t('withdraw.done'), () => setConfirming(false))}
            >
              {t('withdraw.confirm')}
            </button>
            <button
              type="button"
              className="button"
              onClick={() => {
                setConfirming(false)
                requestAnimationFrame(() => opener.current?.focus())
              }}
            >
              {t('withdraw.keep')}
            </button>
          </div>
        </>
      ) : (
        <button
          type="button"
          ref={opener}
          className="button-link"
          onClick={() => setConfirming(true)}
        >
          {t('withdraw.title')}
        </button>
      )}
    </section>
  )
}

/** Whether the instant is still in the future. Rerenders when it passes. */
function useIsInFuture(instant: string | null): boolean {
  const [isInFuture, setInFuture] = useState(
    () => instant !== null && Date.parse(instant) > Date.now(),
  )
  useEffect(() => {
    const remainingMs = instant === null ? 0 : Date.parse(instant) - Date.now()
    setInFuture(remainingMs > 0)
    if (remainingMs <= 0) return
    const timer = setTimeout(() => setInFuture(false), remainingMs)
    return () => clearTimeout(timer)
  }, [instant])
  return isInFuture
}
