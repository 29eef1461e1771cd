import { Icon } from '@matricola/console/icons/icon.tsx'
import type { AdmissionOverview, WireProgramme } from '#resources/admission/admission-overview.ts'
import { filterProgrammes, noProgrammeFilter } from '#resources/admission/programme-filter.ts'
import { programmeState } from '#resources/admission/programme-state.ts'
import { admissionPath, resultsPath } from '#resources/paths.ts'
import { usePublicConfig } from '../public-config.ts'
import { InUniversityLanguage } from '../university-language.tsx'
import { AdmissionStatus } from './admission-status.tsx'
import { DepartmentContact, OfficeContact } from './contact.tsx'
import { DegreeStamp } from './degree-stamp.tsx'
import { Guidance } from './guidance.tsx'
import { useProgrammeFacts } from './programme-facts.ts'
import { ProgrammeList, ProgrammeStateBadge } from './programme-list.tsx'
import { RankingRulesSection, useProgrammeRequirements, useRankingRules } from './ranking-rules.tsx'
import { useLinkPath } from './use-link-path.ts'
import { usePlainText } from './use-plain-text.ts'

interface ProgrammePageProps {
  readonly overview: AdmissionOverview
  readonly programme: WireProgramme
}

/** `/admission/<code>`: everything about one programme, for visitors who come directly to it. */
export function ProgrammePage({ overview, programme }: ProgrammePageProps) {
  const t = usePlainText('admission')
  const linkPath = useLinkPath()
  const merit = useRankingRules(programme.code)
  const more = useProgrammeRequirements(merit)
  const { publicConfig } = usePublicConfig()
  const department = overview.departments.find(({ id }) => id === programme.departmentProfileId)
  const otherProgrammes = publicConfig
    ? filterProgrammes(publicConfig, overview, {
        ...noProgrammeFilter,
        department: programme.departmentProfileId,
      }).filter((one) => one.programme.code !== programme.code)
    : []
  return (
    <div className="admission">
      <a className="public-back" href={linkPath(admissionPath)}>
        <Icon name="arrow-left" />
        {t('all')}
      </a>
      <div className="admission-head">
        <div>
          <h1>
            <InUniversityLanguage isTranslated={programme.isNameTranslated}>
              {programme.name}
            </InUniversityLanguage>
          </h1>
          <p>
            <DegreeStamp cycle={programme.cycle} />{' '}
            {publicConfig ? (
              <ProgrammeStateBadge state={programmeState(publicConfig, overview, programme)} />
            ) : null}
          </p>
          {programme.description ? (
            <p className="admission-lead admission-lines">
              <InUniversityLanguage isTranslated={programme.isDescriptionTranslated}>
                {programme.description}
              </InUniversityLanguage>
            </p>
          ) : null}
          <Facts programme={programme} />
          {overview.results.includes(programme.code) ? (
            <p>
              <a className="button" href={linkPath(resultsPath(programme.code))}>
                {t('results.link')}
              </a>
            </p>
          ) : null}
        </div>
        <AdmissionStatus overview={overview} programme={programme} />
      </div>
      {department ? <DepartmentContact department={department} /> : null}
      {merit ? <RankingRulesSection merit={merit} /> : null}
      <Guidance cycles={[programme.cycle]} more={more} />
      {otherProgrammes.length > 0 ? (
        <section aria-labelledby="others">
          <h2 id="others">{t('others')}</h2>
          <ProgrammeList programmes={otherProgrammes} />
        </section>
      ) : null}
      <OfficeContact />
    </div>
  )
}

function Facts({ programme }: { programme: WireProgramme }) {
  const t = usePlainText('resources')
  const tAdmission = usePlainText('admission')
  const { duration, credits, language, budgetPlaces, feePlaces, fee } = useProgrammeFacts(programme)
  const facts = [
    [tAdmission('duration'), duration],
    [t('courses.fields.credits'), credits],
    [t('specializations.fields.language'), language],
    [t('specializations.sections.places'), [budgetPlaces, feePlaces].filter(Boolean).join(', ')],
    [tAdmission('tuition'), fee],
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
