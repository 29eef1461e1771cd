import { useState } from 'react'
import type { WirePublicStatus } from '#model/admission/wire.ts'
import { applyPath } from '#model/paths.ts'
import { useLanguage, useText } from '../../i18n.ts'
import { Icon } from '../../icons/icon.tsx'
import { romanianTime } from '../apply/times.ts'
import { PublicFrame } from '../frame.tsx'
import { Own } from '../own.tsx'
import { useIntake } from '../university.ts'
import { StatusChip } from './chip.tsx'
import { search } from './search.tsx'
import { Title } from './title.tsx'
import type { Found, Views } from './views.ts'

/** What a CNP alone tells: programme, status and dates of each application, never a name. */
export function Result({ views, found }: { views: Views; found: Found }) {
  const t = useText('status')
  const general = useText('public')
  const { intake } = useIntake()
  const openCode = (reference: string) => views.show({ name: 'code', reference })
  const isOpenToAll = intake?.publicStatus !== 'code'
  const isEmpty = found.failure === null && found.list.length === 0
  return (
    <PublicFrame title={general('status.title')} hasErrors={found.failure !== null}>
      <Title>{general('status.title')}</Title>
      {found.failure === null ? null : <Failure views={views} found={found} message={found.failure} />}
      {isEmpty ? (
        <p>{isOpenToAll ? t('none', { id: found.cnp }) : t('codeOnly')}</p>
      ) : (
        [...found.list].sort(newestFirst).map((one) => <Card key={one.reference} one={one} onOpen={() => openCode(one.reference)} />)
      )}
      <div className="status-buttons">
        <button type="button" className={isEmpty ? 'button button-primary' : 'button'} onClick={() => views.reset()}>
          {t('searchAgain')}
        </button>
        {found.list.length === 0 ? (
          <button type="button" className="button" onClick={() => openCode('')}>
            {t('openWithCode')}
          </button>
        ) : null}
        {isEmpty && intake?.isOpen ? (
          <a className="button" href={applyPath}>
            {t('start')}
          </a>
        ) : null}
      </div>
    </PublicFrame>
  )
}

/** Nothing is known of the person's applications: the same number is asked for again, and nobody is led to apply twice. */
function Failure({ views, found, message }: { views: Views; found: Found; message: string }) {
  const t = useText('public')
  const [isBusy, setBusy] = useState(false)
  const again = async () => {
    if (isBusy) return
    setBusy(true)
    views.replace({ name: 'result', found: await search(found.cnp) })
    setBusy(false)
  }
  return (
    <>
      <p className="message message-error" role="alert">
        <Icon name="error" />
        {message}
      </p>
      <p>
        <button type="button" className="button button-primary" aria-disabled={isBusy} onClick={again}>
          {t(isBusy ? 'status.searching' : 'apply.retry')}
        </button>
      </p>
    </>
  )
}

const newestFirst = (one: WirePublicStatus, other: WirePublicStatus) => other.submittedAt.localeCompare(one.submittedAt)

function Card({ one, onOpen }: { one: WirePublicStatus; onOpen: () => void }) {
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
      <button
        type="button"
        className={one.actionNeeded ? 'button button-primary' : 'button'}
        aria-describedby={`title-${one.reference}`}
        onClick={onOpen}
      >
        {t(one.actionNeeded ? 'makeChanges' : 'seeDetails')}
      </button>
    </article>
  )
}
