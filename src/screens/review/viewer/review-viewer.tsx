import { LiveRegion } from '@matricola/console/announcements/live-region.tsx'
import { useHttp } from '@matricola/console/app/console-context.ts'
import { dateTimeText } from '@matricola/console/fields/date-text.ts'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { Button } from '@matricola/console/kit/button.tsx'
import { FieldsSkeleton, LoadFailed } from '@matricola/console/pages/form/load-state.tsx'
import { HttpError } from '@matricola/providers/http.ts'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import { documentLabel } from '../labels.ts'
import { ReviewMessages } from '../messages/review-messages.tsx'
import type { LoadedDocument } from './drawable.ts'
import { documentQuery } from './loaded-document.ts'
import { PageCanvas } from './page-canvas.tsx'
import { PagesStrip } from './pages-strip.tsx'
import type { DocumentView } from './use-document-view.ts'
import { useFrameSize } from './use-frame-size.ts'
import type { MarkDocument } from './use-mark-document.ts'
import { conversationTab, ViewerTabs } from './viewer-tabs.tsx'
import { ViewerTools } from './viewer-tools.tsx'

interface ReviewViewerProps {
  readonly record: WireRegistration
  readonly view: DocumentView
  readonly container: RefObject<HTMLElement | null>
  readonly onMark: MarkDocument
  readonly flags: { readonly [field: string]: string }
  readonly canFlag: boolean
  readonly canMark: boolean
  /** Whether the user can write to the applicant. */
  readonly canWrite: boolean
  readonly onFlag: (field: string) => void
  readonly onNote: (field: string, note: string) => void
}

/**
 * The documents of an application next to its data, in one frame for images and PDFs, and the
 * conversation with the applicant.
 */
export function ReviewViewer(props: ReviewViewerProps) {
  const { record, view, container } = props
  const { t, language } = usePageText()
  const { current, older } = view
  if (view.isConversation || !current)
    return (
      <section className="viewer" ref={container} aria-label={t('review:documents')}>
        <ViewerTabs record={record} view={view} />
        {view.isConversation ? (
          <div
            id="viewer-panel"
            role="tabpanel"
            aria-labelledby={`viewer-tab-${conversationTab}`}
            className="viewer-panel"
          >
            <ReviewMessages record={record} canWrite={props.canWrite} />
          </div>
        ) : (
          <p className="viewer-note panel">{t('review:viewer.none')}</p>
        )}
      </section>
    )
  const state = older ? 'ready' : current.state
  const visibleFile = older
    ? { url: older.url, name: older.name, mediaType: mediaTypeOf(older.name) }
    : current
  return (
    <section className="viewer" ref={container} aria-label={t('review:documents')}>
      <ViewerTabs record={record} view={view} />
      <div
        id="viewer-panel"
        role="tabpanel"
        aria-labelledby={`viewer-tab-${current.document}`}
        className="viewer-panel"
      >
        <ViewerTools {...props} document={current} file={visibleFile} isReady={state === 'ready'} />
        {current.hasActiveContent && !older && (
          <p className="message message-warn viewer-warning">
            <Icon name="warning" />
            {t('review:viewer.activeContent')}
          </p>
        )}
        {older && (
          <p className="message message-warn viewer-warning">
            <Icon name="history" />
            <span>
              {t('review:viewer.olderShown', { date: dateTimeText(older.replacedAt, language) })}
            </span>
            <Button onClick={() => view.chooseOlder(null)}>{t('review:viewer.showCurrent')}</Button>
          </p>
        )}
        {state !== 'ready' && (
          <LiveRegion className="message message-warn viewer-warning">
            <Icon name={state === 'preparing' ? 'clock' : 'warning'} />
            {t(`review:viewer.${state}Long`)}
          </LiveRegion>
        )}
        {state === 'ready' && (
          <DocumentFrame
            view={view}
            file={visibleFile}
            label={documentLabel(t, current.document, record)}
          />
        )}
      </div>
    </section>
  )
}

/** Older versions have no media type. Images were stored as JPEG. */
const mediaTypeOf = (name: string) =>
  name.toLowerCase().endsWith('.pdf') ? 'application/pdf' : 'image/jpeg'

interface DocumentFrameProps {
  readonly view: DocumentView
  readonly file: { readonly url: string; readonly name: string; readonly mediaType: string }
  readonly label: string
}

function DocumentFrame({ view, file, label }: DocumentFrameProps) {
  const http = useHttp()
  const { t } = usePageText()
  const frame = useRef<HTMLElement>(null)
  const size = useFrameSize(frame)
  const query = useQuery(documentQuery(http, file))
  const loaded = query.data
  return (
    <div className="viewer-body">
      {loaded && loaded.pages > 1 && (
        <PagesStrip document={loaded} page={view.page} onTurn={view.turnTo} />
      )}
      <section
        ref={frame}
        className="viewer-frame"
        data-scrolls
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard; arrow keys scroll it
        tabIndex={0}
        aria-label={t('review:viewer.frame', { document: label })}
      >
        {query.isError ? (
          <LoadFailed
            message={query.error instanceof HttpError ? query.error.message : ''}
            onRetry={() => void query.refetch()}
          />
        ) : loaded ? (
          <PageCanvas
            // Remount for each document, so that a document of one applicant never appears next to
            // the data of another.
            key={file.url}
            document={loaded}
            url={file.url}
            page={Math.min(view.page, loaded.pages)}
            zoom={view.zoom}
            turn={view.turn}
            label={describe(t, label, loaded, file, view.page)}
            size={size}
            onDrawn={(scale) => view.drawnAt(scale, loaded.pages)}
          />
        ) : (
          <FieldsSkeleton rows={4} />
        )}
      </section>
    </div>
  )
}

/**
 * Description for screen readers: names the document and its page, and says that it is an image of
 * text.
 */
function describe(
  t: ReturnType<typeof usePageText>['t'],
  label: string,
  { pages }: LoadedDocument,
  file: DocumentFrameProps['file'],
  page: number,
) {
  const type = t(
    file.mediaType === 'application/pdf' ? 'review:viewer.pdf' : 'review:viewer.picture',
  )
  return t('review:viewer.describe', {
    document: label,
    name: file.name,
    type,
    page: Math.min(page, pages),
    pages,
  })
}
