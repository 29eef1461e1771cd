import { useHttp } from '@matricola/console/app/console-context.ts'
import { useUnread } from '@matricola/console/app/unread.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import { formatNumericDate, timeText } from '@matricola/console/fields/date-text.ts'
import { numberDisplay } from '@matricola/console/fields/number-text.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { useLiveEvents } from '@matricola/console/live/live.ts'
import { HttpError } from '@matricola/providers/http.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import { today } from '@matricola/schema/values/dates.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import type { WireConversation } from '#resources/academic/wire-messages.ts'
import * as messageCalls from '#resources/calls/messages.ts'
import { getResource } from '#resources/index.ts'
import '@matricola/console/pages/form/form.css'
import { FieldsSkeleton, LoadFailed } from '@matricola/console/pages/form/load-state.tsx'
import { useListShortcuts } from '@matricola/console/pages/list/use-list-shortcuts.ts'
import '@matricola/console/pages/list/list.css'
import '@matricola/console/pages/list/views.css'
import { useAnnounce } from '@matricola/console/announcements/announcer.tsx'
import { useMessagingText } from '../use-messaging-text.ts'
import './messages.css'
import { Button } from '@matricola/console/kit/button.tsx'
import { Input } from '@matricola/console/kit/inputs.tsx'

const conversationsPerPage = 25

interface ConversationsProps {
  /** Handler of the shortcut for a new message; absent next to an open conversation. */
  readonly onNew?: () => void
  /** Ids of the messages that are open next to the list. */
  readonly open?: ReadonlySet<string>
}

/**
 * The user's conversations, most recently written first. Search and the filter for unread ones are
 * in the URL.
 */
export function Conversations({ onNew, open }: ConversationsProps) {
  const { makeCall } = useHttp()
  const { t, language } = useMessagingText()
  const { role } = useUser()
  const page = useRef<HTMLElement>(null)
  const [params, setParams] = useSearchParams()
  const searchInUrl = params.get('search') ?? ''
  const search = useDeferredValue(searchInUrl.trim())
  // The router updates the URL with a delay, so the typed text is kept until then. Otherwise the
  // input would lose characters.
  const [searchText, setSearchText] = useState<string | null>(null)
  useEffect(() => {
    // The text may have changed again.
    if (searchText === searchInUrl)
      setSearchText((current) => (current === searchInUrl ? null : current))
  }, [searchText, searchInUrl])
  const view = params.get('view') === 'unread' ? ('unread' as const) : undefined
  const unread = useUnread()?.messages ?? 0
  const resource = getResource('messages')
  const query = useInfiniteQuery({
    queryKey: ['messages', 'conversations', view, search],
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }) => {
      const patch = {
        pageNumber: String(pageParam),
        pageSize: String(conversationsPerPage),
        ...(search && { search }),
        ...(view && { view }),
      }
      return (await makeCall(messageCalls.conversations, { query: patch, signal })).data
    },
    placeholderData: keepPreviousData,
    getNextPageParam: ({ page, pageSize, totalCount }) =>
      page * pageSize < totalCount ? page + 1 : undefined,
  })
  useLiveEvents((event) => {
    if (event.type === 'unread' || ('resource' in event && event.resource === resource.name))
      void query.refetch()
  })
  useListShortcuts({
    page,
    hasSelection: false,
    hasCells: false,
    hasHistory: false,
    ...(onNew && { onNew }),
  })
  const list = query.data?.pages.flatMap((pageData) => pageData.list) ?? []
  const emptyText = t(
    search ? 'conversations.noneFound' : view ? 'conversations.noneUnread' : 'conversations.none',
  )
  useAnnounce(query.data && list.length === 0 ? emptyText : '')
  const error = query.error instanceof HttpError ? query.error : null
  return (
    <section
      className="conversations"
      aria-label={t('conversations.title')}
      aria-busy={query.isFetching}
      ref={page}
    >
      <div className="views-line">
        <nav className="views" aria-label={t('shell:list.views')} data-key="views">
          <Link className="view" to="?" aria-current={view ? undefined : 'page'}>
            {t('shell:list.all')}
          </Link>
          <Link className="view" to="?view=unread" aria-current={view ? 'page' : undefined}>
            {t('resources:messages.views.unread')}
            {unread > 0 && (
              <span className="view-count"> {numberDisplay(unread, language, 0)}</span>
            )}
          </Link>
        </nav>
      </div>
      <div className="toolbar">
        <Input
          type="search"
          className="list-search"
          data-key="search"
          aria-keyshortcuts="/"
          placeholder={t('conversations.search')}
          aria-label={t('conversations.search')}
          value={searchText ?? searchInUrl}
          onChange={({ target }) => {
            setSearchText(target.value)
            setParams((currentParams) => withSearch(currentParams, target.value), { replace: true })
          }}
        />
        <div className="toolbar-end">
          <Link
            className="button button-primary"
            to={pagePaths(resource, role).create}
            aria-keyshortcuts={onNew && 'n'}
          >
            <Icon name="plus" />
            {t('resources:messages.new')}
          </Link>
        </div>
      </div>
      {query.isError ? (
        <LoadFailed
          message={t('conversations.failed')}
          reference={error?.requestId}
          onRetry={() => void query.refetch()}
        />
      ) : !query.data ? (
        <FieldsSkeleton rows={5} />
      ) : list.length === 0 ? (
        <p className="panel conversations-empty">{emptyText}</p>
      ) : (
        <>
          <ul className="panel conversation-list">
            {list.map((conversation) => (
              <ConversationRow
                key={conversation.id}
                conversation={conversation}
                isOpen={open?.has(conversation.id) ?? false}
              />
            ))}
          </ul>
          {query.hasNextPage && (
            <Button
              aria-disabled={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {t('conversations.older')}
            </Button>
          )}
        </>
      )}
    </section>
  )
}

