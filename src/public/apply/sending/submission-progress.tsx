import { LiveRegion } from '@matricola/console/announcements/live-region.tsx'
import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { formatPercent } from '@matricola/schema/values/format-size.ts'
import type { QueuePosition } from '@matricola/schema/wire/errors.ts'
import { useEffect, useState } from 'react'
import type { Uploads } from '../../documents/uploads.ts'
import { useDelayed } from '../use-delayed.ts'
import type { ApplicationSubmission } from './use-application-submission.ts'

const slowMs = 8000

/**
 * Shown after Submit: one progress line for documents that are being uploaded, or the wait for the
 * response.
 */
export function SubmissionProgress({
  phase,
  position,
  uploads,
}: Pick<ApplicationSubmission, 'phase' | 'position'> & { uploads: Uploads }) {
  const t = useText('apply')
  const tPublic = useText('public')
  const language = useLanguage()
  const isSlow = useDelayed(phase === 'answers', slowMs)
  const fraction = uploadedShare(uploads)
  if (position) return <QueueState position={position} />
  return (
    <>
      <LiveRegion className="public-slow">
        {phase === 'documents' ? t('sendingDocuments') : isSlow ? tPublic('progress.slow') : ''}
      </LiveRegion>
      {phase === 'documents' ? (
        <p className="apply-share">
          <progress
            className="document-progress"
            aria-label={t('sendingDocuments')}
            max={100}
            value={Math.round(fraction * 100)}
          />
          <span>{formatPercent(fraction, language)}</span>
        </p>
      ) : null}
    </>
  )
}

/**
 * Counts down the wait in the queue. Only new estimates from the server are announced, not every
 * second.
 */
function QueueState({ position }: { position: QueuePosition }) {
  const t = useText('apply')
  const waitText = (seconds: number) =>
    seconds <= 90
      ? t('queued.seconds', { count: seconds })
      : t('queued.minutes', { count: Math.ceil(seconds / 60) })
  const secondsLeft = useSecondsLeft(position)
  return (
    <div className="public-slow">
      <LiveRegion className="visually-hidden">
        {waitText(position.waitSeconds)} {t('queued.keep')}
      </LiveRegion>
      <p aria-hidden="true">{waitText(secondsLeft)}</p>
      <p aria-hidden="true">{t('queued.keep')}</p>
    </div>
  )
}

/** Seconds until the estimated turn, at least one. */
function useSecondsLeft(position: QueuePosition): number {
  const [secondsLeft, setSecondsLeft] = useState(position.waitSeconds)
  useEffect(() => {
    const expectedAt = Date.now() + position.waitSeconds * 1000
    const show = () => setSecondsLeft(Math.max(1, Math.ceil((expectedAt - Date.now()) / 1000)))
    show()
    const timer = setInterval(show, 1000)
    return () => clearInterval(timer)
  }, [position])
  return secondsLeft
}

/** Returns the share of the documents that has been uploaded. */
function uploadedShare(uploads: Uploads): number {
  const states = Object.values(uploads.all()).filter(
    (state) => state !== undefined && state.step !== 'empty',
  )
  const shares = states.map((state) => {
    return state.step === 'done' ? 1 : state.step === 'sending' ? state.fraction : 0
  })
  return shares.reduce((sum, value) => sum + value, 0) / Math.max(1, shares.length)
}
