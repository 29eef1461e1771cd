import '@matricola/console/public/public.css'
import '../status.css'
import './conversation.css'
import { LiveRegion } from '@matricola/console/announcements/live-region.tsx'
import { useLanguage, useText, withLabel } from '@matricola/console/i18n.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { HttpError } from '@matricola/providers/http.ts'
import { formatLongInstant } from '@matricola/schema/values/dates.ts'
import { formatFileNameAndSize } from '@matricola/schema/values/format-size.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { type FormEvent, useEffect, useId, useState, useSyncExternalStore } from 'react'
import { admissionEndpoints as calls } from '#resources/admission/endpoints.ts'
import { officeWeekText } from '#resources/admission/office-week.ts'
import type {
  WireApplicationConversation,
  WireApplicationMessage,
  WireAttachment,
  WireOfficeAnswers,
} from '#resources/admission/wire-messages.ts'
import type * as admissionCalls from '#resources/calls/admission.ts'
import { download, makeCall, withIdempotencyKey } from '../../../http.ts'
import { DocumentCard } from '../../documents/document-card.tsx'
import { DocumentViewer } from '../../documents/document-viewer.tsx'
import { ErrorBox } from '../../error-box.tsx'
import { isSessionEnded } from '../applicant-calls.ts'
import { attachmentNames, type ConversationProps, messageDraftOf } from './message-draft.ts'

const longestMessage = 4000

/** The messages, oldest first, and the form for another one. */
export function Conversation({ views, reference }: ConversationProps) {
  const t = useText('conversation')
  const [conversation, setConversation] = useState<WireApplicationConversation | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const onError = useCallFailure({ views, reference }, setFailure)
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once, when the section is opened
  useEffect(() => {
    makeCall<typeof admissionCalls.ownMessages>(calls.messages, {
      fallback: 'public:status.failed',
    })
      .then(({ data }) => setConversation(data))
      .catch(onError)
  }, [])
  if (!conversation)
    return failure === null ? (
      <LiveRegion>{t('loading')}</LiveRegion>
    ) : (
      <p role="alert">{failure}</p>
    )
  return (
    <>
      {conversation.messages.length === 0 ? (
        <p>{t('empty')}</p>
      ) : (
        <ol className="conversation">
          {conversation.messages.map((message) => (
            <Message key={message.id} message={message} views={views} reference={reference} />
          ))}
        </ol>
      )}
      <MessageForm
        views={views}
        reference={reference}
        conversation={conversation}
        onSent={setConversation}
      />
    </>
  )
}

/** Asks for the access code if the session has ended; otherwise passes on the message of an error. */
function useCallFailure(
  { views, reference }: ConversationProps,
  onFailure: (message: string) => void,
): (error: unknown) => void {
  const t = useText('status')
  return (error) => {
    if (isSessionEnded(error))
      return views.reset({ name: 'code', reference, notice: t('code.ended') })
    if (!(error instanceof HttpError)) throw error
    onFailure(error.message)
  }
}

function Message({
  message: { author, authorName, body, sentAt, attachments },
  ...props
}: ConversationProps & { readonly message: WireApplicationMessage }) {
  const t = useText('conversation')
  const language = useLanguage()
  const from =
    author === 'applicant'
      ? t('you')
      : authorName === null
        ? t('office')
        : t('officeWithName', { name: authorName })
  return (
    <li className={`conversation-${author}`}>
      <p className="conversation-head">
        <strong>{from}</strong>{' '}
        <span>{t('public:moment', { date: formatLongInstant(sentAt, language) })}</span>
      </p>
      <p className="status-lines">{body}</p>
      {attachments.length > 0 ? (
        <ul className="status-documents">
          {attachments.map((attachment) => (
            <Attachment key={attachment.id} attachment={attachment} {...props} />
          ))}
        </ul>
      ) : null}
    </li>
  )
}

function Attachment({
  attachment,
  ...props
}: ConversationProps & { readonly attachment: WireAttachment }) {
  const t = useText('apply')
  const tStatus = useText('status')
  const language = useLanguage()
  const [blob, setBlob] = useState<Blob | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const onError = useCallFailure(props, setFailure)
  const { name, url, mediaType, state } = attachment
  const open = () => {
    setFailure(null)
    download({ method: 'GET', path: url })
      .then((file) => setBlob(new Blob([file.blob], { type: mediaType })))
      .catch(onError)
  }
  return (
    <li>
      <span className="document-size">{formatFileNameAndSize(attachment, language)}</span>
      {state === 'ready' ? (
        <button
          type="button"
          className="button"
          aria-label={withLabel(t('documents.view'), name)}
          onClick={open}
        >
          {t('documents.view')}
        </button>
      ) : (
        <span className="document-size">{tStatus(`details.${state}`)}</span>
      )}
      {failure ? (
        <span className="field-message" role="alert">
          <Icon name="error" /> {failure}
        </span>
      ) : null}
      {blob ? <DocumentViewer title={name} blob={blob} onClose={() => setBlob(null)} /> : null}
    </li>
  )
}