function withSearch(currentParams: URLSearchParams, text: string): URLSearchParams {
  const next = new URLSearchParams(currentParams)
  if (text) next.set('search', text)
  else next.delete('search')
  return next
}

function ConversationRow({
  conversation,
  isOpen,
}: {
  readonly conversation: WireConversation
  readonly isOpen: boolean
}) {
  const { t, language } = useMessagingText()
  const { role } = useUser()
  const id = useId()
  const { subject, excerpt, isOwn, sentAt, messageCount, unread } = conversation
  const day = today(new Date(sentAt))
  return (
    <li
      className="row conversation"
      data-unread={unread > 0 || undefined}
      data-open={isOpen || undefined}
    >
      <p className="conversation-line">
        <span className="conversation-participants" id={id}>
          {conversation.with}
        </span>
        {messageCount > 1 && (
          <span className="conversation-count">
            <span aria-hidden="true">{numberDisplay(messageCount, language, 0)}</span>
            <span className="visually-hidden">
              {t('conversations.messages', { count: messageCount })}
            </span>
          </span>
        )}
        <time className="caption" dateTime={sentAt}>
          {day === today(new Date())
            ? timeText(new Date(sentAt), language)
            : formatNumericDate(day, language)}
        </time>
      </p>
      <Link
        className="conversation-link"
        data-row={conversation.id}
        to={{
          pathname: pagePaths(getResource('messages'), role).show.replace(':id', conversation.id),
          search: useLocation().search,
        }}
        aria-current={isOpen ? 'page' : undefined}
        aria-describedby={id}
      >
        {unread > 0 && (
          <span className="emphasis-mark">
            <span className="visually-hidden">{t('resources:messages.views.unread')}: </span>
          </span>
        )}
        {subject}
      </Link>
      <p className="conversation-excerpt">
        {isOwn ? t('conversations.own', { text: excerpt }) : excerpt}
      </p>
    </li>
  )
}
