import './messages.css'
import { useSubmissionKey } from '@matricola/console/app/submission-key.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import { dateTimeText } from '@matricola/console/fields/date-text.ts'
import { FormField } from '@matricola/console/fields/form-field.tsx'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { Button } from '@matricola/console/kit/button.tsx'
import { TextArea } from '@matricola/console/kit/inputs.tsx'
import { useLiveEvents } from '@matricola/console/live/live.ts'
import { KeyHint } from '@matricola/console/screens/key-hint.tsx'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useState } from 'react'
import { durationText } from '#resources/admission/duration-text.ts'
import { messageLimits } from '#resources/admission/message-limits.ts'
import { unfilledIn } from '#resources/admission/template-fields.ts'
import type { WireOfficeMessage } from '#resources/admission/wire-messages.ts'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import { getResource } from '#resources/index.ts'
import { useTemplateText } from '../../../fields/template-input/use-template-text.ts'
import { FailureText } from '../failure-text.tsx'
import { registrationKey } from '../registration.ts'
import { useReviewDraft } from '../review-drafts.ts'
import { Attachment } from './attachment.tsx'
import { type InsertedText, TemplatePicker, UnfilledFields } from './template-picker.tsx'
import { useMessageCalls } from './use-message-calls.ts'

const messagesResource: AnyResource = getResource('application-messages')
const attachmentFields = [
  'firstAttachmentUrl',
  'secondAttachmentUrl',
  'thirdAttachmentUrl',
] as const
const longestMessage = 4000

/** Whether a message of the applicant waits for a response. */
export const isUnresolved = ({ author, answeredAt }: WireOfficeMessage) =>
  author === 'applicant' && answeredAt === null

