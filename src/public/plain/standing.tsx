import type { FrontDoor, WireProgramme } from '#model/admission/front-door.ts'
import type { WireIntake } from '#model/admission/wire.ts'
import { dayInWords, momentInWords } from '#model/dates.ts'
import { applyPath, programmeParam, statusPath } from '#model/paths.ts'
import { useLanguage } from '../../i18n.ts'
import { useIntake } from '../university.ts'
import { WebsiteText } from '../website.tsx'
import { useAddress } from './links.ts'
import { useText } from './texts.ts'

interface Parts {
  readonly door: FrontDoor
  readonly daysLeft: number | null
  /** The one that its form begins with; absent: none. */
  readonly programme?: WireProgramme
}

/** Says whether one can apply now, for how long, and when else; with the way to the form. */
export function Standing({ door, daysLeft, programme }: Parts) {
  const t = useText('public')
  const to = useAddress()
  const { intake } = useIntake()
  if (!intake) return null
  return (
    <section className="door-dates sheet" aria-labelledby="standing">
      {intake.isOpen ? <Open intake={intake} daysLeft={daysLeft} /> : <Shut intake={intake} door={door} />}
      {intake.closedBecause === 'stopped' ? null : <Dates door={door} />}
      <div className="door-ways">
        {intake.isOpen ? (
          <a className="button button-primary" href={to(applyPath, programme && { [programmeParam]: programme.code })}>
            {t('apply.start.begin')}
          </a>
        ) : null}
        <a className="button" href={to(statusPath)}>
          {t('apply.status')}
        </a>
      </div>
    </section>
  )
}

function Open({ intake: { closesAt }, daysLeft }: { intake: WireIntake; daysLeft: number | null }) {
  const t = useText('admission')
  const language = useLanguage()
  return (
    <>
      <h2 id="standing" className={daysLeft === null ? undefined : 'door-days'}>
        {daysLeft === null ? t('open') : daysLeft === 0 ? t('lastDay') : <Counted text={t('daysLeft', { count: daysLeft })} />}
      </h2>
      {closesAt ? <p>{t('closes', { date: momentInWords(closesAt, language) })}</p> : null}
    </>
  )
}

/** A sentence with a number, which is written large. */
function Counted({ text }: { text: string }) {
  const [before, number, after] = text.split(/(\d+)/)
  return (
    <>
      {before}
      <strong>{number}</strong>
      {after}
    </>
  )
}

/** Nobody can apply: why, and from when on. */
function Shut({ intake: { closedBecause, closesAt }, door: { current, next } }: { intake: WireIntake; door: FrontDoor }) {
  const t = useText('admission')
  const general = useText('public')
  const language = useLanguage()
  if (closedBecause === 'stopped')
    return (
      <>
        <h2 id="standing">{general('apply.title')}</h2>
        <p>
          <WebsiteText>{general('apply.detail')}</WebsiteText>
        </p>
      </>
    )
  const opens = next?.opensAt ? momentInWords(next.opensAt, language) : null
  if (opens && current?.opensAt === next?.opensAt)
    return (
      <>
        <h2 id="standing">{t('notYet')}</h2>
        <p>{general('apply.early', { date: opens })}</p>
      </>
    )
  return (
    <>
      <h2 id="standing">{t('over')}</h2>
      {closedBecause === 'late' && closesAt ? <p>{general('apply.late', { date: momentInWords(closesAt, language) })}</p> : null}
      <p>{opens ? t('next', { date: opens }) : t('noNext')}</p>
    </>
  )
}

/** The days of the admission under way, as far as they are set. */
function Dates({ door: { current } }: { door: FrontDoor }) {
  const t = useText('resources')
  const language = useLanguage()
  if (!current) return null
  const { opensAt, closesAt, appealUntil, academicYear } = current
  const dates = {
    opensAt: opensAt && momentInWords(opensAt, language),
    closesAt: closesAt && momentInWords(closesAt, language),
    appealUntil: appealUntil && dayInWords(appealUntil, language),
    academicYear,
  }
  return (
    <dl className="facts">
      {Object.entries(dates).map(([field, value]) =>
        value ? (
          <div key={field}>
            <dt>{t(`admission-sessions.fields.${field}`)}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}
