import { useHttp } from '@matricola/console/app/console-context.ts'
import { NotFound } from '@matricola/console/app/not-found.tsx'
import { usePageTitle } from '@matricola/console/app/page-title.ts'
import { useSubmissionKey } from '@matricola/console/app/submission-key.ts'
import { useMarkRead } from '@matricola/console/app/unread.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import { longDateTime } from '@matricola/console/fields/date-text.ts'
import { HttpError } from '@matricola/providers/http.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { FieldIssues, WireRecord } from '@matricola/schema/wire/wire.ts'
import { useOne } from '@refinedev/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocation, useParams } from 'react-router'
import type { WireMessage, WireThread } from '#resources/academic/wire-messages.ts'
import { getResource } from '#resources/index.ts'
import '@matricola/console/fields/fields.css'
import { controlId, FormField } from '@matricola/console/fields/form-field.tsx'
import { useLiveEvents } from '@matricola/console/live/live.ts'
import { useMedia } from '@matricola/console/media.ts'
import { focusField } from '@matricola/console/pages/form/focus-field.ts'
import '@matricola/console/pages/form/form.css'
import { FieldsSkeleton, LoadFailed } from '@matricola/console/pages/form/load-state.tsx'
import { PageHeader } from '@matricola/console/pages/form/page-header.tsx'
import { readFailureNotification } from '@matricola/console/pages/form/saved.ts'
import type { PageProps } from '@matricola/console/screens/page-props.ts'
import { showToast } from '@matricola/console/toasts/toast-store.ts'
import { Conversations } from './conversations.tsx'
import { useStoredDraft } from './use-stored-draft.ts'
import './messages.css'
import { Button } from '@matricola/console/kit/button.tsx'
import { useMessagingText } from '../use-messaging-text.ts'

/** At this width and above, the list of conversations is shown next to the open conversation. */
const sideBySideQuery = '(min-width: 75rem)'

/**
 * A conversation, oldest message first, with a reply form. Opening it marks its messages as read.
 */
export function ThreadScreen({ resource }: PageProps) {
  const { t } = useMessagingText()
  const { role } = useUser()
  const { id = '' } = useParams()
  const { query } = useOne<WireRecord>({
    resource: resource.name,
    id,
    queryOptions: { retry: false },
    errorNotification: readFailureNotification,
  })
  const record = query.data?.data
  // The server code of messages adds these properties; see `resources/calls/details.ts`.
  const thread = record?.thread as WireThread | undefined
  const title = typeof record?.subject === 'string' ? record.subject : ''
  usePageTitle(title)
  const newIds = useMarkThreadRead(thread)
  useLiveEvents((event) => {
    if (event.type === 'unread' || ('resource' in event && event.resource === resource.name))
      void query.refetch()
  })
  const { search } = useLocation()
  const isSideBySide = useMedia(sideBySideQuery)
  const back = {
    to: `${pagePaths(resource, role).list}${search}`,
    label: t('resources:messages.many'),
  }
  const error = query.error instanceof HttpError ? query.error : null
  if (error?.statusCode === 404) return <NotFound />
  const open = (
    <div className="page thread">
      <PageHeader title={title || '…'} {...(!isSideBySide && { back })} />
      {thread ? (
        <>
          <ol className="bare-list thread-messages">
            {thread.messages.map((message) => (
              <MessageArticle
                key={message.id}
                message={message}
                isNew={newIds.has(message.id)}
                hasSubject={message.subject !== title}
              />
            ))}
          </ol>
          {thread.answer && (
            <ReplyForm
              key={thread.answer.id}
              answer={thread.answer}
              onSent={() => void query.refetch()}
            />
          )}
        </>
      ) : query.isError ? (
        <LoadFailed
          message={query.error.message}
          reference={error?.requestId}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <FieldsSkeleton rows={4} />
      )}
    </div>
  )
  if (!isSideBySide) return open
  return (
    <div className="page messages-layout">
      <Conversations open={new Set(thread?.messages.map((message) => message.id))} />
      {open}
    </div>
  )
}

/**
 * Marks the shown messages as read, and returns the ids of the messages that were unread when the
 * page opened.
 */
