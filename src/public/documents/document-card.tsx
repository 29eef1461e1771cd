import { type ChangeEvent, type DragEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { acceptOf } from '#model/values/file-kind.ts'
import { sizeText } from '#model/values/size-text.ts'
import type { DocumentName } from '#resources/application-documents.ts'
import { useLanguage, useText } from '../../i18n.ts'
import { bytesOf, type DocumentState, fileOf, isOnDevice, noDocument } from './document-state.ts'
import { Fault, useFaultText } from './fault.tsx'
import { Progress } from './progress.tsx'
import { Thumbnail } from './thumbnail.tsx'
import type { Uploads } from './uploads.ts'
import { Viewer } from './viewer.tsx'
import './documents.css'
import { Status } from '../../spoken/status.tsx'

interface CardParts {
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

/** A document of the form: choose or drop a file, follow its upload, view, replace or remove it. The button's id is the document's name. */
export function DocumentCard({ uploads, name, document = name, message, isOptional = false, ...words }: CardParts) {
  const t = useText('apply')
  const general = useText('public')
  const label = words.label ?? t(`documents.${document}.label`)
  const state = useSyncExternalStore(
    uploads.subscribe,
    () => uploads.state(name),
    () => noDocument,
  )
  const chooser = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const [isViewing, setViewing] = useState(false)
  const [isOver, setOver] = useState(false)
  useKeptPage()
  const file = fileOf(state)
  /** Whether there is a file that has been uploaded, is being uploaded, or can be retried. */
  const isThere = file !== null && (state.step !== 'failed' || state.canRetry)
  const choose = (chosen: File | undefined) => chosen && uploads.choose(name, chosen, chosen.name, document)
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    choose(event.target.files?.[0])
    event.target.value = ''
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    choose(event.dataTransfer.files[0])
  }
  const over = (isNow: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(isNow)
  }
  const remove = () => {
    uploads.remove(name)
    window.document.getElementById(name)?.focus()
  }
  const isFailed = state.step === 'failed'
  /** The error of a rejected file is shown below it, so the message about a missing file is left out. */
  const shownMessage = isFailed ? undefined : message
  const described = [`${name}-hint`, shownMessage && `${name}-message`, isFailed && `${name}-fault`].filter(Boolean).join(' ')
  const isFaulty = Boolean(message) || isFailed
  return (
    <section
      className={`document${isFaulty ? ' field-wrong' : ''}${isOver ? ' document-over' : ''}`}
      aria-labelledby={`${name}-label`}
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={drop}
    >
      <h2 className="document-label" id={`${name}-label`}>
        {label}
        {isOptional ? ` ${t('documents.optional')}` : ''}
      </h2>
      <p className="field-hint" id={`${name}-hint`}>
        {words.label === undefined ? t(`documents.${document}.hint`) : words.hint}
      </p>
      {shownMessage ? (
        <p className="field-message" id={`${name}-message`}>
          {shownMessage}
        </p>
      ) : null}
      <Fault state={state} id={`${name}-fault`} />
      {isThere ? (
        <div className="document-file">
          <Thumbnail file={file} />
          <div className="document-facts">
            <FileLine state={state} />
            <Progress state={state} label={label} />
          </div>
        </div>
      ) : null}
      <div className="in-line document-buttons">
        {state.step === 'failed' && state.canRetry ? (
          <button
            type="button"
            className="button button-primary"
            aria-describedby={`${name}-label`}
            onClick={() => uploads.sendAgain(name)}
          >
            {t('documents.tryAgain')}
          </button>
        ) : null}
        <button
          type="button"
          className={isThere ? 'button-link' : 'button'}
          id={name}
          aria-labelledby={`${name} ${name}-label`}
          aria-describedby={described}
          onClick={() => chooser.current?.click()}
        >
          {isThere ? t('documents.replace') : t('documents.choose')}
        </button>
        {isThere ? (
          <>
            {isOnDevice(file) ? (
              <button type="button" className="button-link" aria-describedby={`${name}-label`} onClick={() => setViewing(true)}>
                {t('documents.view')}
              </button>
            ) : null}
            <button type="button" className="button-link" aria-describedby={`${name}-label`} onClick={remove}>
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
      <input ref={chooser} hidden type="file" aria-labelledby={`${name}-label`} accept={acceptOf(['pdf', 'jpeg', 'png'])} onChange={take} />
      <input ref={camera} hidden type="file" accept="image/*" capture="environment" onChange={take} />
      <Announcer state={state} document={label} />
      {isViewing && file ? (
        <Viewer
          title={general('summary.entry', { field: label, message: file.name })}
          blob={file.blob}
          onTurned={(quarters) => uploads.turn(name, quarters)}
          onClose={() => setViewing(false)}
        />
      ) : null}
    </section>
  )
}

/** Prevents the browser from opening a file that is dropped next to a card. */
function useKeptPage() {
  useEffect(() => {
    const keep = (event: globalThis.DragEvent) => event.dataTransfer?.types.includes('Files') && event.preventDefault()
    window.addEventListener('dragover', keep)
    window.addEventListener('drop', keep)
    return () => {
      window.removeEventListener('dragover', keep)
      window.removeEventListener('drop', keep)
    }
  }, [])
}

/** Name and size. For a shrunk photo, both sizes. */
function FileLine({ state }: { state: DocumentState }) {
  const t = useText('apply')
  const language = useLanguage()
  const file = fileOf(state)
  if (!file) return null
  const bytes = bytesOf(state, file)
  const size = sizeText(bytes, language)
  const isSmaller = bytes < file.originalBytes
  return (
    <p className="document-name">
      <span>{file.name}</span>{' '}
      <span className="document-size">
        {isSmaller ? t('documents.shrunk', { before: sizeText(file.originalBytes, language), after: size }) : size}
      </span>
    </p>
  )
}

/** Announces when an upload starts, ends or fails and when a file is removed, but not its progress. */
function Announcer({ state, document }: { state: DocumentState; document: string }) {
  const t = useText('apply')
  const faultText = useFaultText()
  const [said, setSaid] = useState('')
  const stage = stageOf(state)
  const last = useRef(stage)
  // biome-ignore lint/correctness/useExhaustiveDependencies: announces only when the stage changes
  useEffect(() => {
    if (last.current === stage) return
    const isRemoved = stage === 'empty'
    last.current = stage
    if (state.step === 'failed') setSaid(t('documents.said.failed', { document, name: state.file.name, fault: faultText(state).join(' ') }))
    else setSaid(t(`documents.said.${isRemoved ? 'removed' : stage}`, { document }))
  }, [stage])
  return <Status className="visually-hidden">{said}</Status>
}

const stageOf = ({ step }: DocumentState) => (step === 'empty' || step === 'done' || step === 'failed' ? step : 'started')
