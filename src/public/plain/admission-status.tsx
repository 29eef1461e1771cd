import { useLanguage } from '@matricola/console/i18n.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { formatLongInstant } from '@matricola/schema/values/dates.ts'
import {
  type AdmissionOverview,
  admissionOfProgramme,
  daysLeft,
  type WireAdmission,
  type WireProgramme,
} from '#resources/admission/admission-overview.ts'
import {
  type AdmissionPeriod,
  admissionForDegree,
} from '#resources/admission/concurrent-admissions.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import {
  applyPath,
  calendarPath,
  programmeCalendarPath,
  programmeParam,
  sessionParam,
  statusPath,
} from '#resources/paths.ts'
import { AdmissionDateList } from '../admission-date-list.tsx'
import { usePublicConfig } from '../public-config.ts'
import { TranslatedNameText } from '../university-language.tsx'
import { WebsiteText } from '../website-text.tsx'
import { useLinkPath } from './use-link-path.ts'
import { usePlainText } from './use-plain-text.ts'

interface AdmissionStatusProps {
  readonly overview: AdmissionOverview
  /** The programme that the form starts with, if any. */
  readonly programme?: WireProgramme
}

type State = Pick<AdmissionPeriod, 'isOpen' | 'closedReason' | 'closesAt'>

const closedState: State = { isOpen: false, closedReason: 'closed', closesAt: null }

/** The state of the admission session, and those of its dates that are set. */
interface AdmissionWithDates {
  readonly state: State
  readonly dates: WireAdmission | null
}

/** Says whether applications are open, and when they close or open. Links to the form. */
export function AdmissionStatus({ overview, programme }: AdmissionStatusProps) {
  const t = usePlainText('public')
  const linkPath = useLinkPath()
  const { publicConfig } = usePublicConfig()
  if (!publicConfig) return null
  const admissions = programme
    ? [admissionWithDates(publicConfig, overview, programme)]
    : admissionsOf(publicConfig, overview)
  const isOpen = admissions.some(({ state }) => state.isOpen)
  return (
    <section className="admission-dates panel" aria-labelledby="standing">
      {admissions.map((admission, index) => (
        <div key={admission.dates?.name ?? index} className="admission-status">
          <AdmissionState
            {...{ admission, overview, programme, now: publicConfig.now }}
            id={index === 0 ? 'standing' : undefined}
            isNamed={admissions.length > 1}
          />
        </div>
      ))}
      <div className="admission-actions">
        {isOpen ? (
          <a
            className="button button-primary"
            href={linkPath(applyPath, programme && { [programmeParam]: programme.code })}
          >
            {t('apply.start.begin')}
          </a>
        ) : null}
        <a className="button" href={linkPath(statusPath)}>
          {t('apply.status')}
        </a>
      </div>
    </section>
  )
}

const admissionsOf = (
  publicConfig: WireIntake,
  { current, concurrent }: AdmissionOverview,
): AdmissionWithDates[] => [
  { state: publicConfig, dates: current },
  ...concurrent.flatMap((dates) => {
    const state = publicConfig.concurrentAdmissions.find(({ degree }) => degree === dates.degree)
    return state ? [{ state, dates }] : []
  }),
]

/** The admission session of the programme. If none offers it, the state is closed. */
function admissionWithDates(
  publicConfig: WireIntake,
  overview: AdmissionOverview,
  programme: WireProgramme,
): AdmissionWithDates {
  const isOffered =
    publicConfig.closedReason === 'stopped' ||
    publicConfig.specializations.some(({ code }) => code === programme.code)
  return {
    state: isOffered ? admissionForDegree(publicConfig, programme.cycle) : closedState,
    dates: admissionOfProgramme(publicConfig, overview, programme),
  }
}

interface AdmissionStateProps {
  readonly admission: AdmissionWithDates
  readonly overview: AdmissionOverview
  readonly programme: WireProgramme | undefined
  /** The server's time. */
  readonly now: string
  readonly id: string | undefined
  readonly isNamed: boolean
}