function useMarkThreadRead(thread: WireThread | undefined): ReadonlySet<string> {
  const newIds = useRef(new Set<string>())
  const markRead = useMarkRead('messages')
  const unread = (thread?.messages ?? [])
    .filter(({ isUnread }) => isUnread)
    .map(({ id }) => id)
    .join()
  for (const id of unread.split(',')) if (id) newIds.current.add(id)
  useEffect(() => {
    if (unread) markRead({ ids: unread.split(',') })
  }, [unread, markRead])
  return newIds.current
}

interface MessageArticleProps {
  readonly message: WireMessage
  readonly isNew: boolean
  readonly hasSubject: boolean
}

function MessageArticle({ message, isNew, hasSubject }: MessageArticleProps) {
  const { t, language } = useMessagingText()
  const id = useId()
  return (
    <li>
      <article className="panel thread-message" data-own={message.isOwn} aria-labelledby={id}>
        <header className="thread-head">
          <p id={id} className="thread-names">
            <strong>{message.isOwn ? t('thread.you') : message.from}</strong>{' '}
            {t('thread.to', { name: message.to })}
          </p>
          {isNew && <span className="thread-new">{t('shell:inbox.unread')}</span>}
          <time className="caption" dateTime={message.sentAt}>
            {longDateTime(message.sentAt, language)}
          </time>
        </header>
        {hasSubject && <p className="thread-subject">{message.subject}</p>}
        <p className="thread-body">{message.body}</p>
        <ReadStatus message={message} />
      </article>
    </li>
  )
}

/**
 * For the user's own messages: whether the recipient has read the message, or how many recipients
 * have read it.
 */
function ReadStatus({ message: { readBy, isToMany, readAt } }: { readonly message: WireMessage }) {
  const { t, language } = useMessagingText()
  if (!readBy) return null
  if (isToMany) return <p className="caption">{t('thread.readBy', { ...readBy })}</p>
  return (
    <p className="caption">
      {readAt ? t('thread.readAt', { time: longDateTime(readAt, language) }) : t('thread.notRead')}
    </p>
  )
}

interface ReplyFormProps {
  readonly answer: NonNullable<WireThread['answer']>
  readonly onSent: () => void
}

function ReplyForm({ answer, onSent }: ReplyFormProps) {
  const { request } = useHttp()
  const { t } = useMessagingText()
  const { id: userId } = useUser()
  const scope = useId()
  const client = useQueryClient()
  const resource = getResource('messages')
  const { draft, change, clear } = useStoredDraft(`answer-draft:${userId}:${answer.id}`, {
    body: '',
  })
  const [issues, setIssues] = useState<FieldIssues>({})
  const submissionKey = useSubmissionKey()
  const send = useMutation({
    mutationFn: () =>
      submissionKey.run((headers) =>
        request<WireRecord>(endpointsOf(resource).create, {
          body: { inReplyToId: answer.id, body: draft.body },
          headers,
        }),
      ),
    onSuccess({ message }) {
      clear()
      setIssues({})
      void client.invalidateQueries({ queryKey: ['messages'] })
      showToast({ severity: 'success', summary: message })
      onSent()
    },
    onError(error) {
      const fields = error instanceof HttpError ? error.fields : {}
      setIssues(fields)
      if (!fields.body) showToast({ severity: 'error', summary: error.message })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (send.isPending) return
    if (draft.body.trim()) return send.mutate()
    setIssues({ body: [{ code: 'required' }] })
    focusField(controlId(scope, 'body'))
  }
  return (
    <form
      className="panel form-section thread-answer"
      noValidate
      aria-label={t('thread.replyTo', { name: answer.to })}
      onSubmit={submit}
    >
      <h2 className="section-title">{t('thread.replyTo', { name: answer.to })}</h2>
      <FormField
        resource={resource}
        name="body"
        spec={fieldOf(resource, 'body')}
        value={draft.body}
        values={draft}
        required
        issue={issues.body?.[0]}
        scope={scope}
        onChange={(value) => change({ body: String(value ?? '') })}
      />
      <div className="button-row">
        <Button type="submit" kind="primary" aria-disabled={send.isPending}>
          {t(send.isPending ? 'compose.sending' : 'thread.sendReply')}
        </Button>
      </div>
    </form>
  )
}
