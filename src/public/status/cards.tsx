import type { WirePublicStatus } from '#model/admission/wire.ts'
import { useLanguage, useText } from '../../i18n.ts'
import { romanianTime } from '../apply/times.ts'
import { Own } from '../own.tsx'
import { StatusChip } from './chip.tsx'

const newestFirst = (one: WirePublicStatus, other: WirePublicStatus) => other.submittedAt.localeCompare(one.submittedAt)

/** Applications as a CNP alone tells of them; `onOpen` leads to all of one. */
export function StatusCards({ list, onOpen }: { list: readonly WirePublicStatus[]; onOpen?: (reference: string) => void }) {
  return [...list].sort(newestFirst).map((one) => <Card key={one.reference} one={one} onOpen={onOpen} />)
}

function Card({ one, onOpen }: { one: WirePublicStatus; onOpen?: ((reference: string) => void) | undefined }) {
  const t = useText('status')
  const language = useLanguage()
  return (
    <article className="status-card sheet" aria-labelledby={`title-${one.reference}`}>
      <h2 id={`title-${one.reference}`}>
        <Own>{one.specialization}</Own>
      </h2>
      <p>
        <StatusChip status={one.status} />
      </p>
      <p>
        {one.status === 'update_requested' && one.dueAt
          ? t('sentences.update_requested_by', { date: romanianTime(one.dueAt, language) })
          : t(`sentences.${one.status}`, { date: romanianTime(one.updatedAt, language) })}
      </p>
      <dl className="status-facts">
        <dt>{t('reference')}</dt>
        <dd>{one.reference}</dd>
        <dt>{t('submittedAt')}</dt>
        <dd>{romanianTime(one.submittedAt, language)}</dd>
        <dt>{t('updatedAt')}</dt>
        <dd>{romanianTime(one.updatedAt, language)}</dd>
      </dl>
      {onOpen ? (
        <button
          type="button"
          className={one.actionNeeded ? 'button button-primary' : 'button'}
          aria-describedby={`title-${one.reference}`}
          onClick={() => onOpen(one.reference)}
        >
          {t(one.actionNeeded ? 'makeChanges' : 'seeDetails')}
        </button>
      ) : null}
    </article>
  )
}
