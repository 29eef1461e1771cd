import { useId } from 'react'
import type { WirePublicStatus } from '#model/admission/wire.ts'
import { formatLongInstant } from '#model/values/dates.ts'
import { useLanguage, useText } from '../../i18n.ts'
import { NextStepPanel } from '../progress/next-step-panel.tsx'
import { ProgressSteps } from '../progress/progress-steps.tsx'
import { TranslatedNameText } from '../university-language.tsx'
import { StatusChip } from './status-chip.tsx'

const newestFirst = (one: WirePublicStatus, other: WirePublicStatus) => other.submittedAt.localeCompare(one.submittedAt)

/** Applications found by CNP only. `onOpen` leads to the full application. */
export function StatusCards({ list, onOpen }: { list: readonly WirePublicStatus[]; onOpen?: (reference: string) => void }) {
  return [...list].sort(newestFirst).map((one, index) => <StatusCard key={one.reference ?? index} one={one} onOpen={onOpen} />)
}

function StatusCard({ one, onOpen }: { one: WirePublicStatus; onOpen?: ((reference: string) => void) | undefined }) {
  const t = useText('status')
  const language = useLanguage()
  const title = useId()
  return (
    <article className="status-card sheet" aria-labelledby={title}>
      <h2 id={title}>
        <TranslatedNameText of={{ name: one.specialization, names: one.names }} />
      </h2>
      <p>
        <StatusChip status={one.status} progress={one.progress} />
      </p>
      <NextStepPanel reference={onOpen ? one.reference : null} progress={one.progress} />
      <ProgressSteps progress={one.progress} />
      <dl className="status-facts">
        <dt>{t('reference')}</dt>
        <dd>{one.reference ?? t('referenceSent')}</dd>
        <dt>{t('submittedAt')}</dt>
        <dd>{t('public:moment', { date: formatLongInstant(one.submittedAt, language) })}</dd>
        <dt>{t('updatedAt')}</dt>
        <dd>{t('public:moment', { date: formatLongInstant(one.updatedAt, language) })}</dd>
      </dl>
      {onOpen ? (
        <button
          type="button"
          className={one.actionNeeded ? 'button button-primary' : 'button'}
          aria-describedby={title}
          onClick={() => onOpen(one.reference ?? '')}
        >
          {t(one.actionNeeded ? 'makeChanges' : 'seeDetails')}
        </button>
      ) : null}
    </article>
  )
}
