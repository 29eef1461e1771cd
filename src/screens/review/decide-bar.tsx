import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { WireRegistration } from '#model/admission/wire.ts'
import { ask } from '#providers/ask.ts'
import * as reviewCalls from '#resources/calls/review.ts'
import { useIntent } from '#src/console/intent.ts'
import { timeText } from '#src/fields/date-text.ts'
import { usePageText } from '#src/fields/page-text.ts'
import { Icon } from '#src/icons/icon.tsx'
import { Button } from '#src/kit/button.tsx'
import { Checkbox } from '#src/kit/checks.tsx'
import { toneKind } from '#src/pages/show/tone.ts'
import { showToast } from '#src/toasts/toast-store.ts'
import { Key } from '../key.tsx'
import { stepLabel } from './labels.ts'
import { registrationQuery, registrations, targetOf } from './registration.ts'

interface DecideBarProps {
  readonly record: WireRegistration
  readonly steps: readonly string[]
  readonly flags: number
  /** Number of documents that were never shown. */
  readonly unseen: number
  readonly isBusy: boolean
  readonly stays: boolean
  readonly onStays: (stays: boolean) => void
  readonly onStep: (step: string) => void
  readonly onUndo: () => void
  /** Content for an accepted application. */
  readonly children?: ReactNode
}

/** Shortcuts of transitions. The record determines which transitions are possible. */
export const stepKeys: { readonly [step: string]: string } = {
  accept: 'A',
  requestUpdate: 'R',
  decline: 'D',
  declineAccepted: 'D',
  startReview: 'I',
  release: 'B',
}

/** Sorts transitions: those with a shortcut first, in the order above. */
export const inOrder = (steps: readonly string[]) => {
  const keyed = Object.keys(stepKeys).filter((step) => steps.includes(step))
  return [...keyed, ...steps.filter((step) => !keyed.includes(step))]
}

/** The decisions possible for the application now, in a bar at the bottom of the screen. */
export function DecideBar({ record, steps, flags, unseen, isBusy, stays, onStays, onStep, onUndo, children }: DecideBarProps) {
  const { t } = usePageText()
  const transitions = registrations.workflow?.transitions ?? {}
  const targets = steps.map(targetOf)
  return (
    <section className="in-line decide-bar" aria-label={t('review.decide')}>
      {inOrder(steps).map((step) => {
        const key = stepKeys[step]
        const count = transitions[step]?.input?.includes('issue') && flags > 0 ? ` (${flags})` : ''
        return (
          <Button
            key={step}
            kind={toneKind[transitions[step]?.tone ?? 'neutral']}
            aria-disabled={isBusy}
            aria-keyshortcuts={key?.toLowerCase()}
            onClick={() => !isBusy && onStep(step)}
          >
            {stepLabel(t, step)}
            {count}
            {key && <Key name={key} />}
          </Button>
        )
      })}
      {unseen > 0 && targets.includes('accepted') && (
        <span className="decide-unseen">
          <Icon name="warning" />
          {t('review.unseen', { count: unseen })}
        </span>
      )}
      {children}
      <Hold record={record} onUndo={onUndo} />
      <Checkbox className="decide-stay" checked={stays} onChange={(event) => onStays(event.target.checked)}>
        {t('review.stay')}
      </Checkbox>
    </section>
  )
}

/** Shows when the applicant will be notified of the last transition, which can be undone until then. */
function Hold({ record, onUndo }: { readonly record: WireRegistration; readonly onUndo: () => void }) {
  const text = useNotifiedText()
  const { t } = usePageText()
  const told = text(record)
  if (!told) return null
  return (
    <span className="decide-hold">
      {told}
      <NotifyNow id={record.id} />
      {record.hold?.canUndo && (
        <Button onClick={onUndo} aria-keyshortcuts="z">
          {t('review.undo')} <Key name="Z" />
        </Button>
      )}
    </span>
  )
}

/** Notifies the applicant now: of a decision that waits for its release, or before its hold is over. */
function NotifyNow({ id }: { readonly id: string }) {
  const { t } = usePageText()
  const client = useQueryClient()
  const intent = useIntent()
  const release = async () => {
    try {
      const { message } = await intent.once((headers) => ask(reviewCalls.releaseDecisions, { input: { ids: [id] }, headers }))
      showToast({ severity: 'success', summary: message })
    } catch (error) {
      showToast({ severity: 'error', summary: error instanceof Error ? error.message : String(error) })
    } finally {
      await client.invalidateQueries({ queryKey: registrationQuery(id).queryKey })
    }
  }
  return <Button onClick={() => void release()}>{t('review.release')}</Button>
}

/** Returns a function that says when the applicant will be notified, such as at 14:07; null if there is nothing to notify. */
export function useNotifiedText() {
  const { t, language } = usePageText()
  return ({ hold }: WireRegistration): string | null => {
    if (!hold) return null
    return hold.isManual ? t('review.notifiedOnRelease') : t('review.notifiedAt', { time: timeText(new Date(hold.notifyAt), language) })
  }
}
