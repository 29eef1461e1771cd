import { useLanguage } from '@matricola/console/i18n.ts'
import { StateBadge } from '@matricola/console/theme/state-badge.tsx'
import { formatLongDay, today } from '@matricola/schema/values/dates.ts'
import type { WireDepartment, WireProgramme } from '#resources/admission/admission-overview.ts'
import type { ListedProgramme } from '#resources/admission/programme-filter.ts'
import type { ProgrammeState } from '#resources/admission/programme-state.ts'
import { programmePath } from '#resources/paths.ts'
import { InUniversityLanguage } from '../university-language.tsx'
import { DegreeStamp } from './degree-stamp.tsx'
import { useProgrammeFacts } from './programme-facts.ts'
import { useLinkPath } from './use-link-path.ts'
import { usePlainText } from './use-plain-text.ts'

const dayText = (instant: string, language: string) =>
  formatLongDay(today(new Date(instant)), language)

interface ProgrammeListProps {
  readonly programmes: readonly ListedProgramme[]
  /** The departments to name on the cards; empty if they are known. */
  readonly departments?: readonly WireDepartment[]
}

/** Programmes as cards that link to their pages. */
export function ProgrammeList({ programmes, departments = [] }: ProgrammeListProps) {
  return (
    <ul className="bare-list programmes">
      {programmes.map(({ programme, state }) => (
        <Card
          key={programme.code}
          {...{ programme, state }}
          department={departments.find(({ id }) => id === programme.departmentProfileId)}
        />
      ))}
    </ul>
  )
}

interface CardProps extends ListedProgramme {
  readonly department: WireDepartment | undefined
}

function Card({ programme, state, department }: CardProps) {
  const linkPath = useLinkPath()
  const { duration, credits, language } = useProgrammeFacts(programme)
  return (
    <li className={`programme panel${state.name === 'closed' ? ' programme-closed' : ''}`}>
      <a href={linkPath(programmePath(programme.code))}>
        <InUniversityLanguage isTranslated={programme.isNameTranslated}>
          {programme.name}
        </InUniversityLanguage>
      </a>
      <p className="programme-degree">
        <DegreeStamp cycle={programme.cycle} />
        <ProgrammeStateBadge state={state} />
      </p>
      <p>{[duration, credits, language].join(' · ')}</p>
      {department ? (
        <p>
          <InUniversityLanguage isTranslated={department.isNameTranslated}>
            {department.name}
          </InUniversityLanguage>
        </p>
      ) : null}
      {state.name === 'closed' ? <ClosedNote state={state} /> : <Places programme={programme} />}
    </li>
  )
}

function Places({ programme }: { programme: WireProgramme }) {
  const { budgetPlaces, feePlaces, fee } = useProgrammeFacts(programme)
  const facts = [budgetPlaces, feePlaces, fee].filter(Boolean)
  if (facts.length === 0) return null
  return (
    <p className="programme-money">
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
  )
}

export function ProgrammeStateBadge({ state }: { state: ProgrammeState }) {
  const t = usePlainText('admission')
  const language = useLanguage()
  if (state.name === 'open')
    return (
      <StateBadge color="green" icon="check">
        {t('states.open')}
      </StateBadge>
    )
  if (state.name === 'opens')
    return (
      <StateBadge color="blue" icon="clock">
        {t('states.opens', { date: dayText(state.at, language) })}
      </StateBadge>
    )
  return <StateBadge icon="minus">{t('states.closed')}</StateBadge>
}

/** When applications closed, and when they open again. */
function ClosedNote({
  state: { closedAt, opensAt },
}: {
  state: ProgrammeState & { name: 'closed' }
}) {
  const t = usePlainText('admission')
  const language = useLanguage()
  const sentences = [
    closedAt && t('states.closedOn', { date: dayText(closedAt, language) }),
    opensAt && t('states.opensAgain', { date: dayText(opensAt, language) }),
  ].filter(Boolean)
  return sentences.length > 0 ? <p className="programme-note">{sentences.join(' ')}</p> : null
}
