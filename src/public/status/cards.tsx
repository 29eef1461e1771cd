import type { WirePublicStatus } from '#model/admission/wire.ts'
import { momentInWords } from '#model/dates.ts'
import { useLanguage, useText } from '../../i18n.ts'
import { OwnProgramme } from '../own.tsx'
import { Standing } from '../progress/standing.tsx'
import { Steps } from '../progress/steps.tsx'
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
        <OwnProgramme of="specializations" name={one.specialization} />
      </h2>
      <p>
        <StatusChip status={one.status} />
      </p>
      <Standing reference={one.reference} progress={one.progress} isSavable={onOpen !== undefined} />
      <Steps progress={one.progress} />
      <dl className="status-facts">
        <dt>{t('reference')}</dt>
        <dd>{one.reference}</dd>
        <dt>{t('submittedAt')}</dt>
        <dd>{momentInWords(one.submittedAt, language)}</dd>
        <dt>{t('updatedAt')}</dt>
        <dd>{momentInWords(one.updatedAt, language)}</dd>
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
