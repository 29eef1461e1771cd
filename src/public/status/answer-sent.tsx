import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { PublicFrame } from '@matricola/console/public/public-frame.tsx'
import { formatLongInstant } from '@matricola/schema/values/dates.ts'
import type { WireApplication } from '#resources/admission/wire.ts'
import { Milestones } from '../progress/milestones.tsx'
import { StatePanel } from '../progress/state-panel.tsx'
import { AnsweredChanges } from './answered-changes.tsx'
import { clearOwnDocuments } from './own-document-cache.tsx'
import type { StatusNavigation } from './status-navigation.ts'
import { ViewTitle } from './view-title.tsx'

/** Confirms that the answer was received. Shows its time, its content and the next steps. */
export function AnswerSent({
  views,
  application,
}: {
  views: StatusNavigation
  application: WireApplication
}) {
  const t = useText('status')
  const language = useLanguage()
  const { reference, state, answered, updatedAt } = application
  const leave = () => {
    clearOwnDocuments()
    views.reset()
  }
  return (
    <PublicFrame title={t('sent.title')}>
      <ViewTitle>{t('sent.title')}</ViewTitle>
      <p className="message message-success">
        <Icon name="success" />
        {t('sent.when', {
          date: formatLongInstant(answered?.at ?? updatedAt, language),
          reference,
        })}
      </p>
      <StatePanel reference={reference} state={state} />
      <Milestones state={state} />
      <AnsweredChanges application={application} />
      <p>{t('sent.next')}</p>
      <button type="button" className="button" onClick={leave}>
        {t('sent.search')}
      </button>
    </PublicFrame>
  )
}
