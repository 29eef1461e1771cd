import { ApiLink } from '@matricola/console/fields/api-link.tsx'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { Button } from '@matricola/console/kit/button.tsx'
import { Popup } from '@matricola/console/kit/popup.tsx'
import { formatFileNameAndSize } from '@matricola/schema/values/format-size.ts'
import { useState } from 'react'
import type { RequestedChange } from '#resources/admission/wire.ts'
import type { WireOfficeMessage } from '#resources/admission/wire-messages.ts'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import {
  type DocumentName,
  documentNames,
  isStandardDocument,
} from '#resources/application-documents.ts'
import { documentLabel } from '../labels.ts'
import { useMessageCalls } from './use-message-calls.ts'

interface AttachmentProps {
  readonly attachment: WireOfficeMessage['attachments'][number]
  readonly record: WireRegistration
  /** Whether the user may make it a document of the application. */
  readonly canUse: boolean
}

/** A file sent with a message, and what it can be used as. */
export function Attachment({ attachment, record, canUse }: AttachmentProps) {
  const { t, language } = usePageText()
  if (attachment.state !== 'ready')
    return (
      <p className="caption">
        {formatFileNameAndSize(attachment, language)} – {t(`review:viewer.${attachment.state}Long`)}
      </p>
    )
  return (
    <>
      <ApiLink className="review-attachment" path={attachment.url} target="_blank" rel="noreferrer">
        <Icon name="documents" /> {formatFileNameAndSize(attachment, language)}
      </ApiLink>
      {attachment.usedAs !== null && (
        <p className="caption">
          <Icon name="check" />{' '}
          {t('review:messages.usedAs', {
            document: documentLabel(t, attachment.usedAs, record),
          })}
        </p>
      )}
      {canUse && <AttachmentUse attachment={attachment} record={record} />}
    </>
  )
}

/**
 * Offers the requested and missing documents as buttons, and the others in a menu. An attachment
 * that is in use can be taken back.
 */
function AttachmentUse({ attachment: { id, usedAs }, record }: Omit<AttachmentProps, 'canUse'>) {
  const { t } = usePageText()
  const calls = useMessageCalls(record)
  const [isBusy, setBusy] = useState(false)
  const run = (work: () => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    void work().finally(() => setBusy(false))
  }
  if (usedAs !== null)
    return (
      <Button aria-disabled={isBusy} onClick={() => run(() => calls.undoUse(usedAs))}>
        {t('review:messages.undo')}
      </Button>
    )
  const expected = expectedDocuments(record)
  const label = (document: DocumentName) => documentLabel(t, document, record)
  const use = (document: DocumentName) => run(() => calls.use(id, document))
  return (
    <div className="button-row">
      {expected.map((document) => (
        <Button key={document} aria-disabled={isBusy} onClick={() => use(document)}>
          {t('review:messages.useAs', { document: label(document) })}
        </Button>
      ))}
      <Popup
        className="button"
        button={t(expected.length > 0 ? 'review:messages.useAsOther' : 'review:messages.useAsOne')}
        panelLabel={t('review:messages.useAsOne')}
      >
        {(close) => (
          <ul className="bare-list popup-list">
            {[...documentNames, ...formDocuments(record)]
              .filter((document) => !expected.includes(document))
              .map((document) => (
                <li key={document}>
                  <button
                    type="button"
                    className="popup-item"
                    onClick={() => {
                      close()
                      use(document)
                    }}
                  >
                    {label(document)}
                  </button>
                </li>
              ))}
          </ul>
        )}
      </Popup>
    </div>
  )
}

/** Documents that an open request asks for, then those that are missing. */
function expectedDocuments(record: WireRegistration): readonly DocumentName[] {
  // The declaration gives the field this type.
  const changes = (record.requestedChanges ?? []) as readonly RequestedChange[]
  const requested =
    record.status === 'update_requested'
      ? changes.filter(({ answeredAt }) => answeredAt === null).map(({ field }) => field)
      : []
  const present = record.documents.map(({ document }) => document)
  const asked = record.questions.map(({ name }) => name)
  return [...documentNames, ...formDocuments(record)].filter(
    (document) =>
      requested.includes(document) ||
      (!present.includes(document) && (isStandardDocument(document) || asked.includes(document))),
  )
}

/** Documents of the form that the application has or can be asked for. */
const formDocuments = ({ formAnswers, unansweredItems }: WireRegistration) =>
  [...formAnswers, ...unansweredItems].flatMap(({ id, type }) => (type === 'file' ? [id] : []))
