import { type CSSProperties, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { WireRegistration } from '#model/admission/wire.ts'
import { pagesOf } from '#model/paths.ts'
import { isChangeable } from '#resources/application-documents.ts'
import { usePageKeys } from '#src/console/keys/page-keys.ts'
import { useMay } from '#src/console/may.ts'
import { usePerson } from '#src/console/person.ts'
import { usePageText } from '#src/fields/page-text.ts'
import { titleText } from '#src/fields/title-text.ts'
import { Icon } from '#src/icons/icon.tsx'
import { Tabs } from '#src/kit/tabs.tsx'
import { narrow, useMedia } from '#src/media.ts'
import { Composer } from './composer.tsx'
import { DataPane } from './data-pane.tsx'
import { DecideBar } from './decide-bar.tsx'
import { toggleFlag, useReviewDraft } from './drafts.ts'
import { Enrol } from './enrol.tsx'
import { reviewKeys } from './keys.ts'
import { MeritActions } from './merit-actions.tsx'
import { useReviewPreferences } from './preferences.ts'
import { inputOf, registrations } from './registration.ts'
import { ReviewHead } from './review-head.tsx'
import { SplitButtons, Splitter } from './split.tsx'
import { Timeline } from './timeline.tsx'
import { useApplicantText } from './use-applicant-text.ts'
import type { Queue } from './use-queue.ts'
import type { Review } from './use-review.ts'
import { useMarks } from './viewer/use-marks.ts'
import type { View } from './viewer/use-view.ts'
import { Viewer } from './viewer/viewer.tsx'

interface ReviewPageProps {
  readonly record: WireRegistration
  readonly queue: Queue
  readonly view: View
  readonly review: Review
}

/** An application under review: data and documents side by side, the decisions below them, and the timeline. */
export function ReviewPage({ record, queue, view, review }: ReviewPageProps) {
  const { t } = usePageText()
  const person = usePerson()
  const may = useMay()
  const navigate = useNavigate()
  const isNarrow = useMedia(narrow)
  const [preferences, prefer] = useReviewPreferences(person.id)
  const [draft, change] = useReviewDraft(record.id)
  const [isTimelineOpen, setTimelineOpen] = useState(false)
  const [tab, setTab] = useState('data')
  const viewerBox = useRef<HTMLElement>(null)
  const mark = useMarks(record)
  // Preloads the texts that a decision needs.
  useApplicantText(String(record.language))

  const { asking, possible } = review
  const requestStep = possible.find((step) => inputOf(step).includes('issue'))
  const canFlag = requestStep !== undefined
  const flagging = {
    flags: draft.flags,
    canFlag,
    onFlag: (field: string) => {
      if (isChangeable(field)) toggleFlag(record.id, field)
    },
    onNote: (field: string, note: string) => change({ flags: { ...draft.flags, [field]: note } }),
  }
  const toggleTimeline = () => (isNarrow ? setTab(tab === 'timeline' ? 'data' : 'timeline') : setTimelineOpen(!isTimelineOpen))
  const isDeaf = useKeyboardDisabled(record.id)
  const keys = reviewKeys({
    review,
    view,
    previous: queue.previous,
    viewer: viewerBox,
    canFlag,
    reference: String(record.referenceCode ?? ''),
    isDeaf,
    text: t,
    onFlag: flagging.onFlag,
    onTimeline: toggleTimeline,
    onList: () => navigate(`${pagesOf(registrations, person.role).list}?${queue.search}`),
  })
  usePageKeys(t('review.keysTitle'), keys)

  const data = (
    <div className="review-left">
      <DataPane record={record} {...flagging} />
      {asking?.kind === 'request' && (
        <Composer
          key={record.id}
          record={record}
          step={asking.step}
          flags={draft.flags}
          words={draft.words}
          onWords={(words) => change({ words })}
          onSend={(input) => review.steps.take(asking.step, input)}
          onClose={review.close}
        />
      )}
    </div>
  )
  const documents = (
    <Viewer
      record={record}
      view={view}
      box={viewerBox}
      canMark={may('update', registrations, record) && possible.length > 0}
      onMark={mark}
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
      />
      {isNarrow ? (
        <Tabs
          label={titleText(registrations, record, t)}
          current={asking?.kind === 'request' ? 'data' : tab}
          onChange={setTab}
          tabs={[
            { name: 'data', label: t('review.data'), content: data },
            { name: 'documents', label: t('review.documents'), content: documents },
            { name: 'timeline', label: t('review.timeline.title'), content: <Timeline record={record} /> },
          ]}
        />
      ) : (
        <div className="review-columns">
          {data}
          <Splitter split={preferences.split} onChange={(split) => prefer({ split })} />
          {documents}
          {isTimelineOpen && (
            <aside className="review-timeline sheet" aria-label={t('review.timeline.title')}>
              <div className="section-head">
                <h2 className="section-title">{t('review.timeline.title')}</h2>
                <button type="button" className="button-icon" aria-label={t('form.close')} onClick={() => setTimelineOpen(false)}>
                  <Icon name="close" />
                </button>
              </div>
              <div className="review-timeline-body">
                <Timeline record={record} />
              </div>
            </aside>
          )}
        </div>
      )}
      <DecideBar
        record={record}
        steps={possible}
        flags={Object.keys(draft.flags).length}
        unseen={review.unseen}
        isBusy={review.steps.isBusy}
        stays={preferences.stays}
        onStays={(stays) => prefer({ stays })}
        onStep={(step) => !isDeaf() && review.decide(step)}
        onUndo={review.undoLast}
      >
        <MeritActions record={record} />
        <Enrol record={record} />
        {!isNarrow && <SplitButtons split={preferences.split} onChange={(split) => prefer({ split })} />}
      </DecideBar>
    </div>
  )
}

/** Time for which decision shortcuts are ignored after the application has changed, because they may be meant for the previous one. */
const deafMs = 400

/** Returns a function that checks whether the displayed application has changed just now. */
function useKeyboardDisabled(fileId: string): () => boolean {
  const shown = useRef({ id: fileId, at: Number.NEGATIVE_INFINITY })
  if (shown.current.id !== fileId) shown.current = { id: fileId, at: performance.now() }
  return () => performance.now() - shown.current.at < deafMs
}
