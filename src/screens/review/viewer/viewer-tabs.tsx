import { usePageText } from '@matricola/console/fields/page-text.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import type { KeyboardEvent } from 'react'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import { documentLabel } from '../labels.ts'
import type { DocumentView } from './use-document-view.ts'

/** The documents as tabs. Each shows whether the document was viewed and how it was reviewed. */
export function ViewerTabs({
  record,
  view,
}: {
  readonly record: WireRegistration
  readonly view: DocumentView
}) {
  const { t } = usePageText()
  const { documents, current, viewedUrls } = view
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step || !current) return
    const next =
      documents[(documents.indexOf(current) + step + documents.length) % documents.length]
    if (!next) return
    event.preventDefault()
    view.choose(next.document)
    document.getElementById(`viewer-tab-${next.document}`)?.focus()
  }
  return (
    <div
      className="tabs viewer-tabs"
      role="tablist"
      aria-label={t('review.documents')}
      onKeyDown={onKeyDown}
    >
      {documents.map((tab, index) => (
        <button
          key={tab.document}
          id={`viewer-tab-${tab.document}`}
          type="button"
          role="tab"
          className="tab"
          aria-selected={tab === current}
          aria-controls="viewer-panel"
          aria-keyshortcuts={String(index + 1)}
          tabIndex={tab === current ? 0 : -1}
          onClick={() => view.choose(tab.document)}
        >
          {documentLabel(t, tab.document, record)}
          {tab.state === 'preparing' ? (
            <span className="tab-mark">
              <Icon name="clock" />
              <span className="visually-hidden">{t('review.viewer.preparing')}</span>
            </span>
          ) : tab.mark ? (
            <span className={`tab-mark tab-mark-${tab.mark.mark}`}>
              <Icon name={tab.mark.mark === 'verified' ? 'check' : 'cross'} />
              <span className="visually-hidden">
                {t(`review.viewer.${tab.mark.isUnreadable ? 'unreadable' : tab.mark.mark}`)}
              </span>
            </span>
          ) : (
            (tab.isViewed || viewedUrls.has(tab.url)) && (
              <span className="tab-mark">
                <Icon name="eye" />
                <span className="visually-hidden">{t('review.viewer.viewed')}</span>
              </span>
            )
          )}
        </button>
      ))}
    </div>
  )
}
