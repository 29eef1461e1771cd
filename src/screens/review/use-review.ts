import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { WireRegistration } from '#model/admission/wire.ts'
import { pagePaths } from '#model/paths.ts'
import { useSingleKeyShortcuts } from '#src/console/shortcuts/single-key-shortcuts.ts'
import { usePermission } from '#src/console/use-permission.ts'
import { useUser } from '#src/console/user-context.ts'
import { usePageText } from '#src/fields/page-text.ts'
import { titleText } from '#src/fields/title-text.ts'
import { withLabel } from '#src/i18n.ts'
import { useNewerVersion } from '#src/live/stale-record-notice.tsx'
import { showToast } from '#src/toasts/toast-store.ts'
import { transitionKeys, useNotifiedText } from './decision-bar.tsx'
import { statusLabel } from './labels.ts'
import { claimTransitions, isAssignedToOther, possibleTransitions, registrationsResource, transitionInput } from './registration.ts'
import { clearRequestDraft } from './review-drafts.ts'
import { useReviewPreferences } from './review-preferences.ts'
import { useClaim } from './use-claim.ts'
import type { ReviewQueue } from './use-queue.ts'
import { useTransitionUndo } from './use-transition-undo.ts'
import { type TakenTransition, useTransitions } from './use-transitions.ts'
import type { DocumentView } from './viewer/use-document-view.ts'

/** The open dialog or form of a transition: its input, or a confirmation. */
export type OpenTransitionDialog = {
  readonly kind: 'decline' | 'request' | 'words' | 'others'
  readonly transition: string
  readonly applicationId: string
}

/** State of a review session: transitions and their input, undo, and the next application. */
export function useReview(record: WireRegistration | undefined, queue: ReviewQueue, view: DocumentView) {
  const { t } = usePageText()
  const user = useUser()
  const can = usePermission()
  const navigate = useNavigate()
  const [preferences] = useReviewPreferences(user.id)
  const [asking, setAsking] = useState<OpenTransitionDialog | null>(null)
  const [isAtEnd, setAtEnd] = useState(false)
  // Applications decided since the screen was opened. Not React state, because changing it should not rerender.
  const [session] = useState(() => ({ startedAt: Date.now(), done: new Set<string>() }))
  const notifiedText = useNotifiedText()
  const [hasKeys] = useSingleKeyShortcuts(user.id)
  const latestQueue = useRef(queue)
  latestQueue.current = queue

  const pages = pagePaths(registrationsResource, user.role)
  const go = (id: string) => {
    setAtEnd(false)
    setAsking(null)
    navigate(`${pages.show.replace(':id', id)}?${latestQueue.current.search}`, { replace: true })
  }
  const goToNext = async (skipped: ReadonlySet<string>) => {
    const { next, more } = latestQueue.current
    const id = next(skipped) ?? (await more(session.done).catch(() => null))
    if (id) go(id)
    else setAtEnd(true)
  }
  const undo = useTransitionUndo((undone) => {
    session.done.delete(undone.id)
    go(undone.id)
  })
  const claim = useClaim(record)

  const countUnseen = (of: WireRegistration) => of.documents.filter(({ isViewed, url }) => !isViewed && !view.seen.has(url)).length
  const onTransitioned = ({ transition: step, record: now, message }: TakenTransition) => {
    setAsking(null)
    clearRequestDraft(now.id)
    undo.remember(now.id)
    const unseenCount = step === claimTransitions.take || step === claimTransitions.undo ? 0 : countUnseen(now)
    const detail = [
      `${withLabel(titleText(registrationsResource, now, t), statusLabel(t, now.status as string))}.`, // an application always has a status
      notifiedText(now),
      unseenCount > 0 ? t('review.unseen', { count: unseenCount }) : null,
    ]
    showToast({
      severity: 'success',
      summary: message,
      detail: detail.filter(Boolean).join(' '),
      ...(now.hold?.canUndo && { action: { label: t(hasKeys ? 'review.undoKey' : 'review.undo'), run: () => undo.undo(now.id) } }),
    })
    if (step === claimTransitions.take || !(step in transitionKeys)) return
    session.done.add(now.id)
    if (!preferences.stays) void goToNext(session.done)
  }
  const transitions = useTransitions({ record, claim, onTransitioned })
  const possible = record ? possibleTransitions(record, can) : []
  const newer = useNewerVersion({ resource: registrationsResource, record })
  /** Asks for confirmation if the application is assigned to another user. Reads it first, because that user may have decided it by now. */
  const confirmOverOther = async (of: WireRegistration, step: string) => {
    const isOver = await transitions.checkStatus(step).catch(() => false)
    if (!isOver) setAsking({ kind: 'others', transition: step, applicationId: of.id })
  }
  const latestCheckStatus = useRef(transitions.checkStatus)
  latestCheckStatus.current = transitions.checkStatus
  const confirmedTransition = newer !== null && asking?.kind === 'others' ? asking.transition : null
  useEffect(() => {
    if (confirmedTransition === null) return
    // The application has changed, so the confirmation is out of date. If its status has changed, close it.
    latestCheckStatus.current(confirmedTransition).then(
      (isOver) => isOver && setAsking(null),
      () => {},
    )
  }, [confirmedTransition])

  /** Asks for the input of a transition, or takes it if it needs none. */
  const begin = (step: string) => {
    if (!record) return
    const input = transitionInput(step)
    const open = (kind: OpenTransitionDialog['kind']) => setAsking({ kind, transition: step, applicationId: record.id })
    if (input.includes('reasonCode')) return open('decline')
    if (input.includes('issue')) return open('request')
    if (input.length > 0) return open('words')
    void transitions.takeOrWarn(step)
    setAsking(null)
  }
  return {
    steps: transitions,
    possible,
    unseen: record ? countUnseen(record) : 0,
    // Drop dialogs of an application that is no longer shown.
    asking: asking?.applicationId === record?.id ? asking : null,
    close: () => setAsking(null),
    begin,
    /** Like `begin`, but asks for confirmation if the application is assigned to another user. */
    decide: (step: string) => {
      if (!record || transitions.isBusy) return
      if (isAssignedToOther(record, user.id)) void confirmOverOther(record, step)
      else begin(step)
    },
    notPossible: (words: string) =>
      record &&
      showToast({ severity: 'info', summary: t('review.notNow', { step: words, status: statusLabel(t, String(record.status)) }) }),
    undoLast: () => undo.undoLast(record),
    go,
    next: () => void goToNext(new Set()),
    isAtEnd,
    leaveEnd: () => setAtEnd(false),
    session,
  }
}

export type Review = ReturnType<typeof useReview>
