import { useEffect, useRef, useState } from 'react'
import type { WireApplication } from '#model/admission/wire.ts'
import { momentInWords } from '#model/values/dates.ts'
import { useLanguage, useText } from '../../i18n.ts'
import { ErrorBox } from '../error-box.tsx'
import { takeFocus } from '../take-focus.ts'
import { undoWithdrawal, withdraw } from './applicant.ts'
import { useStep } from './use-step.ts'
import type { Views } from './views.ts'

/** Withdrawing the application: asks for confirmation, and can be undone for a limited time. */
export function Withdrawal({ views, application }: { views: Views; application: WireApplication }) {
  const t = useText('status')
  const general = useText('public')
  const language = useLanguage()
  const [isAsking, setAsking] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { reference, undoWithdrawalUntil } = application
  const isUndoable = useUntil(undoWithdrawalUntil)
  const { isBusy, failure, run } = useStep(views, reference)
  const said = failure ? <ErrorBox title={general('failed.title')}>{failure}</ErrorBox> : null
  if (undoWithdrawalUntil && isUndoable)
    return (
      <section className="status-withdrawal" aria-label={t('withdraw.title')}>
        {said}
        <p>{t('withdraw.undoUntil', { date: momentInWords(undoWithdrawalUntil, language) })}</p>
        <button
          type="button"
          className="button button-primary"
          aria-disabled={isBusy}
          onClick={run(undoWithdrawal, t('withdraw.undone'), () => setAsking(false))}
        >
          {t('withdraw.undo')}
        </button>
      </section>
    )
  if (!application.canWithdraw) return null
  return (
    <section className="status-withdrawal" aria-label={t('withdraw.title')}>
      {isAsking ? (
        <>
          <p role="alert" tabIndex={-1} ref={takeFocus}>
            {t('withdraw.sure')}
          </p>
          {said}
          <div className="status-buttons">
            <button
              type="button"
              className="button button-danger-solid"
              aria-disabled={isBusy}
              onClick={run(withdraw, t('withdraw.done'), () => setAsking(false))}
            >
              {t('withdraw.confirm')}
            </button>
            <button
              type="button"
              className="button"
              onClick={() => {
                setAsking(false)
                requestAnimationFrame(() => opener.current?.focus())
              }}
            >
              {t('withdraw.keep')}
            </button>
          </div>
        </>
      ) : (
        <button type="button" ref={opener} className="button button-danger" onClick={() => setAsking(true)}>
          {t('withdraw.title')}
        </button>
      )}
    </section>
  )
}

/** Whether the instant is still in the future. Rerenders when it passes. */
function useUntil(instant: string | null): boolean {
  const [isAhead, setAhead] = useState(() => instant !== null && Date.parse(instant) > Date.now())
  useEffect(() => {
    const leftMs = instant === null ? 0 : Date.parse(instant) - Date.now()
    setAhead(leftMs > 0)
    if (leftMs <= 0) return
    const timer = setTimeout(() => setAhead(false), leftMs)
    return () => clearTimeout(timer)
  }, [instant])
  return isAhead
}
