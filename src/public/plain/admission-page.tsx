import type {
  AdmissionOverview as Door,
  WireDepartment,
  WireProgramme,
} from '#resources/admission/admission-overview.ts'
import { InUniversityLanguage, TranslatedNameText } from '../university-language.tsx'
import { AdmissionStatus } from './admission-status.tsx'
import { OfficeContact } from './contact.tsx'
import { degrees, useDegreeName } from './degree-stamp.tsx'
import { Guidance } from './guidance.tsx'
import { ProgrammeList } from './programme-list.tsx'
import { usePlainText } from './use-plain-text.ts'

/** `/admission`: deadlines, programmes, preparations, next steps and contacts. */
export function AdmissionPage({ overview }: { overview: Door }) {
  const t = usePlainText('admission')
  const tPublic = usePlainText('public')
  const resources = usePlainText('resources')
  const programmes = resources('specializations.count', { count: overview.programmes.length })
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
          {offered.length > 0 ? (
            <p className="admission-lead">{t('about', { programmes })}</p>
          ) : (
            <p className="admission-lead">{t('nothing')}</p>
          )}
        </div>
        <AdmissionStatus overview={overview} />
        <JumpLinks overview={overview} offered={offered} />
      </div>
      {offered.map((cycle) => (
        <DegreeSection key={cycle} cycle={cycle} overview={overview} />
      ))}
      <Guidance cycles={offered.length > 0 ? offered : degrees} />
      <OfficeContact />
    </div>
  )
}

/** Links to the sections of a long page. */
function JumpLinks({ overview, offered }: { overview: Door; offered: readonly string[] }) {
  const t = usePlainText('admission')
  const tPublic = usePlainText('public')
  const form = usePlainText('apply')
  const nameOf = useDegreeName()
  const countOf = (cycle: string) =>
    overview.programmes.filter((programme) => programme.cycle === cycle).length
  const parts = [
    ...offered.map((cycle) => ({ id: cycle, name: `${nameOf(cycle)} (${countOf(cycle)})` })),
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

function DegreeSection({ cycle, overview }: { cycle: string; overview: Door }) {
  const nameOf = useDegreeName()
  const programmes = overview.programmes.filter((programme) => programme.cycle === cycle)
  return (
    <section aria-labelledby={cycle}>
      <h2 id={cycle}>{nameOf(cycle)}</h2>
      {overview.departments.map((department) => (
        <DepartmentProgrammes key={department.id} department={department} programmes={programmes} />
      ))}
    </section>
  )
}

function DepartmentProgrammes({
  department,
  programmes,
}: {
  department: WireDepartment
  programmes: readonly WireProgramme[]
}) {
  const departmentProgrammes = programmes.filter(
    ({ departmentProfileId }) => departmentProfileId === department.id,
  )
  if (departmentProgrammes.length === 0) return null
  return (
    <div className="admission-department">
      <h3>
        <InUniversityLanguage isTranslated={department.isNameTranslated}>
          {department.name}
        </InUniversityLanguage>
      </h3>
      <ProgrammeList programmes={departmentProgrammes} />
    </div>
  )
}
