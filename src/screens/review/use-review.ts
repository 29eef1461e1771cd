import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { WireRegistration } from '#model/admission/wire.ts'
import { pagesOf } from '#model/paths.ts'
import { useMay } from '#src/console/may.ts'
import { usePerson } from '#src/console/person.ts'
import { useSingleKeys } from '#src/console/single-keys.ts'
import { usePageText } from '#src/fields/page-text.ts'
import { titleText } from '#src/fields/title-text.ts'
import { labelled } from '#src/i18n.ts'
import { useNewer } from '#src/live/record-notice.tsx'
import { showToast } from '#src/toasts/toast-store.ts'
import { stepKeys, useNotifiedText } from './decide-bar.tsx'
import { clearRequest } from './drafts.ts'
import { statusLabel } from './labels.ts'
import { useReviewPreferences } from './preferences.ts'
import { claimStep, inputOf, isOthers, possibleSteps, registrations } from './registration.ts'
import { useClaim } from './use-claim.ts'
import type { Queue } from './use-queue.ts'
import { type Taken, useSteps } from './use-steps.ts'
import { useUndo } from './use-undo.ts'
import type { View } from './viewer/use-view.ts'

/** The open dialog or form of a transition: its input, or a confirmation. */
export type Asking = { readonly kind: 'decline' | 'request' | 'words' | 'others'; readonly step: string; readonly fileId: string }

/** State of a review session: transitions and their input, undo, and the next application. */
export function useReview(record: WireRegistration | undefined, queue: Queue, view: View) {
  const { t } = usePageText()
  const person = usePerson()
  const may = useMay()
  const navigate = useNavigate()
  const [preferences] = useReviewPreferences(person.id)
  const [asking, setAsking] = useState<Asking | null>(null)
  const [isAtEnd, setAtEnd] = useState(false)
  // Applications decided since the screen was opened. Not React state, because changing it should not rerender.
  const [session] = useState(() => ({ startedAt: Date.now(), done: new Set<string>() }))
  const notifiedText = useNotifiedText()
  const [hasKeys] = useSingleKeys(person.id)
  const latestQueue = useRef(queue)
  latestQueue.current = queue

  const pages = pagesOf(registrations, person.role)
  const go = (id: string) => {
    setAtEnd(false)
    setAsking(null)
    navigate(`${pages.show.replace(':id', id)}?${latestQueue.current.search}`, { replace: true })
  }
  const onward = async (skipped: ReadonlySet<string>) => {
    const { next, more } = latestQueue.current
    const id = next(skipped) ?? (await more(session.done).catch(() => null))
    if (id) go(id)
    else setAtEnd(true)
  }
  const undo = useUndo((undone) => {
    session.done.delete(undone.id)
    go(undone.id)
  })
  const claim = useClaim(record)

  const unseen = (of: WireRegistration) => of.documents.filter(({ isViewed, url }) => !isViewed && !view.seen.has(url)).length
  const onTaken = ({ step, record: now, message }: Taken) => {
    setAsking(null)
    clearRequest(now.id)
    undo.remember(now.id)
    const notSeen = step === claimStep.take || step === claimStep.undo ? 0 : unseen(now)
    const detail = [
      `${labelled(titleText(registrations, now, t), statusLabel(t, now.status as string))}.`, // an application always has a status
      notifiedText(now),
      notSeen > 0 ? t('review.unseen', { count: notSeen }) : null,
    ]
    showToast({
      severity: 'success',
      summary: message,
      detail: detail.filter(Boolean).join(' '),
      ...(now.hold?.canUndo && { action: { label: t(hasKeys ? 'review.undoKey' : 'review.undo'), run: () => undo.undo(now.id) } }),
    })
    if (step === claimStep.take || !(step in stepKeys)) return
    session.done.add(now.id)
    if (!preferences.stays) void onward(session.done)
  }
  const steps = useSteps({ record, claim, onTaken })
  const possible = record ? possibleSteps(record, may) : []
  const newer = useNewer({ resource: registrations, record })
  /** Asks for confirmation if the application is assigned to another user. Reads it first, because that user may have decided it by now. */
  const askOthers = async (of: WireRegistration, step: string) => {
    const isOver = await steps.meet(step).catch(() => false)
    if (!isOver) setAsking({ kind: 'others', step, fileId: of.id })
  }
  const meeting = useRef(steps.meet)
  meeting.current = steps.meet
  const warned = newer !== null && asking?.kind === 'others' ? asking.step : null
  useEffect(() => {
    if (warned === null) return
    // The application has changed, so the confirmation is out of date. If its status has changed, close it.
    meeting.current(warned).then(
      (isOver) => isOver && setAsking(null),
      () => {},
    )
  }, [warned])

  /** Asks for the input of a transition, or takes it if it needs none. */
  const begin = (step: string) => {
    if (!record) return
    const input = inputOf(step)
    const open = (kind: Asking['kind']) => setAsking({ kind, step, fileId: record.id })
    if (input.includes('reasonCode')) return open('decline')
    if (input.includes('issue')) return open('request')
    if (input.length > 0) return open('words')
    void steps.takeOrWarn(step)
    setAsking(null)
  }
  return {
    steps,
    possible,
    unseen: record ? unseen(record) : 0,
    // Drop dialogs of an application that is no longer shown.
    asking: asking?.fileId === record?.id ? asking : null,
    close: () => setAsking(null),
    begin,
    /** Like `begin`, but asks for confirmation if the application is assigned to another user. */
    decide: (step: string) => {
      if (!record || steps.isBusy) return
      if (isOthers(record, person.id)) void askOthers(record, step)
      else begin(step)
    },
    notPossible: (words: string) =>
      record &&
      showToast({ severity: 'info', summary: t('review.notNow', { step: words, status: statusLabel(t, String(record.status)) }) }),
    undoLast: () => undo.undoLast(record),
    go,
    next: () => void onward(new Set()),
    isAtEnd,
    leaveEnd: () => setAtEnd(false),
    session,
  }
}

export type Review = ReturnType<typeof useReview>
