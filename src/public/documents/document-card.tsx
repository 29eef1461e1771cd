import './documents.css'
import { LiveRegion } from '@matricola/console/announcements/live-region.tsx'
import { translate, useLanguage, useText } from '@matricola/console/i18n.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { acceptAttribute } from '@matricola/schema/values/file-kind.ts'
import { formatPercent, formatSize } from '@matricola/schema/values/format-size.ts'
import {
  type ChangeEvent,
  type DragEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { DocumentName } from '#resources/application-documents.ts'
import {
  type DocumentState,
  documentSize,
  emptyDocument,
  findChosenFile,
  isOnDevice,
} from './document-state.ts'
import { DocumentViewer } from './document-viewer.tsx'
import { Thumbnail } from './thumbnail.tsx'
import type { Uploads } from './uploads.ts'

interface DocumentCardProps {
  readonly uploads: Uploads
  readonly name: DocumentName
  /** The document's key in the texts. Defaults to its name. */
  readonly document?: string
  /** Label for a document that has no texts. */
  readonly label?: string
  readonly hint?: ReactNode
  /** An issue of the answer, such as a missing file. Shown above the button. */
  readonly message?: string | undefined
  /** Whether the document may be left out. */
  readonly isOptional?: boolean
}

/**
 * A document of the form: choose or drop a file, follow its upload, view, replace or remove it. The
 * button's id is the document's name.
 */
export function DocumentCard({
  uploads,
  name,
  document = name,
  message,
  isOptional = false,
  ...texts
}: DocumentCardProps) {
  const t = useText('apply')
  const tPublic = useText('public')
  const label = texts.label ?? t(`documents.${document}.label`)
  const state = useSyncExternalStore(
    uploads.subscribe,
    () => uploads.state(name),
    () => emptyDocument,
  )
  const fileInput = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const [isViewing, setViewing] = useState(false)
  const [isDraggedOver, setDraggedOver] = useState(false)
  usePreventFileDrop()
  const file = findChosenFile(state)
  /** Whether there is a file that has been uploaded, is being uploaded, or can be retried. */
  const hasFile = file !== null && (state.step !== 'failed' || state.canRetry)
  const choose = (chosen: File | undefined) =>
    chosen && uploads.choose(name, chosen, chosen.name, document)
  const handleFileChange = (event: ChangeEvent<HTMLInputElement>) => {
    choose(event.target.files?.[0])
    event.target.value = ''
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setDraggedOver(false)
    choose(event.dataTransfer.files[0])
  }
  const onDragChange = (isDragging: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setDraggedOver(isDragging)
  }
  const remove = () => {
    uploads.remove(name)
    window.document.getElementById(name)?.focus()
  }
  const isFailed = state.step === 'failed'
  /**
   * The error of a rejected file is shown below it, so the message about a missing file is left
   * out.
   */
  const visibleMessage = isFailed ? undefined : message
  const described = [
    `${name}-hint`,
    visibleMessage && `${name}-message`,
    isFailed && `${name}-fault`,
  ]
    .filter(Boolean)
    .join(' ')
  const isInvalid = Boolean(message) || isFailed
  return (
    <section
      className={`document${isInvalid ? ' field-invalid' : ''}${isDraggedOver ? ' document-drop-active' : ''}`}
      aria-labelledby={`${name}-label`}
      onDragOver={onDragChange(true)}
      onDragLeave={onDragChange(false)}
      onDrop={drop}
    >
      <h2 className="document-label" id={`${name}-label`}>
        {label}
        {isOptional ? ` ${t('documents.optional')}` : ''}
      </h2>
      <p className="field-hint" id={`${name}-hint`}>
        {texts.label === undefined ? t(`documents.${document}.hint`) : texts.hint}
      </p>
      {visibleMessage ? (
        <p className="field-message" id={`${name}-message`}>
          {visibleMessage}
        </p>
      ) : null}
      <UploadIssueMessage state={state} id={`${name}-fault`} />
      {hasFile ? (
        <div className="document-file">
          <Thumbnail file={file} />
          <div className="document-facts">
            <FileLine state={state} />
            <UploadProgress state={state} label={label} />
          </div>
        </div>
      ) : null}
      <div className="inline-group document-buttons">
        {state.step === 'failed' && state.canRetry ? (
          <button
            type="button"
            className="button button-primary"
            aria-describedby={`${name}-label`}
            onClick={() => uploads.retry(name)}
          >
            {t('documents.tryAgain')}
          </button>
        ) : null}
        <button
          type="button"
          className={hasFile ? 'button-link' : 'button'}
          id={name}
          aria-labelledby={`${name} ${name}-label`}
          aria-describedby={described}
          onClick={() => fileInput.current?.click()}
        >
          {hasFile ? t('documents.replace') : t('documents.choose')}
        </button>
        {hasFile ? (
          <>
            {isOnDevice(file) ? (
              <button
                type="button"
                className="button-link"
                aria-describedby={`${name}-label`}
                onClick={() => setViewing(true)}
              >
                {t('documents.view')}
              </button>
            ) : null}
            <button
              type="button"
              className="button-link"
              aria-describedby={`${name}-label`}
              onClick={remove}
            >
              {t('documents.remove')}
            </button>
          </>
        ) : (
          <>
            <button
              type="button"
              className="button document-photo"
              aria-describedby={`${name}-label ${described}`}
              onClick={() => camera.current?.click()}
            >
              {t('documents.photo')}
            </button>
            <span className="document-drop" aria-hidden="true">
              {t('documents.drop')}
            </span>
          </>
        )}
      </div>
      <input
        ref={fileInput}
        hidden
        type="file"
        aria-labelledby={`${name}-label`}
        accept={acceptAttribute(['pdf', 'jpeg', 'png'])}
        onChange={handleFileChange}
      />
      <input
        ref={camera}
        hidden
        type="file"
        accept="image/*"
        capture="environment"
        onChange={handleFileChange}
      />
      <UploadAnnouncer state={state} document={label} />
      {isViewing && file ? (
        <DocumentViewer
          title={tPublic('errors:summary.entry', { field: label, message: file.name })}
          blob={file.blob}
          onRotated={(quarters) => uploads.rotate(name, quarters)}
          onClose={() => setViewing(false)}
        />
      ) : null}
    </section>
  )
}

/** Prevents the browser from opening a file that is dropped next to a card. */
function usePreventFileDrop() {
  useEffect(() => {
    const preventFileDrop = (event: globalThis.DragEvent) =>
      event.dataTransfer?.types.includes('Files') && event.preventDefault()
    window.addEventListener('dragover', preventFileDrop)
    window.addEventListener('drop', preventFileDrop)
    return () => {
      window.removeEventListener('dragover', preventFileDrop)
      window.removeEventListener('drop', preventFileDrop)
    }
  }, [])
}

/** Name and size. For a shrunk photo, both sizes. */
function FileLine({ state }: { state: DocumentState }) {
  const t = useText('apply')
  const language = useLanguage()
  const file = findChosenFile(state)
  if (!file) return null
  const bytes = documentSize(state, file)
  const size = formatSize(bytes, language)
  const isSmaller = bytes < file.originalBytes
  return (
    <p className="document-name">
      <span>{file.name}</span>{' '}
      <span className="document-size">
        {isSmaller
          ? t('documents.shrunk', { before: formatSize(file.originalBytes, language), after: size })
          : size}
      </span>
    </p>
  )
}

/**
 * Announces when an upload starts, ends or fails and when a file is removed, but not its progress.
 */
function UploadAnnouncer({ state, document }: { state: DocumentState; document: string }) {
  const t = useText('apply')
  const issueText = useUploadIssueText()
  const [announcement, setAnnouncement] = useState('')
  const announcementKey = announcedStage(state)
  const last = useRef(announcementKey)
  // biome-ignore lint/correctness/useExhaustiveDependencies: announces only when the stage changes
  useEffect(() => {
    if (last.current === announcementKey) return
    const isRemoved = announcementKey === 'empty'
    last.current = announcementKey
    if (state.step === 'failed')
      setAnnouncement(
        t('documents.announcements.failed', {
          document,
          name: state.file.name,
          fault: issueText(state).join(' '),
        }),
      )
    else
      setAnnouncement(
        t(`documents.announcements.${isRemoved ? 'removed' : announcementKey}`, { document }),
      )
  }, [announcementKey])
  return <LiveRegion className="visually-hidden">{announcement}</LiveRegion>
}

const announcedStage = ({ step }: DocumentState) =>
  step === 'empty' || step === 'done' || step === 'failed' ? step : 'started'

/**
 * Returns the lines that explain why a file was not accepted and how to fix it. The first is the
 * heading.
 */
function useUploadIssueText(): (state: DocumentState) => readonly string[] {
  const t = useText('apply')
  const language = useLanguage()
  return (state) => {
    if (state.step !== 'failed') return []
    const { issue, message, file } = state
    if (issue === 'unusable' && message) return [message]
    if (issue === 'refused' || issue === 'unusable')
      return [t('documents.errors.refused'), ...(message ? [message] : [])]
    if (issue !== 'tooLarge') return [t(`documents.errors.${issue}`)]
    // Texts and their order follow the specification, section 5.
    const help = t('documents.errors.tooLargeHelp', {
      size: formatSize(file.originalBytes, language),
    })
    return [
      translate('errors:errors.upload.empty'),
      translate('errors:errors.upload.tooLarge'),
      help,
    ]
  }
}

/**
 * Shows the error below the file's name, so that after several attempts it is clear which file
 * failed.
 */
function UploadIssueMessage({ state, id }: { state: DocumentState; id: string }) {
  const [title, ...details] = useUploadIssueText()(state)
  if (title === undefined || state.step !== 'failed') return null
  return (
    <div className="document-error" id={id}>
      {state.canRetry ? null : <p className="document-name">{state.file.name}</p>}
      <p className="field-message">
        <Icon name="error" /> {title}
      </p>
      {details.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}

/** The upload state in words, with a progress bar during the upload. */
function UploadProgress({ state, label }: { state: DocumentState; label: string }) {
  const t = useText('apply')
  const language = useLanguage()
  if (state.step === 'empty' || state.step === 'failed') return null
  if (state.step === 'done')
    return (
      <p className="document-state document-done">
        <Icon name="success" />
        {t('documents.done')}
      </p>
    )
  const fraction = state.step === 'sending' ? state.fraction : null
  const isUploaded = fraction === 1
  // A waiting upload makes no progress, so no bar is shown.
  if (state.step === 'waiting' && state.reason !== 'turn')
    return <p className="document-state">{t(`documents.${state.reason}`)}</p>
  const statusText = isUploaded
    ? t('documents.examining')
    : t(`documents.${state.step}`, { percent: formatPercent(fraction ?? 0, language) })
  return (
    <>
      <p className="document-state">{statusText}</p>
      <progress
        className="document-progress"
        aria-label={label}
        max={100}
        {...(fraction === null || isUploaded ? {} : { value: Math.round(fraction * 100) })}
      />
    </>
  )
}
