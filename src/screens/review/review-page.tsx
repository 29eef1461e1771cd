import { usePermission } from '@matricola/console/app/use-permission.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { titleText } from '@matricola/console/fields/title-text.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { Checkbox } from '@matricola/console/kit/checks.tsx'
import { Tabs } from '@matricola/console/kit/tabs.tsx'
import { narrowScreen, useMedia } from '@matricola/console/media.ts'
import { useRecordAction } from '@matricola/console/pages/form/use-record-action.ts'
import { ActionDialog } from '@matricola/console/pages/show/action-dialog.tsx'
import { usePageShortcuts } from '@matricola/console/shortcuts/page-shortcuts.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import { isChangeable } from '#resources/application-documents.ts'
import { ChangeRequestForm } from './change-request-form.tsx'
import { ConfirmPlaceDialog } from './confirm-place-dialog.tsx'
import { DataPane } from './data-pane.tsx'
import { DecisionBar } from './decision-bar.tsx'
import { EnrolActions } from './enrol-actions.tsx'
import { registrationsResource, transitionInput } from './registration.ts'
import { toggleFlag, useReviewDraft } from './review-drafts.ts'
import { ReviewHead } from './review-head.tsx'
import { reviewKeys } from './review-keys.ts'
import { splits, useReviewPreferences } from './review-preferences.ts'
import { ReviewTimeline } from './review-timeline.tsx'
import { useApplicantText } from './use-applicant-text.ts'
import type { ReviewQueue } from './use-queue.ts'
import { useReveal } from './use-reveal.ts'
import type { Review } from './use-review.ts'
import { ReviewViewer } from './viewer/review-viewer.tsx'
import type { DocumentView } from './viewer/use-document-view.ts'
import { useMarkDocument } from './viewer/use-mark-document.ts'

interface ReviewPageProps {
  readonly record: WireRegistration
  readonly queue: ReviewQueue
  readonly view: DocumentView
  readonly review: Review
}

/**
 * An application under review: the data and documents side by side, the decisions below them, and
 * the timeline.
 */
export function ReviewPage({ record, queue, view, review }: ReviewPageProps) {
  const { t } = usePageText()
  const user = useUser()
  const can = usePermission()
  const navigate = useNavigate()
  const isNarrow = useMedia(narrowScreen)
  const [preferences, setPreferences] = useReviewPreferences(user.id)
  const [draft, changeDraft] = useReviewDraft(record.id)
  const [isTimelineOpen, setTimelineOpen] = useState(false)
  const [tab, setTab] = useState('data')
  const viewerBox = useRef<HTMLElement>(null)
  const markDocument = useMarkDocument(record)
  const reveal = useReveal(record, !isNarrow && isCardShown(view))
  // Preloads the texts that a decision needs.
  useApplicantText(String(record.language))

  const { openDialog, possible } = review
  const requestTransition = possible.find((step) => transitionInput(step).includes('issue'))
  const canFlag = requestTransition !== undefined
  const flagging = {
    flags: draft.flags,
    canFlag,
    onFlag: (field: string) => {
      if (isChangeable(field)) toggleFlag(record.id, field)
    },
    onNote: (field: string, note: string) =>
      changeDraft({ flags: { ...draft.flags, [field]: note } }),
  }
  const toggleTimeline = () =>
    isNarrow ? setTab(tab === 'timeline' ? 'data' : 'timeline') : setTimelineOpen(!isTimelineOpen)
  const areKeysIgnored = useIgnoredKeys(record.id)
  const keys = reviewKeys({
    review,
    view,
    previous: queue.previous,
    viewer: viewerBox,
    canFlag,
    reference: String(record.referenceCode ?? ''),
    areKeysIgnored,
    text: t,
    onFlag: flagging.onFlag,
    onReveal: reveal.toggle,
    onTimeline: toggleTimeline,
    onList: () => navigate(`${pagePaths(registrationsResource, user.role).list}?${queue.search}`),
  })
  usePageShortcuts(t('review:keysTitle'), keys)

  const data = (
    <div className="review-remaining">
      <DataPane record={record} reveal={reveal} {...flagging} />
      {openDialog?.kind === 'request' && (
        <ChangeRequestForm
          key={record.id}
          record={record}
          transition={openDialog.transition}
          flags={draft.flags}
          overrides={draft.overrides}
          onOverridesChange={(overrides) => changeDraft({ overrides: overrides })}
          onSend={(input) => review.transitions.take(openDialog.transition, input)}
          onClose={review.close}
        />
      )}
    </div>
  )
  const documents = (
    <ReviewViewer
      record={record}
      view={view}
      container={viewerBox}
      canMark={can('update', registrationsResource, record) && possible.length > 0}
      canWrite={can('update', registrationsResource, record)}
      onMark={markDocument}
      {...flagging}
    />
  )
  const { previous } = queue
  return (
    <div
      className="review"
      data-timeline={isTimelineOpen}
      style={{ '--split': `${preferences.split}%` } as CSSProperties /* for the custom property */}
    >
      <ReviewHead
        record={record}
        queue={queue}
        onPrevious={previous === null ? null : () => review.go(previous)}
        onNext={review.next}
        onTimeline={toggleTimeline}
      >
        <Checkbox
          checked={preferences.stays}
          onChange={({ target }) => setPreferences({ stays: target.checked })}
        >
          {t('review:stay')}
        </Checkbox>
        {!isNarrow && (
          <SplitButtons split={preferences.split} onChange={(split) => setPreferences({ split })} />
        )}
      </ReviewHead>
      {isNarrow ? (
        <Tabs
          label={titleText(registrationsResource, record, t)}
          current={openDialog?.kind === 'request' ? 'data' : tab}
          onChange={setTab}
          tabs={[
            { name: 'data', label: t('review:data'), content: data },
            { name: 'documents', label: t('review:documents'), content: documents },
            {
              name: 'timeline',
              label: t('review:timeline.title'),
              content: <ReviewTimeline record={record} />,
            },
          ]}
        />
      ) : (
        <div className="review-columns">
          {data}
          <Splitter split={preferences.split} onChange={(split) => setPreferences({ split })} />
          {documents}
          {isTimelineOpen && (
            <aside className="review-timeline panel" aria-label={t('review:timeline.title')}>
              <div className="section-head">
                <h2 className="section-title">{t('review:timeline.title')}</h2>
                <button
                  type="button"
                  className="button-icon"
                  aria-label={t('form.close')}
                  onClick={() => setTimelineOpen(false)}
                >
                  <Icon name="close" />
                </button>
              </div>
              <div className="review-timeline-body">
                <ReviewTimeline record={record} />
              </div>
            </aside>
          )}
        </div>
      )}
      <DecisionBar
        record={record}
        steps={possible}
        flags={Object.keys(draft.flags).length}
        unseenCount={review.unseen}
        isBusy={review.transitions.isBusy}
        onTransition={(step) => !areKeysIgnored() && review.decide(step)}
        onUndo={review.undoLast}
      >
        <MeritActions record={record} />
        <EnrolActions record={record} />
      </DecisionBar>
    </div>
  )
}

