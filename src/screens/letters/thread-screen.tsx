import { useOne } from '@refinedev/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { pagesOf } from '#model/paths.ts'
import { fieldOf } from '#model/resource.ts'
import { endpointsOf } from '#model/wire/endpoints.ts'
import type { FieldIssues, WireLetter, WireRecord, WireThread } from '#model/wire/wire.ts'
import { HttpError, request } from '#providers/http.ts'
import { resourceNamed } from '#resources/index.ts'
import { useIntent } from '#src/console/intent.ts'
import { NotFound } from '#src/console/not-found.tsx'
import { usePageTitle } from '#src/console/page-title.ts'
import { usePerson } from '#src/console/person.ts'
import { useMarkRead } from '#src/console/unread.ts'
import { longDateTime } from '#src/fields/date-text.ts'
import '#src/fields/fields.css'
import { controlId, FormField } from '#src/fields/form-field.tsx'
import { useLive } from '#src/live/live.ts'
import { useMedia } from '#src/media.ts'
import { focusField } from '#src/pages/form/focus-field.ts'
import '#src/pages/form/form.css'
import { FieldsSkeleton, LoadFailed } from '#src/pages/form/load-state.tsx'
import { PageHead } from '#src/pages/form/page-head.tsx'
import { readFailure } from '#src/pages/form/saved.ts'
import { showToast } from '#src/toasts/toast-store.ts'
import type { PageProps } from '../page-props.ts'
import { Conversations } from './conversations.tsx'
import { useKeptDraft } from './kept-draft.ts'
import './letters.css'
import { Button } from '#src/kit/button.tsx'
import { usePostText } from '../use-post-text.ts'

/** From this width, the list of conversations is shown next to the open one. */
const besides = '(min-width: 75rem)'

/** A conversation, oldest message first, with a form for an answer. Opening it marks its messages as read. */
export function ThreadScreen({ resource }: PageProps) {
  const { t } = usePostText()
  const { role } = usePerson()
  const { id = '' } = useParams()
  const { query } = useOne<WireRecord>({ resource: resource.name, id, queryOptions: { retry: false }, errorNotification: readFailure })
  const record = query.data?.data
  // The server code of messages adds these properties; see `resources/calls/details.ts`.
  const thread = record?.thread as WireThread | undefined
  const title = typeof record?.subject === 'string' ? record.subject : ''
  usePageTitle(title)
  const fresh = useReading(thread)
  useLive((event) => {
    if (event.type === 'unread' || ('resource' in event && event.resource === resource.name)) void query.refetch()
  })
  const { search } = useLocation()
  const isBeside = useMedia(besides)
  const back = { to: `${pagesOf(resource, role).list}${search}`, label: t('resources:messages.many') }
  const error = query.error instanceof HttpError ? query.error : null
  if (error?.statusCode === 404) return <NotFound />
  const open = (
    <div className="page thread">
      <PageHead title={title || '…'} {...(!isBeside && { back })} />
      {thread ? (
        <>
          <ol className="bare-list letters-thread">
            {thread.letters.map((letter) => (
              <Letter key={letter.id} letter={letter} isFresh={fresh.has(letter.id)} hasSubject={letter.subject !== title} />
            ))}
          </ol>
          {thread.answer && <Answer key={thread.answer.id} answer={thread.answer} onSent={() => void query.refetch()} />}
        </>
      ) : query.isError ? (
        <LoadFailed message={query.error.message} reference={error?.requestId} onRetry={() => void query.refetch()} />
      ) : (
        <FieldsSkeleton rows={4} />
      )}
    </div>
  )
  if (!isBeside) return open
  return (
    <div className="page post-box">
      <Conversations open={new Set(thread?.letters.map((letter) => letter.id))} />
      {open}
    </div>
  )
}

/** Marks the shown messages as read, and returns the ids of those that were unread when the page opened. */
function useReading(thread: WireThread | undefined): ReadonlySet<string> {
  const fresh = useRef(new Set<string>())
  const markRead = useMarkRead('messages')
  const unread = (thread?.letters ?? [])
    .filter(({ isUnread }) => isUnread)
    .map(({ id }) => id)
    .join()
  for (const id of unread.split(',')) if (id) fresh.current.add(id)
  useEffect(() => {
    if (unread) markRead({ ids: unread.split(',') })
  }, [unread, markRead])
  return fresh.current
}

interface LetterProps {
  readonly letter: WireLetter
  readonly isFresh: boolean
  readonly hasSubject: boolean
}

function Letter({ letter, isFresh, hasSubject }: LetterProps) {
  const { t, language } = usePostText()
  const id = useId()
  return (
    <li>
      <article className="sheet thread-letter" data-own={letter.isOwn} aria-labelledby={id}>
        <header className="thread-head">
          <p id={id} className="thread-names">
            <strong>{letter.isOwn ? t('thread.you') : letter.from}</strong> {t('thread.to', { name: letter.to })}
          </p>
          {isFresh && <span className="thread-new">{t('shell:letters.unread')}</span>}
          <time className="caption" dateTime={letter.sentAt}>
            {longDateTime(letter.sentAt, language)}
          </time>
        </header>
        {hasSubject && <p className="thread-subject">{letter.subject}</p>}
        <p className="thread-body">{letter.body}</p>
        <ReadBy letter={letter} />
      </article>
    </li>
  )
}

/** For the user's own messages: whether the recipient has read it, or how many recipients have. */
function ReadBy({ letter: { readBy, isToMany, readAt } }: { readonly letter: WireLetter }) {
  const { t, language } = usePostText()
  if (!readBy) return null
  if (isToMany) return <p className="caption">{t('thread.readBy', { ...readBy })}</p>
  return <p className="caption">{readAt ? t('thread.readAt', { time: longDateTime(readAt, language) }) : t('thread.notRead')}</p>
}

interface AnswerProps {
  readonly answer: NonNullable<WireThread['answer']>
  readonly onSent: () => void
}

function Answer({ answer, onSent }: AnswerProps) {
  const { t } = usePostText()
  const { id: personId } = usePerson()
  const scope = useId()
  const client = useQueryClient()
  const resource = resourceNamed('messages')
  const { draft, change, forget } = useKeptDraft(`answer-draft:${personId}:${answer.id}`, { body: '' })
  const [issues, setIssues] = useState<FieldIssues>({})
  const intent = useIntent()
  const send = useMutation({
    mutationFn: () =>
      intent.once((headers) =>
        request<WireRecord>(endpointsOf(resource).create, { body: { inReplyToId: answer.id, body: draft.body }, headers }),
      ),
    onSuccess({ message }) {
      forget()
      setIssues({})
      void client.invalidateQueries({ queryKey: ['letters'] })
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
    <form className="sheet form-section thread-answer" noValidate aria-label={t('thread.answerTo', { name: answer.to })} onSubmit={submit}>
      <h2 className="section-title">{t('thread.answerTo', { name: answer.to })}</h2>
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
          {t(send.isPending ? 'compose.sending' : 'thread.answer')}
        </Button>
      </div>
    </form>
  )
}