interface MessageFormProps extends ConversationProps {
  readonly conversation: WireApplicationConversation
  readonly onSent: (conversation: WireApplicationConversation) => void
}

/** A message that could not be sent stays in the form. */
function MessageForm({ conversation, onSent, ...props }: MessageFormProps) {
  const t = useText('conversation')
  const language = useLanguage()
  const id = useId()
  const draft = messageDraftOf(props.reference)
  const [text, setText] = useState(draft.text)
  const [step, setStep] = useState<'writing' | 'sending' | 'sent' | 'failed'>('writing')
  /** The server's message about the last attempt. */
  const [notice, setNotice] = useState('')
  const onError = useCallFailure(props, (message) => {
    setNotice(message)
    setStep('failed')
  })
  const { refusal, writableFrom } = conversation
  const change = (next: string) => {
    draft.text = next
    setText(next)
    if (step === 'sent') setStep('writing')
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (step === 'sending' || text.trim() === '') return
    setStep('sending')
    try {
      await draft.uploads.whenSettled()
      if (attachmentNames.some((name) => draft.uploads.state(name).step === 'failed')) {
        setNotice(t('attachmentFailed'))
        return setStep('failed')
      }
      const input = {
        body: text,
        attachments: Object.values(draft.uploads.ids()).flatMap((sent) => sent ?? []),
      }
      const { data, message } = await withIdempotencyKey(
        [calls.sendMessage.path, input],
        (headers) =>
          makeCall<typeof admissionCalls.sendOwnMessage>(calls.sendMessage, { input, headers }),
      )
      change('')
      draft.uploads.clear()
      setNotice(message)
      setStep('sent')
      onSent(data)
    } catch (error) {
      onError(error)
    }
  }
  return (
    <>
      {step === 'sent' ? <LiveRegion className="message">{notice}</LiveRegion> : null}
      {refusal !== null ? (
        <p className="message">
          {t(`refusals.${refusal}`, {
            date:
              writableFrom === null
                ? ''
                : t('public:moment', { date: formatLongInstant(writableFrom, language) }),
          })}
        </p>
      ) : (
        <form onSubmit={send}>
          <div className="field">
            <label htmlFor={id}>{t('label')}</label>
            <p className="field-hint" id={`${id}-hint`}>
              {officeHint(t, conversation.office, language)}
            </p>
            <textarea
              className="input status-reason"
              id={id}
              rows={5}
              required
              maxLength={longestMessage}
              aria-describedby={`${id}-hint`}
              value={text}
              onChange={(event) => change(event.target.value)}
            />
          </div>
          <Attachments uploads={draft.uploads} />
          {step === 'failed' ? <ErrorBox title={t('failed')}>{notice}</ErrorBox> : null}
          <button
            type="submit"
            className="button button-primary"
            aria-disabled={step === 'sending'}
          >
            {t(step === 'sending' ? 'sending' : step === 'failed' ? 'sendAgain' : 'send')}
          </button>
        </form>
      )}
    </>
  )
}

/** Says when the office answers, and how soon, as far as the university has set its hours. */
function officeHint(
  t: ReturnType<typeof useText>,
  office: WireOfficeAnswers | null,
  language: Language,
): string {
  if (!office) return t('hint')
  const hours = officeWeekText(office.week, language)
  const { days } = office
  return days === null ? t('hours', { hours }) : t('hoursAndTime', { hours, count: days })
}

/** Up to three attachments. The next one is offered when the one before has a file. */
function Attachments({
  uploads,
}: {
  readonly uploads: ReturnType<typeof messageDraftOf>['uploads']
}) {
  const t = useText('conversation')
  useSyncExternalStore(uploads.subscribe, uploads.all, uploads.all)
  const used = attachmentNames.filter((name) => uploads.state(name).step !== 'empty').length
  return attachmentNames
    .filter((name, index) => index <= used || uploads.state(name).step !== 'empty')
    .map((name, index) => (
      <DocumentCard
        key={name}
        uploads={uploads}
        name={name}
        label={t('attachment', { number: index + 1 })}
        hint={t('attachmentHint')}
      />
    ))
}