function AdmissionState({
  admission: { state, dates },
  overview,
  programme,
  now,
  id,
  isNamed,
}: AdmissionStateProps) {
  const tApply = usePlainText('apply')
  const tResources = usePlainText('resources')
  // Calendar programs send no language.
  const language = useLanguage()
  const linkPath = useLinkPath()
  return (
    <>
      {isNamed && dates ? (
        <p className="admission-name">
          <TranslatedNameText of={dates} />
        </p>
      ) : null}
      {state.isOpen ? (
        <OpenAdmission {...{ state, now, id }} />
      ) : (
        <ClosedAdmission {...{ state, id }} current={dates} next={overview.next} />
      )}
      {state.closedReason === 'stopped' || !dates ? null : (
        <>
          <AdmissionDateList {...{ dates, programme, now }} />
          <p>
            <a
              className="button"
              href={
                programme
                  ? linkPath(programmeCalendarPath(programme.code), { lng: language })
                  : linkPath(calendarPath, { [sessionParam]: dates.id, lng: language })
              }
            >
              <Icon name="clock" />
              {tApply('calendar.subscribe')}
            </a>
          </p>
          <p className="admission-year">
            {tResources('admission-sessions.fields.academicYear')} {dates.academicYear}
          </p>
        </>
      )}
    </>
  )
}

interface OpenAdmissionProps {
  readonly state: State
  readonly now: string
  readonly id: string | undefined
}

function OpenAdmission({ state: { closesAt }, now, id }: OpenAdmissionProps) {
  const t = usePlainText('admission')
  const language = useLanguage()
  const daysUntilClose = closesAt === null ? null : daysLeft(closesAt, new Date(now))
  return (
    <>
      <h2 id={id} className={daysUntilClose === null ? undefined : 'admission-days'}>
        {daysUntilClose === null ? (
          t('open')
        ) : daysUntilClose === 0 ? (
          t('lastDay')
        ) : (
          <EmphasisedNumber text={t('daysLeft', { count: daysUntilClose })} />
        )}
      </h2>
      {closesAt ? <p>{t('closes', { date: formatLongInstant(closesAt, language) })}</p> : null}
    </>
  )
}

/** A sentence whose number is emphasised. */
function EmphasisedNumber({ text }: { text: string }) {
  const [beforeNumber, number, afterNumber] = text.split(/(\d+)/)
  return (
    <>
      {beforeNumber}
      <strong>{number}</strong>
      {afterNumber}
    </>
  )
}

interface ClosedAdmissionProps {
  readonly state: State
  readonly id: string | undefined
  readonly current: WireAdmission | null
  readonly next: WireAdmission | null
}

/** Applications are closed: the reason, and when they open. */
function ClosedAdmission({
  state: { closedReason, closesAt },
  id,
  current,
  next,
}: ClosedAdmissionProps) {
  const t = usePlainText('admission')
  const tPublic = usePlainText('public')
  const language = useLanguage()
  if (closedReason === 'stopped')
    return (
      <>
        <h2 id={id}>{tPublic('apply.title')}</h2>
        <p>
          <WebsiteText>{tPublic('apply.detail')}</WebsiteText>
        </p>
      </>
    )
  const opens = next?.opensAt ? formatLongInstant(next.opensAt, language) : null
  if (opens && current?.opensAt === next?.opensAt)
    return (
      <>
        <h2 id={id}>{t('notYet')}</h2>
        <p>{tPublic('apply.early', { date: opens })}</p>
      </>
    )
  return (
    <>
      <h2 id={id}>{t('over')}</h2>
      {closedReason === 'late' && closesAt ? (
        <p>{tPublic('apply.late', { date: formatLongInstant(closesAt, language) })}</p>
      ) : null}
      <p>{opens ? t('next', { date: opens }) : t('noNext')}</p>
    </>
  )
}
