import { statusPath } from '#model/paths.ts'
import { momentInWords } from '#model/values/dates.ts'
import { useLanguage, useText } from '../../../i18n.ts'
import { PublicFrame } from '../../frame.tsx'
import { takeFocus } from '../../take-focus.ts'
import { CopyLine } from '../copy-line.tsx'
import type { SentElsewhere } from '../draft.ts'
import { forgetFiles } from '../files.ts'
import { Office } from '../sending/send-failure.tsx'
import { goTo } from '../steps/steps.ts'
import type { DraftDoor } from '../use-draft.ts'

/**
 * The application was submitted from another device, or without receiving the answer. Shows when, and links to its status. `door`
 * is set if this device still has the answers.
 */
export function SentElsewherePage({ sent, door }: { sent: SentElsewhere; door: DraftDoor | null }) {
  const t = useText('apply')
  const language = useLanguage()
  const remove = async () => {
    forgetFiles()
    await door?.forget()
    goTo('start')
  }
  return (
    <PublicFrame title={t('elsewhere.title')}>
      <h1 tabIndex={-1} ref={takeFocus}>
        {t('elsewhere.title')}
      </h1>
      {sent === 'unknown' ? null : (
        <>
          <p>{t('sent.at', { date: momentInWords(sent.sentAt, language) })}</p>
          <CopyLine label={t('sent.reference')} text={sent.reference} />
        </>
      )}
      <p>{t('elsewhere.detail')}</p>
      {door ? <p className="apply-note">{t('elsewhere.kept')}</p> : null}
      <div className="apply-buttons">
        <a className="button button-primary" href={statusPath}>
          {t('already.status')}
        </a>
        {door ? (
          <button type="button" className="button" onClick={remove}>
            {t('later.leave')}
          </button>
        ) : null}
      </div>
      <Office />
    </PublicFrame>
  )
}
