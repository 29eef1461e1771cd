import type { KeyboardEvent } from 'react'
import type { WireRegistration } from '#model/admission/wire.ts'
import { usePageText } from '#src/fields/page-text.ts'
import { Icon } from '#src/icons/icon.tsx'
import { documentLabel } from '../labels.ts'
import type { DocumentView } from './use-document-view.ts'

/** The documents as tabs. Each shows whether the document was viewed and how it was reviewed. */
export function ViewerTabs({ record, view }: { readonly record: WireRegistration; readonly view: DocumentView }) {
  const { t } = usePageText()
  const { documents, current, seen } = view
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step || !current) return
    const next = documents[(documents.indexOf(current) + step + documents.length) % documents.length]
    if (!next) return
    event.preventDefault()
    view.choose(next.document)
    document.getElementById(`viewer-tab-${next.document}`)?.focus()
  }
  return (
    <div className="tabs viewer-tabs" role="tablist" aria-label={t('review.documents')} onKeyDown={onKeyDown}>
      {documents.map((each, index) => (
        <button
          key={each.document}
          id={`viewer-tab-${each.document}`}
          type="button"
          role="tab"
          className="tab"
          aria-selected={each === current}
          aria-controls="viewer-panel"
          aria-keyshortcuts={String(index + 1)}
          tabIndex={each === current ? 0 : -1}
          onClick={() => view.choose(each.document)}
        >
          {documentLabel(t, each.document, record)}
          {each.state === 'preparing' ? (
            <span className="tab-mark">
              <Icon name="clock" />
              <span className="visually-hidden">{t('review.viewer.preparing')}</span>
            </span>
          ) : each.mark ? (
            <span className={`tab-mark tab-mark-${each.mark.mark}`}>
              <Icon name={each.mark.mark === 'verified' ? 'check' : 'cross'} />
              <span className="visually-hidden">{t(`review.viewer.${each.mark.isUnreadable ? 'unreadable' : each.mark.mark}`)}</span>
            </span>
          ) : (
            (each.isViewed || seen.has(each.url)) && (
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
