import { useHttp } from '@matricola/console/app/console-context.ts'
import { useSubmissionKey } from '@matricola/console/app/submission-key.ts'
import { timeText } from '@matricola/console/fields/date-text.ts'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { Button } from '@matricola/console/kit/button.tsx'
import { toneButtonKind } from '@matricola/console/pages/show/tone.ts'
import { KeyHint } from '@matricola/console/screens/key-hint.tsx'
import { showToast } from '@matricola/console/toasts/toast-store.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import * as reviewCalls from '#resources/calls/review.ts'
import { transitionLabel } from './labels.ts'
import { registrationKey, registrationsResource, transitionTarget } from './registration.ts'

interface DecisionBarProps {
  readonly record: WireRegistration
  readonly steps: readonly string[]
  readonly flags: number
  /** Number of documents that were never shown. */
  readonly unseenCount: number
  readonly isBusy: boolean
  readonly onTransition: (transition: string) => void
  readonly onUndo: () => void
  /** Shown for an accepted application. */
  readonly children?: ReactNode
}

/** Keyboard shortcuts for transitions. The record determines which transitions are possible. */
export const transitionKeys: { readonly [step: string]: string } = {
  accept: 'A',
  requestUpdate: 'R',
  decline: 'D',
  declineAccepted: 'D',
  startReview: 'I',
  release: 'B',
}

/** Sorts transitions: those with a shortcut first, in the order above. */
export const sortTransitions = (steps: readonly string[]) => {
  const keyed = Object.keys(transitionKeys).filter((step) => steps.includes(step))
  return [...keyed, ...steps.filter((step) => !keyed.includes(step))]
}

/**
 * A bar at the bottom of the screen with the decisions that are possible for the application now.
 */
export function DecisionBar({
  record,
  steps,
  flags,
  unseenCount,
  isBusy,
  onTransition,
  onUndo,
  children,
}: DecisionBarProps) {
  const { t } = usePageText()
  const transitions = registrationsResource.workflow?.transitions ?? {}
  const targets = steps.map(transitionTarget)
  return (
    <section className="inline-group decision-bar" aria-label={t('review:decide')}>
      {sortTransitions(steps).map((step) => {
        const key = transitionKeys[step]
        const count = transitions[step]?.input?.includes('issue') && flags > 0 ? ` (${flags})` : ''
        return (
          <Button
            key={step}
            kind={toneButtonKind[transitions[step]?.tone ?? 'neutral']}
            aria-disabled={isBusy}
            aria-keyshortcuts={key?.toLowerCase()}
            onClick={() => !isBusy && onTransition(step)}
          >
            {transitionLabel(t, step)}
            {count}
            {key && <KeyHint name={key} />}
          </Button>
        )
      })}
      {unseenCount > 0 && targets.includes('accepted') && (
        <span className="decision-unseen">
          <Icon name="warning" />
          {t('review:unseen', { count: unseenCount })}
        </span>
      )}
      {children}
      <HoldNotice record={record} onUndo={onUndo} />
    </section>
  )
}

/**
 * Shows when the applicant will be notified of the last transition, which can be undone until then.
 */
function HoldNotice({
  record,
  onUndo,
}: {
  readonly record: WireRegistration
  readonly onUndo: () => void
}) {
  const text = useNotifiedText()
  const { t } = usePageText()
  const notifiedText = text(record)
  if (!notifiedText) return null
  return (
    <span className="decision-hold">
      {notifiedText}
      <NotifyNow id={record.id} />
      {record.hold?.canUndo && (
        <Button onClick={onUndo} aria-keyshortcuts="z">
          {t('show.undo')} <KeyHint name="Z" />
        </Button>
      )}
    </span>
  )
}

/**
 * Notifies the applicant now, without waiting for the decision to be released or for its hold to
 * end.
 */
function NotifyNow({ id }: { readonly id: string }) {
  const { makeCall } = useHttp()
  const { t } = usePageText()
  const client = useQueryClient()
  const submissionKey = useSubmissionKey()
  const release = async () => {
    try {
      const { message } = await submissionKey.run((headers) =>
        makeCall(reviewCalls.releaseDecisions, { input: { ids: [id] }, headers }),
      )
      showToast({ severity: 'success', summary: message })
    } catch (error) {
      showToast({
        severity: 'error',
        summary: error instanceof Error ? error.message : String(error),
      })
    } finally {
      await client.invalidateQueries({ queryKey: registrationKey(id) })
    }
  }
  return <Button onClick={() => void release()}>{t('review:release')}</Button>
}

/**
 * Returns a function that puts into words when the applicant will be notified, such as at 14:07. It
 * returns null if no notification is due.
 */
export function useNotifiedText() {
  const { t, language } = usePageText()
  return ({ hold }: WireRegistration): string | null => {
    if (!hold) return null
    return hold.isManual
      ? t('review:notifiedOnRelease')
      : t('review:notifiedAt', { time: timeText(new Date(hold.notifyAt), language) })
  }
}
