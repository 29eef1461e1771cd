import { usePageText } from '@matricola/console/fields/page-text.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import type { KeyboardEvent } from 'react'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import { documentLabel } from '../labels.ts'
import { isUnresolved } from '../messages/review-messages.tsx'
import type { DocumentView } from './use-document-view.ts'

/** Name of the tab of the conversation, next to the names of documents. */
export const conversationTab = 'messages'

/**
 * The documents and the conversation as tabs. Each document shows whether it was viewed and how it
 * was reviewed.
 */
export function ViewerTabs({
  record,
  view,
}: {
  readonly record: WireRegistration
  readonly view: DocumentView
}) {
  const { t } = usePageText()
  const { documents, current, viewedUrls } = view
  const unresolved = record.messages.filter(isUnresolved).length
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    const names = [...documents.map((tab) => tab.document), conversationTab]
    const selected = view.isConversation || !current ? conversationTab : current.document
    const next = names[(names.indexOf(selected) + step + names.length) % names.length]
    if (!next) return
    event.preventDefault()
    if (next === conversationTab) view.showConversation()
    else view.choose(next)
    document.getElementById(`viewer-tab-${next}`)?.focus()
  }
  return (
    <div
      className="tabs viewer-tabs"
      role="tablist"
      aria-label={t('review:documents')}
      onKeyDown={onKeyDown}
    >
      {documents.map((tab, index) => (
        <button
          key={tab.document}
          id={`viewer-tab-${tab.document}`}
          type="button"
          role="tab"
          className="tab"
          aria-selected={!view.isConversation && tab === current}
          aria-controls="viewer-panel"
          aria-keyshortcuts={String(index + 1)}
          tabIndex={!view.isConversation && tab === current ? 0 : -1}
          onClick={() => view.choose(tab.document)}
        >
          {documentLabel(t, tab.document, record)}
          {tab.state === 'preparing' ? (
            <span className="tab-mark">
              <Icon name="clock" />
              <span className="visually-hidden">{t('review:viewer.preparing')}</span>
            </span>
          ) : tab.mark ? (
            <span className={`tab-mark tab-mark-${tab.mark.mark}`}>
              <Icon name={tab.mark.mark === 'verified' ? 'check' : 'cross'} />
              <span className="visually-hidden">
                {t(`review:viewer.${tab.mark.isUnreadable ? 'unreadable' : tab.mark.mark}`)}
              </span>
            </span>
          ) : (
            (tab.isViewed || viewedUrls.has(tab.url)) && (
              <span className="tab-mark">
                <Icon name="eye" />
                <span className="visually-hidden">{t('review:viewer.viewed')}</span>
              </span>
            )
          )}
        </button>
      ))}
      <button
        id={`viewer-tab-${conversationTab}`}
        type="button"
        role="tab"
        className="tab"
        aria-selected={view.isConversation}
        aria-controls="viewer-panel"
        tabIndex={view.isConversation || !current ? 0 : -1}
        onClick={view.showConversation}
      >
        {unresolved > 0
          ? t('review:messages.tabUnanswered', { count: unresolved })
          : t('review:messages.tab')}
      </button>
    </div>
  )
}
