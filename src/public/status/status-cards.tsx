import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { formatLongInstant } from '@matricola/schema/values/dates.ts'
import { useId } from 'react'
import type { WirePublicStatus } from '#resources/admission/wire.ts'
import { StateChip } from '../../application-state/state-chip.tsx'
import { Milestones } from '../progress/milestones.tsx'
import { StatePanel } from '../progress/state-panel.tsx'
import { TranslatedNameText } from '../university-language.tsx'

const newestFirst = (one: WirePublicStatus, other: WirePublicStatus) =>
  other.submittedAt.localeCompare(one.submittedAt)

/** Applications found by CNP alone. `onOpen` opens the full application. */
export function StatusCards({
  list,
  onOpen,
}: {
  list: readonly WirePublicStatus[]
  onOpen?: (reference: string) => void
}) {
  return [...list]
    .sort(newestFirst)
    .map((application, index) => (
      <StatusCard key={application.reference ?? index} application={application} onOpen={onOpen} />
    ))
}

function StatusCard({
  application,
  onOpen,
}: {
  application: WirePublicStatus
  onOpen?: ((reference: string) => void) | undefined
}) {
  const t = useText('status')
  const language = useLanguage()
  const title = useId()
  return (
    <article className="status-card panel" aria-labelledby={title}>
      <h2 id={title}>
        <TranslatedNameText of={{ name: application.specialization, names: application.names }} />
      </h2>
      <p>
        <StateChip state={application.state} />
      </p>
      <StatePanel reference={onOpen ? application.reference : null} state={application.state} />
      <Milestones state={application.state} />
      <dl className="status-facts">
        <dt>{t('reference')}</dt>
        <dd>{application.reference ?? t('referenceSent')}</dd>
        <dt>{t('submittedAt')}</dt>
        <dd>
          {t('public:moment', { date: formatLongInstant(application.submittedAt, language) })}
        </dd>
        <dt>{t('updatedAt')}</dt>
        <dd>{t('public:moment', { date: formatLongInstant(application.updatedAt, language) })}</dd>
      </dl>
      {onOpen ? (
        <button
          type="button"
          className={application.actionNeeded ? 'button button-primary' : 'button'}
          aria-describedby={title}
          onClick={() => onOpen(application.reference ?? '')}
        >
          {t(application.actionNeeded ? 'makeChanges' : 'seeDetails')}
        </button>
      ) : null}
    </article>
  )
}
