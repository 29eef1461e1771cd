import type { AdmissionOverview as Door } from '#resources/admission/admission-overview.ts'
import type { ProgrammeFilter } from '#resources/admission/programme-filter.ts'
import { openProgrammeCount } from '#resources/admission/programme-state.ts'
import { usePublicConfig } from '../public-config.ts'
import { TranslatedNameText } from '../university-language.tsx'
import { AdmissionStatus } from './admission-status.tsx'
import { OfficeContact } from './contact.tsx'
import { degrees } from './degree-stamp.tsx'
import { Guidance } from './guidance.tsx'
import { ProgrammeSearch } from './programme-search.tsx'
import { usePlainText } from './use-plain-text.ts'

/** `/admission`: deadlines, programmes, preparations, next steps and contacts. */
export function AdmissionPage({
  overview,
  filter,
}: {
  readonly overview: Door
  readonly filter: ProgrammeFilter
}) {
  const t = usePlainText('admission')
  const tPublic = usePlainText('public')
  const resources = usePlainText('resources')
  const { publicConfig } = usePublicConfig()
  const openCount = publicConfig ? openProgrammeCount(publicConfig) : 0
  const programmes = resources('specializations.count', { count: openCount })
  const offered = degrees.filter((cycle) =>
    overview.programmes.some((programme) => programme.cycle === cycle),
  )
  return (
    <div className="admission">
      <div className="admission-head">
        <div>
          <h1>
            {overview.current ? (
              <TranslatedNameText of={overview.current} />
            ) : (
              tPublic('admission.title')
            )}
          </h1>
          {openCount > 0 ? (
            <p className="admission-lead">{t('about', { programmes })}</p>
          ) : (
            <p className="admission-lead">{t('nothing')}</p>
          )}
        </div>
        <AdmissionStatus overview={overview} />
        <JumpLinks overview={overview} />
      </div>
      <ProgrammeSearch overview={overview} filter={filter} />
      <Guidance cycles={offered.length > 0 ? offered : degrees} />
      <OfficeContact />
    </div>
  )
}

/** Links to the sections of a long page. */
function JumpLinks({ overview }: { overview: Door }) {
  const t = usePlainText('admission')
  const tPublic = usePlainText('public')
  const form = usePlainText('apply')
  const resources = usePlainText('resources')
  const count = overview.programmes.length
  const parts = [
    ...(count > 0
      ? [{ id: 'programmes', name: `${resources('specializations.many')} (${count})` }]
      : []),
    { id: 'needed', name: tPublic('apply.start.needed') },
    { id: 'next', name: form('sent.nextTitle') },
    { id: 'office', name: t('office') },
  ]
  return (
    <nav className="admission-jump-links" aria-label={t('onThisPage')}>
      {parts.map(({ id, name }) => (
        <a key={id} href={`#${id}`}>
          {name}
        </a>
      ))}
    </nav>
  )
}
