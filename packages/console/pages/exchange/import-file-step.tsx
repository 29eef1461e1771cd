import type { AnyResource } from '@matricola/schema/resource.ts'
import { maxImportColumns, maxImportRows } from '@matricola/schema/vocabulary.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { WireImport } from '@matricola/schema/wire/jobs.ts'
import { type DragEvent, useRef, useState } from 'react'
import { ApiLink } from '../../fields/api-link.tsx'
import { currentLanguage } from '../../i18n.ts'
import { Icon } from '../../icons/icon.tsx'
import { Button } from '../../kit/button.tsx'
import { FileChooser } from './file-chooser.tsx'
import { ImportFileSummary } from './import-file-summary.tsx'
import { UploadStatus } from './upload-status.tsx'
import { useExchangeText } from './use-exchange-text.ts'
import { findUploadedFile, useUpload } from './use-upload.ts'

/** File extensions that banks use for account statements. */
const statementFiles = ',.sta,.mt940,.940,.xml'

interface ImportFileStepProps {
  readonly resource: AnyResource
  /** The import that was created from the uploaded file; null before the upload. */
  readonly current: WireImport | null
  readonly isBusy: boolean
  readonly onUploaded: (uploaded: WireImport) => void
  readonly onContinue: () => void
}

/**
 * Lets the user choose or drop a file, or download the template. After the upload, shows how the
 * file was read.
 */
export function ImportFileStep({
  resource,
  current,
  isBusy,
  onUploaded,
  onContinue,
}: ImportFileStepProps) {
  const { t, number } = useExchangeText()
  const { state, send, sendAgain, cancel } = useUpload(resource, onUploaded)
  const file = current && findUploadedFile(current.job.id)
  const takesStatements = resource.import?.statement !== undefined
  const [isDraggedOver, setDraggedOver] = useState(false)
  const fileInput = useRef<HTMLInputElement>(null)
  const handleDrag = (isDragging: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setDraggedOver(isDragging)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setDraggedOver(false)
    const [file] = event.dataTransfer.files
    if (file) void send(file)
  }
  return (
    <>
      {current && (
        <ImportFileSummary
          current={current}
          isBusy={isBusy || state.step === 'sending'}
          onRead={file && ((reading) => void send(file, reading))}
          onContinue={onContinue}
        />
      )}
      <section
        className={`panel import-drop${isDraggedOver ? ' import-drop-active' : ''}`}
        aria-labelledby="import-file-title"
        onDragOver={handleDrag(true)}
        onDragLeave={handleDrag(false)}
        onDrop={drop}
      >
        <h2 id="import-file-title" className="section-title" tabIndex={-1}>
          {t(current ? 'file.other' : 'file.title')}
        </h2>
        <p id="import-file-hint">
          {t('file.hint', { rows: number(maxImportRows), columns: number(maxImportColumns) })}
          {takesStatements && ` ${t('file.statementHint')}`}
        </p>
        <UploadStatus state={state} onAgain={sendAgain} onCancel={cancel} />
        <div className="button-row">
          <Button
            kind={current ? 'plain' : 'primary'}
            aria-describedby="import-file-hint"
            aria-disabled={state.step === 'sending'}
            onClick={() => state.step !== 'sending' && fileInput.current?.click()}
          >
            <Icon name="upload" />
            {t('file.choose')}
          </Button>
          <span className="import-drop-hint caption" aria-hidden="true">
            {t('file.drop')}
          </span>
        </div>
        <FileChooser
          inputRef={fileInput}
          label={t('file.choose')}
          extraTypes={takesStatements ? statementFiles : ''}
          onChosen={(file) => void send(file)}
        />
        <Template resource={resource} />
      </section>
    </>
  )
}

/** Links to a template file with the expected headings and one example row. */
function Template({ resource }: { readonly resource: AnyResource }) {
  const { t } = useExchangeText()
  const path = (format: string) =>
    `${endpointsOf(resource).importTemplate.path}?${new URLSearchParams({ format, lng: currentLanguage() })}`
  return (
    <p className="import-template">
      {t('file.template')}{' '}
      {(['xlsx', 'csv'] as const).map((format) => (
        <ApiLink key={format} path={path(format)} download>
          {t('file.templateAs', { format: format.toUpperCase() })}
        </ApiLink>
      ))}
    </p>
  )
}
