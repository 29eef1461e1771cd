import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { formatLongInstant } from '@matricola/schema/values/dates.ts'
import { formatFileNameAndSize } from '@matricola/schema/values/format-size.ts'
import type { ReactNode } from 'react'
import type { WireApplication, WireOwnDocument } from '#resources/admission/wire.ts'
import { applicationFieldLabel } from './field-texts.ts'
import { OwnDocumentThumbnail } from './own-document-cache.tsx'

export interface ChangeRow {
  readonly field: string
  readonly before: ReactNode
  readonly now: ReactNode
}

/**
 * Old and new values side by side. In narrow tables, each value is preceded by its column's name.
 */
export function ChangeTable({
  application,
  rows,
}: {
  application: WireApplication
  rows: readonly ChangeRow[]
}) {
  const t = useText('status')
  return (
    <table className="status-check">
      <thead>
        <tr>
          <th scope="col">{t('check.field')}</th>
          <th scope="col">{t('check.before')}</th>
          <th scope="col">{t('check.now')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ field, before, now }) => (
          <tr key={field}>
            <th scope="row">{applicationFieldLabel(field, application)}</th>
            <td data-label={t('check.before')}>{before}</td>
            <td data-label={t('check.now')}>{now}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A stored document: its name, size, date and a small image. */
export function StoredDocumentLine({
  reference,
  document,
}: {
  reference: string
  document: WireOwnDocument
}) {
  const t = useText('status')
  const language = useLanguage()
  return (
    <>
      {formatFileNameAndSize(document, language)}{' '}
      <span className="status-time">
        {t('check.sentAt', { date: formatLongInstant(document.sentAt, language) })}
      </span>
      <OwnDocumentThumbnail reference={reference} document={document} />
    </>
  )
}

/** A field that stays unchanged, with the reason. */
export function UnchangedField({ reason }: { reason: string }) {
  const t = useText('status')
  return (
    <>
      {t('check.kept')} <span className="status-lines">{reason}</span>
    </>
  )
}
