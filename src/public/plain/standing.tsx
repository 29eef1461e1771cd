import { admissionFor, type Standing as State } from '#model/admission/beside.ts'
import { admissionOf, daysLeft, type FrontDoor, type WireAdmission, type WireProgramme } from '#model/admission/front-door.ts'
import type { WireIntake } from '#model/admission/wire.ts'
import { applyPath, programmeParam, statusPath } from '#model/paths.ts'
import { dayInWords, momentInWords } from '#model/values/dates.ts'
import { useLanguage } from '../../i18n.ts'
import { Own } from '../own.tsx'
import { useIntake } from '../university.ts'
import { WebsiteText } from '../website.tsx'
import { useAddress } from './links.ts'
import { useText } from './texts.ts'

interface Parts {
  readonly door: FrontDoor
  /** The programme that the form starts with, if any. */
  readonly programme?: WireProgramme
}

/** The state of the admission session, and its dates as far as they are set. */
interface Admission {
  readonly standing: State
  readonly dates: WireAdmission | null
}

/** Whether applications are open, until when, or from when. Links to the form. */
export function Standing({ door, programme }: Parts) {
  const t = useText('public')
  const to = useAddress()
  const { intake } = useIntake()
  if (!intake) return null
  const admissions = programme ? [admissionOfProgramme(intake, door, programme)] : admissionsOf(intake, door)
  const isOpen = admissions.some(({ standing }) => standing.isOpen)
  return (
    <section className="door-dates sheet" aria-labelledby="standing">
      {admissions.map((admission, index) => (
        <div key={admission.dates?.name ?? index} className="door-admission">
          <AdmissionState
            {...{ admission, door, now: intake.now }}
            id={index === 0 ? 'standing' : undefined}
            isNamed={admissions.length > 1}
          />
        </div>
      ))}
      <div className="door-ways">
        {isOpen ? (
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

const admissionsOf = (intake: WireIntake, { current, beside }: FrontDoor): Admission[] => [
  { standing: intake, dates: current },
  ...beside.flatMap((dates) => {
    const standing = intake.beside.find(({ degree }) => degree === dates.degree)
    return standing ? [{ standing, dates }] : []
  }),
]

/** The admission session of the programme. If none offers it, the state is closed. */
function admissionOfProgramme(intake: WireIntake, door: FrontDoor, { code, cycle }: WireProgramme): Admission {
  if (intake.closedBecause === 'stopped' || intake.specializations.some((one) => one.code === code))
    return { standing: admissionFor(intake, cycle), dates: admissionOf(door, cycle) }
  const standing: State = { isOpen: false, closedBecause: 'closed', session: null, opensAt: null, closesAt: null }
  const isOfDegree = door.next?.degree === null || door.next?.degree === cycle
  return { standing, dates: isOfDegree ? door.next : null }
}

interface StateParts {
  readonly admission: Admission
  readonly door: FrontDoor
  /** The server's time. */
  readonly now: string
  readonly id: string | undefined
  readonly isNamed: boolean
}

function AdmissionState({ admission: { standing, dates }, door, now, id, isNamed }: StateParts) {
  return (
    <>
      {isNamed && dates ? (
        <p className="door-name">
          <Own>{dates.name}</Own>
        </p>
      ) : null}
      {standing.isOpen ? <Open {...{ standing, now, id }} /> : <Shut {...{ standing, id }} current={dates} next={door.next} />}
      {standing.closedBecause === 'stopped' || !dates ? null : <Dates of={dates} />}
    </>
  )
}

interface OpenParts {
  readonly standing: State
  readonly now: string
  readonly id: string | undefined
}

function Open({ standing: { closesAt }, now, id }: OpenParts) {
  const t = useText('admission')
  const language = useLanguage()
  const left = closesAt === null ? null : daysLeft(closesAt, new Date(now))
  return (
    <>
      <h2 id={id} className={left === null ? undefined : 'door-days'}>
        {left === null ? t('open') : left === 0 ? t('lastDay') : <Counted text={t('daysLeft', { count: left })} />}
      </h2>
      {closesAt ? <p>{t('closes', { date: momentInWords(closesAt, language) })}</p> : null}
    </>
  )
}

/** A sentence whose number is emphasised. */
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

interface ShutParts {
  readonly standing: State
  readonly id: string | undefined
  readonly current: WireAdmission | null
  readonly next: WireAdmission | null
}

/** Applications are closed: the reason, and when they open. */
function Shut({ standing: { closedBecause, closesAt }, id, current, next }: ShutParts) {
  const t = useText('admission')
  const general = useText('public')
  const language = useLanguage()
  if (closedBecause === 'stopped')
    return (
      <>
        <h2 id={id}>{general('apply.title')}</h2>
        <p>
          <WebsiteText>{general('apply.detail')}</WebsiteText>
        </p>
      </>
    )
  const opens = next?.opensAt ? momentInWords(next.opensAt, language) : null
  if (opens && current?.opensAt === next?.opensAt)
    return (
      <>
        <h2 id={id}>{t('notYet')}</h2>
        <p>{general('apply.early', { date: opens })}</p>
      </>
    )
  return (
    <>
      <h2 id={id}>{t('over')}</h2>
      {closedBecause === 'late' && closesAt ? <p>{general('apply.late', { date: momentInWords(closesAt, language) })}</p> : null}
      <p>{opens ? t('next', { date: opens }) : t('noNext')}</p>
    </>
  )
}

/** Dates of an admission session, as far as they are set. */
function Dates({ of: { opensAt, closesAt, appealUntil, academicYear } }: { of: WireAdmission }) {
  const t = useText('resources')
  const language = useLanguage()
  const dates = {
    opensAt: opensAt && t('public:moment', { date: momentInWords(opensAt, language) }),
    closesAt: closesAt && t('public:moment', { date: momentInWords(closesAt, language) }),
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
