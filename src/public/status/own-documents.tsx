import { useLanguage, useText, withLabel } from '@matricola/console/i18n.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { HttpError } from '@matricola/providers/http.ts'
import { formatLongInstant } from '@matricola/schema/values/dates.ts'
import { formatFileNameAndSize } from '@matricola/schema/values/format-size.ts'
import { useState } from 'react'
import type { WireApplication, WireOwnDocument } from '#resources/admission/wire.ts'
import { DocumentViewer } from '../documents/document-viewer.tsx'
import { isSessionEnded } from './applicant-calls.ts'
import { applicationFieldLabel } from './field-texts.ts'
import { canShowOwnDocument, fetchOwnDocument } from './own-document-cache.tsx'
import type { StatusNavigation } from './status-navigation.ts'

/** The documents of the application, with buttons to view them. */
export function OwnDocuments({
  views,
  application,
}: {
  views: StatusNavigation
  application: WireApplication
}) {
  const t = useText('status')
  const language = useLanguage()
  if (application.documents.length === 0) return null
  return (
    <section aria-labelledby="documents">
      <h2 id="documents">{t('details.documents')}</h2>
      <ul className="status-documents">
        {application.documents.map((ownDocument) => (
          <li key={ownDocument.document}>
            <span>
              <strong>{applicationFieldLabel(ownDocument.document, application)}</strong>
              <span className="document-size">{formatFileNameAndSize(ownDocument, language)}</span>
              <span className="document-size">
                {t('check.sentAt', { date: formatLongInstant(ownDocument.sentAt, language) })}
              </span>
            </span>
            <ViewButton views={views} application={application} document={ownDocument} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Fetches a document and shows it in full screen. */
export function ViewButton({
  views,
  application,
  document,
}: {
  views: StatusNavigation
  application: WireApplication
  document: WireOwnDocument
}) {
  const t = useText('apply')
  const status = useText('status')
  const tPublic = useText('public')
  const [blob, setBlob] = useState<Blob | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { reference } = application
  const open = async () => {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      setBlob(await fetchOwnDocument(reference, document))
    } catch (error) {
      if (isSessionEnded(error))
        return views.reset({ name: 'code', reference, notice: status('code.ended') })
      if (!(error instanceof HttpError)) throw error
      setFailure(error.message)
    } finally {
      setBusy(false)
    }
  }
  const label = applicationFieldLabel(document.document, application)
  if (document.state !== 'ready' && !canShowOwnDocument(reference, document))
    return <span className="document-size">{status(`details.${document.state}`)}</span>
  return (
    <>
      <button
        type="button"
        className="button"
        aria-label={tPublic('errors:summary.entry', { field: t('documents.view'), message: label })}
        aria-disabled={isBusy}
        onClick={open}
      >
        {t('documents.view')}
      </button>
      {failure ? (
        <span className="field-message" role="alert">
          <Icon name="error" /> {failure}
        </span>
      ) : null}
      {blob ? (
        <DocumentViewer
          title={withLabel(label, document.name)}
          blob={blob}
          onClose={() => setBlob(null)}
        />
      ) : null}
    </>
  )
}