/** The conversation with the applicant, and the form for a message. */
export function ReviewMessages({
  record,
  canWrite,
}: {
  readonly record: WireRegistration
  readonly canWrite: boolean
}) {
  const { t } = usePageText()
  const { messages } = record
  const client = useQueryClient()
  const refetch = () => void client.invalidateQueries({ queryKey: registrationKey(record.id) })
  useLiveEvents((event) => {
    if (event.type === 'change' && event.resource === messagesResource.name) refetch()
  })
  const waiting = messages.findLast(({ canUndo }) => canUndo)
  const sentAt = waiting?.sentAt
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer depends on the message alone
  useEffect(() => {
    if (sentAt === undefined) return
    const timer = setTimeout(refetch, Math.max(0, Date.parse(sentAt) - Date.now()))
    return () => clearTimeout(timer)
  }, [sentAt])
  return (
    <div className="review-messages">
      {messages.length === 0 ? (
        <p className="viewer-note">{t('review:messages.none')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        <ol className="bare-list review-conversation" data-scrolls tabIndex={0}>
          {messages.map((message) => (
            <Message key={message.id} message={message} record={record} canWrite={canWrite} />
          ))}
        </ol>
      )}
      {canWrite && <MessageForm key={record.id} record={record} />}
    </div>
  )
}

function Message({
  message,
  record,
  canWrite,
}: {
  readonly message: WireOfficeMessage
  readonly record: WireRegistration
  readonly canWrite: boolean
}) {
  const { t, language } = usePageText()
  const user = useUser()
  const { undo } = useMessageCalls(record)
  const { t: templateText } = useTemplateText()
  const { author, authorName, template, body, sentAt, readAt, attachments, canUndo } = message
  const from =
    author === 'applicant'
      ? `${record.firstName} ${record.lastName}`
      : authorName === user.name
        ? t('review:messages.you')
        : (authorName ?? '')
  return (
    <li className={`review-message review-message-${author}`}>
      <p className="caption">
        <strong>{from}</strong> <time dateTime={sentAt}>{dateTimeText(sentAt, language)}</time>
        {message.waitingMinutes !== null && (
          <>
            {' '}
            ·{' '}
            {t('review:messages.waiting', { time: durationText(message.waitingMinutes, language) })}
          </>
        )}
        {author === 'office' && readAt !== null && (
          <>
            {' · '}
            {t('review:messages.read', { date: dateTimeText(readAt, language) })}
          </>
        )}
      </p>
      <p className="long-text">{body}</p>
      {template !== null && <p className="caption">{templateText('used', { name: template })}</p>}
      {attachments.map((attachment) => (
        <Attachment
          key={attachment.id}
          attachment={attachment}
          record={record}
          canUse={canWrite && author === 'applicant'}
        />
      ))}
      {canUndo && <Button onClick={() => void undo(message)}>{t('review:messages.undo')}</Button>}
    </li>
  )
}

/** A message to the applicant. Unsent text is kept with the application. */
function MessageForm({ record }: { readonly record: WireRegistration }) {
  const { t } = usePageText()
  const id = useId()
  const calls = useMessageCalls(record)
  const submissionKey = useSubmissionKey()
  const [draft, changeDraft] = useReviewDraft(record.id)
  const [inserted, setInserted] = useState<InsertedText | null>(null)
  const [attachments, setAttachments] = useState<{ readonly [field: string]: unknown }>({})
  const [isAttaching, setAttaching] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const used = attachmentFields.filter((name) => attachments[name]).length
  const run = async (work: () => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const send = () =>
    run(async () => {
      if (draft.message.trim() === '') return
      if (unfilledIn(draft.message).length > 0) return document.getElementById(id)?.focus()
      const input = {
        body: draft.message,
        attachments: attachmentFields.flatMap((name) => attachments[name] ?? []).map(String),
        templateId: inserted?.templateId ?? null,
      }
      await submissionKey.run((headers) => calls.send(input, headers))
      changeDraft({ message: '' })
      setInserted(null)
      setAttachments({})
      setAttaching(false)
    })
  /** Replaces the text of the template before; other text stays, above the inserted one. */
  const insert = (next: InsertedText | null) => {
    const other = inserted ? draft.message.replace(inserted.text, '') : draft.message
    changeDraft({
      message: [other.trim(), next?.text ?? ''].filter((part) => part !== '').join('\n\n'),
    })
    setInserted(next)
    requestAnimationFrame(() => {
      const area = document.getElementById(id)
      if (!(area instanceof HTMLTextAreaElement)) return
      area.focus()
      area.setSelectionRange(area.value.length, area.value.length)
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
    event.preventDefault()
    void send()
  }
  return (
    <form
      className="review-message-form"
      onKeyDown={onKeyDown}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void send()
      }}
    >
      <label className="field-label" htmlFor={id}>
        {t('review:messages.label')}
      </label>
      <TemplatePicker record={record} templateId={inserted?.templateId ?? null} onInsert={insert} />
      <FailureText failure={failure} />
      <TextArea
        id={id}
        rows={3}
        maxLength={longestMessage}
        value={draft.message}
        aria-describedby={`${id}-hint`}
        onChange={(event) => changeDraft({ message: event.target.value })}
      />
      <UnfilledFields text={draft.message} />
      {isAttaching &&
        attachmentFields
          .slice(0, used + 1)
          .map((name) => (
            <FormField
              key={name}
              scope="review-message"
              resource={messagesResource}
              name={name}
              spec={fieldOf(messagesResource, name)}
              value={attachments[name] ?? null}
              values={attachments}
              required={false}
              onChange={(value) => setAttachments({ ...attachments, [name]: value })}
            />
          ))}
      <div className="button-row">
        <Button kind="primary" type="submit" aria-disabled={isBusy}>
          {t('review:messages.send')} <KeyHint name="Ctrl Enter" />
        </Button>
        {!isAttaching && (
          <Button onClick={() => setAttaching(true)}>{t('review:messages.attach')}</Button>
        )}
        {record.messages.some(isUnresolved) && (
          <Button aria-disabled={isBusy} onClick={() => void run(calls.close)}>
            {t('review:messages.noAnswer')}
          </Button>
        )}
      </div>
      <p id={`${id}-hint`} className="caption">
        {t('review:messages.hint', { seconds: messageLimits.undoSeconds })}
      </p>
    </form>
  )
}
