import type { FrontDoor as Door, WireDepartment, WireProgramme } from '#model/admission/front-door.ts'
import { Own } from '../own.tsx'
import { OfficeContact } from './contact.tsx'
import { degrees, useDegreeName } from './degree.tsx'
import { Guidance } from './guidance.tsx'
import { ProgrammeList } from './programme-list.tsx'
import { Standing } from './standing.tsx'
import { useText } from './texts.ts'

/** `/admission`: deadlines, programmes, preparations, next steps and contacts. */
export function FrontDoor({ door }: { door: Door }) {
  const t = useText('admission')
  const general = useText('public')
  const resources = useText('resources')
  const programmes = resources('specializations.count', { count: door.programmes.length })
  const offered = degrees.filter((cycle) => door.programmes.some((one) => one.cycle === cycle))
  return (
    <div className="door">
      <div className="door-head">
        <div>
          <h1>{door.current ? <Own>{door.current.name}</Own> : general('admission.title')}</h1>
          {offered.length > 0 ? <p className="door-lead">{t('about', { programmes })}</p> : <p className="door-lead">{t('nothing')}</p>}
        </div>
        <Standing door={door} />
        <Jumps door={door} offered={offered} />
      </div>
      {offered.map((cycle) => (
        <DegreeSection key={cycle} cycle={cycle} door={door} />
      ))}
      <Guidance cycles={offered.length > 0 ? offered : degrees} />
      <OfficeContact />
    </div>
  )
}

/** Links to the sections of a long page. */
function Jumps({ door, offered }: { door: Door; offered: readonly string[] }) {
  const t = useText('admission')
  const general = useText('public')
  const form = useText('apply')
  const nameOf = useDegreeName()
  const countOf = (cycle: string) => door.programmes.filter((one) => one.cycle === cycle).length
  const parts = [
    ...offered.map((cycle) => ({ id: cycle, name: `${nameOf(cycle)} (${countOf(cycle)})` })),
    { id: 'needed', name: general('apply.start.needed') },
    { id: 'next', name: form('sent.nextTitle') },
    { id: 'office', name: t('office') },
  ]
  return (
    <nav className="door-jumps" aria-label={t('onThisPage')}>
      {parts.map(({ id, name }) => (
        <a key={id} href={`#${id}`}>
          {name}
        </a>
      ))}
    </nav>
  )
}

function DegreeSection({ cycle, door }: { cycle: string; door: Door }) {
  const nameOf = useDegreeName()
  const programmes = door.programmes.filter((one) => one.cycle === cycle)
  return (
    <section aria-labelledby={cycle}>
      <h2 id={cycle}>{nameOf(cycle)}</h2>
      {door.departments.map((department) => (
        <Department key={department.id} department={department} programmes={programmes} />
      ))}
    </section>
  )
}

function Department({ department, programmes }: { department: WireDepartment; programmes: readonly WireProgramme[] }) {
  const taught = programmes.filter(({ departmentProfileId }) => departmentProfileId === department.id)
  if (taught.length === 0) return null
  return (
    <div className="door-department">
      <h3>
        <Own isTranslated={department.isNameTranslated}>{department.name}</Own>
      </h3>
      <ProgrammeList programmes={taught} />
    </div>
  )
}
