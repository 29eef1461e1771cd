import { usePermission } from '@matricola/console/app/use-permission.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { titleText } from '@matricola/console/fields/title-text.ts'
import { withLabel } from '@matricola/console/i18n.ts'
import { useNewerVersion } from '@matricola/console/live/stale-record-notice.tsx'
import { useSingleKeyShortcuts } from '@matricola/console/shortcuts/single-key-shortcuts.ts'
import { showToast } from '@matricola/console/toasts/toast-store.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import { transitionKeys, useNotifiedText } from './decision-bar.tsx'
import { statusLabel } from './labels.ts'
import {
  claimTransitions,
  isAssignedToOther,
  possibleTransitions,
  registrationsResource,
  transitionInput,
} from './registration.ts'
import { clearRequestDraft } from './review-drafts.ts'
import { useReviewPreferences } from './review-preferences.ts'
import { useClaim } from './use-claim.ts'
import type { ReviewQueue } from './use-queue.ts'
import { useTransitionUndo } from './use-transition-undo.ts'
import { type CompletedTransition, useTransitions } from './use-transitions.ts'
import type { DocumentView } from './viewer/use-document-view.ts'

/** The open dialog or form of a transition: its input, or a confirmation. */
export type OpenTransitionDialog = {
  readonly kind: 'decline' | 'request' | 'words' | 'others'
  readonly transition: string
  readonly applicationId: string
}

/** State of a review session: transitions and their input, undo, and the next application. */
export function useReview(
  record: WireRegistration | undefined,
  queue: ReviewQueue,
  view: DocumentView,
) {
  const { t } = usePageText()
  const user = useUser()
  const can = usePermission()
  const navigate = useNavigate()
  const [preferences] = useReviewPreferences(user.id)
  const [openDialog, setOpenDialog] = useState<OpenTransitionDialog | null>(null)
  const [isAtEnd, setAtEnd] = useState(false)
  // Applications decided since the screen was opened. Not React state, because changing it should
  // not rerender.
  const [session] = useState(() => ({ startedAt: Date.now(), done: new Set<string>() }))
  const notifiedText = useNotifiedText()
  const [hasKeys] = useSingleKeyShortcuts(user.id)
  const latestQueue = useRef(queue)
  latestQueue.current = queue

  const pages = pagePaths(registrationsResource, user.role)
  const go = (id: string) => {
    setAtEnd(false)
    setOpenDialog(null)
    navigate(`${pages.show.replace(':id', id)}?${latestQueue.current.search}`, { replace: true })
  }
  const goToNext = async (skipped: ReadonlySet<string>) => {
    const { next, more } = latestQueue.current
    const id = next(skipped) ?? (await more(session.done).catch(() => null))
    if (id) go(id)
    else setAtEnd(true)
  }
  const undo = useTransitionUndo((application) => {
    session.done.delete(application.id)
    go(application.id)
  })
  const claim = useClaim(record)

  const countUnseen = (application: WireRegistration) =>
    application.documents.filter(({ isViewed, url }) => !isViewed && !view.viewedUrls.has(url))
      .length
  const onTransitioned = ({ transition, record: updatedRecord, message }: CompletedTransition) => {
    setOpenDialog(null)
    clearRequestDraft(updatedRecord.id)
    const unseenCount =
      transition === claimTransitions.take || transition === claimTransitions.undo
        ? 0
        : countUnseen(updatedRecord)
    const detail = [
      // An application always has a status.
      `${withLabel(titleText(registrationsResource, updatedRecord, t), statusLabel(t, updatedRecord.status as string))}.`,
      notifiedText(updatedRecord),
      unseenCount > 0 ? t('review:unseen', { count: unseenCount }) : null,
    ]
    undo.announce(updatedRecord.id, (undoThis) => ({
      severity: 'success',
      summary: message,
      detail: detail.filter(Boolean).join(' '),
      ...(updatedRecord.hold?.canUndo && {
        action: { label: t(hasKeys ? 'review:undoKey' : 'show.undo'), run: undoThis },
      }),
    }))
    if (transition === claimTransitions.take || !(transition in transitionKeys)) return
    session.done.add(updatedRecord.id)
    if (!preferences.stays) void goToNext(session.done)
  }
  const transitions = useTransitions({ record, claim, onTransitioned })
  const possible = record ? possibleTransitions(record, can) : []
  const newer = useNewerVersion({ resource: registrationsResource, record })
  /**
   * Begins a transition, unless another user has changed the status since: reads the application
   * first.
   */
  const beginAfterCheck = async (application: WireRegistration, transition: string) => {
    const hasChanged = await transitions.checkStatus(transition).catch(() => false)
    if (hasChanged) return
    if (isAssignedToOther(application, user.id))
      setOpenDialog({ kind: 'others', transition: transition, applicationId: application.id })
    else begin(transition)
  }
  const latestCheckStatus = useRef(transitions.checkStatus)
  latestCheckStatus.current = transitions.checkStatus
  const confirmedTransition =
    newer !== null && openDialog?.kind === 'others' ? openDialog.transition : null
  useEffect(() => {
    if (confirmedTransition === null) return
    // The application has changed. If its status is now different, the confirmation is out of date,
    // so close it.
    latestCheckStatus.current(confirmedTransition).then(
      (hasChanged) => hasChanged && setOpenDialog(null),
      () => {},
    )
  }, [confirmedTransition])

  /** Asks for the input of a transition, or makes it if it needs none. */
  const begin = (transition: string) => {
    if (!record) return
    const input = transitionInput(transition)
    const open = (kind: OpenTransitionDialog['kind']) =>
      setOpenDialog({ kind, transition: transition, applicationId: record.id })
    if (input.includes('reasonCode')) return open('decline')
    if (input.includes('issue')) return open('request')
    if (input.length > 0) return open('words')
    void transitions.takeOrWarn(transition)
    setOpenDialog(null)
  }
  return {
    transitions: transitions,
    possible,
    unseen: record ? countUnseen(record) : 0,
    // Drop dialogs of an application that is no longer shown.
    openDialog: openDialog?.applicationId === record?.id ? openDialog : null,
    close: () => setOpenDialog(null),
    begin,
    /**
     * Like `begin`, but asks for confirmation if another user is reviewing the application or has
     * decided it.
     */
    decide: (transition: string) => {
      if (!record || transitions.isBusy) return
      if (isAssignedToOther(record, user.id) || newer !== null)
        void beginAfterCheck(record, transition)
      else begin(transition)
    },
    showNotPossible: (label: string) =>
      record &&
      showToast({
        severity: 'info',
        summary: t('review:notNow', { step: label, status: statusLabel(t, String(record.status)) }),
      }),
    undoLast: () => undo.undoLast(record),
    go,
    next: () => void goToNext(new Set()),
    isAtEnd,
    leaveEnd: () => setAtEnd(false),
    session,
  }
}

export type Review = ReturnType<typeof useReview>
