import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { PublicFrame } from '@matricola/console/public/public-frame.tsx'
import { formatLongInstant } from '@matricola/schema/values/dates.ts'
import { statusPath } from '#resources/paths.ts'
import { takeFocus } from '../../take-focus.ts'
import type { SubmittedElsewhere } from '../application-draft.ts'
import { CopyLine } from '../copy-line.tsx'
import { clearDraftFiles } from '../draft-files.ts'
import { AdmissionOfficeLine } from '../sending/submission-error.tsx'
import { goTo } from '../steps/steps.ts'
import type { DraftStore } from '../use-application-draft.ts'

/**
 * The application was submitted from another device, or its response was lost. Shows when it was
 * submitted, and links to its status. `draftStore` is set if this device still has the answers.
 */
export function SubmittedElsewherePage({
  sent,
  draftStore,
}: {
  sent: SubmittedElsewhere
  draftStore: DraftStore | null
}) {
  const t = useText('apply')
  const language = useLanguage()
  const remove = async () => {
    clearDraftFiles()
    await draftStore?.discard()
    goTo('start')
  }
  return (
    <PublicFrame title={t('elsewhere.title')}>
      <h1 tabIndex={-1} ref={takeFocus}>
        {t('elsewhere.title')}
      </h1>
      {sent === 'unknown' ? null : (
        <>
          <p>{t('sent.at', { date: formatLongInstant(sent.sentAt, language) })}</p>
          <CopyLine label={t('sent.reference')} text={sent.reference} />
        </>
      )}
      <p>{t('elsewhere.detail')}</p>
      {draftStore ? <p className="apply-note">{t('elsewhere.kept')}</p> : null}
      <div className="apply-buttons">
        <a className="button button-primary" href={statusPath}>
          {t('already.status')}
        </a>
        {draftStore ? (
          <button type="button" className="button" onClick={remove}>
            {t('later.leave')}
          </button>
        ) : null}
      </div>
      <AdmissionOfficeLine />
    </PublicFrame>
  )
}