/** Whether the current identity card is drawn next to the data. */
const isCardShown = ({ current, older, isConversation, viewedUrls }: DocumentView): boolean =>
  current?.document === 'fileIdCard' &&
  older === undefined &&
  !isConversation &&
  viewedUrls.has(current.url)

/**
 * Time for which decision shortcuts are ignored after another application appears, because they may
 * be meant for the previous one.
 */
const ignoreKeysMs = 400

/** Returns a function that checks whether the displayed application has changed just now. */
function useIgnoredKeys(applicationId: string): () => boolean {
  const lastShown = useRef({ id: applicationId, at: Number.NEGATIVE_INFINITY })
  if (lastShown.current.id !== applicationId)
    lastShown.current = { id: applicationId, at: performance.now() }
  return () => performance.now() - lastShown.current.at < ignoreKeysMs
}

const offeredActions = [
  'checkGrades',
  'payFee',
  'waiveFee',
  'confirmPlace',
  'changePlaceAnswer',
] as const

/**
 * Actions for an application to a merit-based admission: confirming grades and the fee, and giving
 * a place to an applicant who comes in person.
 */
function MeritActions({ record }: { readonly record: WireRegistration }) {
  const { t } = usePageText()
  const can = usePermission()
  const [openAction, setOpenAction] = useState<string | null>(null)
  const { isPending, send, run } = useRecordAction(registrationsResource, record)
  if (!record.isRanked) return null
  const start = (action: string) => {
    if (action === 'confirmPlace' || registrationsResource.actions?.[action]?.extraFields)
      setOpenAction(action)
    else if (!isPending) run({ action, input: {} })
  }
  return (
    <>
      {offeredActions
        .filter((action) => can(action, registrationsResource, record))
        .map((action) => (
          <button
            key={action}
            type="button"
            className="button"
            aria-disabled={isPending}
            onClick={() => start(action)}
          >
            {t(`resources:${registrationsResource.name}.actions.${action}`)}
          </button>
        ))}
      {openAction === 'confirmPlace' ? (
        <ConfirmPlaceDialog record={record} run={send} onClose={() => setOpenAction(null)} />
      ) : (
        openAction && (
          <ActionDialog
            resource={registrationsResource}
            record={record}
            action={openAction}
            run={send}
            onClose={() => setOpenAction(null)}
          />
        )
      )}
    </>
  )
}

interface SplitProps {
  readonly split: number
  readonly onChange: (split: number) => void
}

const step = 2
const [smallest, largest] = [30, 70]

/** The divider between data and documents. Arrow keys move it. */
function Splitter({ split, onChange }: SplitProps) {
  const { t } = usePageText()
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -step, ArrowRight: step }[event.key]
    if (!by) return
    event.preventDefault()
    onChange(Math.min(largest, Math.max(smallest, split + by)))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr cannot be moved
    <div
      className="review-splitter"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('review:split.label')}
      aria-valuenow={split}
      aria-valuemin={smallest}
      aria-valuemax={largest}
      onKeyDown={onKeyDown}
    />
  )
}

/** Sets the position of the divider with three buttons. */
function SplitButtons({ split, onChange }: SplitProps) {
  const { t } = usePageText()
  return (
    <fieldset className="review-splits" aria-label={t('review:split.label')}>
      {splits.map((option) => (
        <button
          key={option}
          type="button"
          className="button-icon"
          aria-pressed={option === split}
          onClick={() => onChange(option)}
        >
          {option}/{100 - option}
        </button>
      ))}
    </fieldset>
  )
}
