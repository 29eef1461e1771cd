import type { FrontDoor, WireProgramme } from '#model/admission/front-door.ts'
import { admissionPath, resultsPath } from '#model/paths.ts'
import { Icon } from '../../icons/icon.tsx'
import { Own } from '../own.tsx'
import { DepartmentContact, OfficeContact } from './contact.tsx'
import { Degree } from './degree.tsx'
import { Guidance } from './guidance.tsx'
import { useAddress } from './links.ts'
import { Merit, useMerit, useMoreAsked } from './merit.tsx'
import { useProgrammeFacts } from './programme-facts.ts'
import { ProgrammeList } from './programme-list.tsx'
import { Standing } from './standing.tsx'
import { useText } from './texts.ts'

interface Parts {
  readonly door: FrontDoor
  readonly programme: WireProgramme
}

/** `/admission/<code>`: everything about one programme, for visitors who come directly to it. */
export function ProgrammePage({ door, programme }: Parts) {
  const t = useText('admission')
  const to = useAddress()
  const merit = useMerit(programme.code)
  const more = useMoreAsked(merit)
  const department = door.departments.find(({ id }) => id === programme.departmentProfileId)
  const others = door.programmes.filter((one) => one.departmentProfileId === programme.departmentProfileId && one.code !== programme.code)
  return (
    <div className="door">
      <a className="public-back" href={to(admissionPath)}>
        <Icon name="arrow-left" />
        {t('all')}
      </a>
      <div className="door-head">
        <div>
          <h1>
            <Own isTranslated={programme.isNameTranslated}>{programme.name}</Own>
          </h1>
          <p>
            <Degree cycle={programme.cycle} />
          </p>
          {programme.description ? (
            <p className="door-lead door-lines">
              <Own isTranslated={programme.isDescriptionTranslated}>{programme.description}</Own>
            </p>
          ) : null}
          <Facts programme={programme} />
          {door.results.includes(programme.code) ? (
            <p>
              <a className="button" href={to(resultsPath(programme.code))}>
                {t('results.link')}
              </a>
            </p>
          ) : null}
        </div>
        <Standing door={door} programme={programme} />
      </div>
      {department ? <DepartmentContact department={department} /> : null}
      {merit ? <Merit merit={merit} /> : null}
      <Guidance cycles={[programme.cycle]} more={more} />
      {others.length > 0 ? (
        <section aria-labelledby="others">
          <h2 id="others">{t('others')}</h2>
          <ProgrammeList programmes={others} />
        </section>
      ) : null}
      <OfficeContact />
    </div>
  )
}

function Facts({ programme }: { programme: WireProgramme }) {
  const t = useText('resources')
  const own = useText('admission')
  const { duration, credits, language, budgetPlaces, feePlaces, fee } = useProgrammeFacts(programme)
  const facts = [
    [own('duration'), duration],
    [t('courses.fields.credits'), credits],
    [t('specializations.fields.language'), language],
    [t('specializations.sections.places'), budgetPlaces === null ? null : `${budgetPlaces}, ${feePlaces}`],
    [own('tuition'), fee],
  ]
  return (
    <dl className="facts">
      {facts.map(([label, value]) =>
        value ? (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}
