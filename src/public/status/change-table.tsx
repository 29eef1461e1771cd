import type { ReactNode } from 'react'
import type { WireApplication, WireOwnDocument } from '#model/admission/wire.ts'
import { momentInWords } from '#model/values/dates.ts'
import { fileText } from '#model/values/size-text.ts'
import { useLanguage, useText } from '../../i18n.ts'
import { fieldLabel } from './field-words.ts'
import { OwnPicture } from './own-pictures.tsx'

export interface ChangeRow {
  readonly field: string
  readonly before: ReactNode
  readonly now: ReactNode
}

/** Old and new values side by side. In narrow tables, each value is preceded by its column's name. */
export function ChangeTable({ application, rows }: { application: WireApplication; rows: readonly ChangeRow[] }) {
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
            <th scope="row">{fieldLabel(field, application)}</th>
            <td data-label={t('check.before')}>{before}</td>
            <td data-label={t('check.now')}>{now}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A stored document: its name, size, date and a small image. */
export function SentFile({ reference, document }: { reference: string; document: WireOwnDocument }) {
  const t = useText('status')
  const language = useLanguage()
  return (
    <>
      {fileText(document, language)}{' '}
      <span className="status-when">{t('check.sentAt', { date: momentInWords(document.sentAt, language) })}</span>
      <OwnPicture reference={reference} document={document} />
    </>
  )
}

/** A field that stays unchanged, with the reason. */
export function Kept({ reason }: { reason: string }) {
  const t = useText('status')
  return (
    <>
      {t('check.kept')} <span className="status-lines">{reason}</span>
    </>
  )
}
