import { useAnnounce } from '@matricola/console/announcements/announcer.tsx'
import { LiveRegion } from '@matricola/console/announcements/live-region.tsx'
import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { fold } from '@matricola/schema/values/folding.ts'
import { useEffect, useRef, useState } from 'react'
import { nameIn, type TranslatedName } from '#resources/admission/translated-name.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import { applicationDocuments } from '#resources/application-documents.ts'
import { useTranslatedNames } from '../../university-language.tsx'
import { RadioGroup, SelectField } from '../fields.tsx'
import { StepFrame } from './step-frame.tsx'
import type { StepProps } from './step-props.ts'

/**
 * Maximum number of departments shown as radio buttons, and of programmes shown without a search
 * field.
 */
const maxRadios = 12
const maxWithoutSearch = 10

/** Selects the department first, then one of its programmes. */
export function ProgrammeStep(stepProps: StepProps) {
  const t = useText('apply')
  const { publicConfig, draft, setValues } = stepProps
  const { departmentProfileId, specializationId } = draft.values
  const localizedNameOf = useTranslatedNames()
  const language = useLanguage()
  const [isChosen, setChosen] = useState(false)
  const choose = (id: string) => {
    setChosen(true)
    const isStillOffered = publicConfig.specializations.some(
      (specialization) =>
        specialization.id === specializationId && specialization.departmentProfileId === id,
    )
    setValues({ departmentProfileId: id, ...(isStillOffered ? {} : { specializationId: '' }) })
  }
  const options = sortByName(publicConfig.departments, language).map((department) => ({
    value: department.id,
    ...localizedNameOf(department),
    detail: programmeCountsText(t, publicConfig, department.id),
  }))
  const Departments = options.length <= maxRadios ? RadioGroup : SelectField
  return (
    <StepFrame {...stepProps} title={t('steps.programme.title')}>
      <Departments
        stepProps={stepProps}
        name="departmentProfileId"
        options={options}
        onChange={choose}
      />
      {departmentProfileId === '' ? null : (
        <Programmes key={departmentProfileId} stepProps={stepProps} isChosen={isChosen} />
      )}
    </StepFrame>
  )
}

/**
 * `isChosen`: whether the department was chosen just now. On a phone its programmes are below the
 * visible area, so they are scrolled into view.
 */
function Programmes({
  stepProps,
  isChosen,
}: {
  readonly stepProps: StepProps
  readonly isChosen: boolean
}) {
  const t = useText('apply')
  const localizedNameOf = useTranslatedNames()
  const language = useLanguage()
  const [search, setSearch] = useState('')
  const container = useRef<HTMLDivElement>(null)
  const { publicConfig, draft } = stepProps
  const all = sortByName(
    publicConfig.specializations.filter(
      (specialization) => specialization.departmentProfileId === draft.values.departmentProfileId,
    ),
    language,
  )
  const found = all.filter(
    (specialization) =>
      [specialization.name, nameIn(specialization, language)].some((name) =>
        fold(name).includes(fold(search)),
      ) || specialization.id === draft.values.specializationId,
  )
  useAnnounce(isChosen ? t('foundProgrammes', { count: all.length }) : '')
  useEffect(() => {
    if (isChosen) container.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isChosen])
  if (all.length === 0) return <p className="apply-note">{t('noProgrammes')}</p>
  return (
    <div ref={container} className="apply-programmes">
      {all.length > maxWithoutSearch ? (
        <div className="field">
          <label htmlFor="programme-search">{t('searchProgramme')}</label>
          <input
            className="input"
            type="search"
            id="programme-search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
          <LiveRegion className="apply-cnp-facts">
            {search === '' ? '' : t('foundProgrammes', { count: found.length })}
          </LiveRegion>
        </div>
      ) : null}
      <RadioGroup
        stepProps={stepProps}
        name="specializationId"
        options={byDegree(found).map((specialization) => ({
          value: specialization.id,
          ...localizedNameOf(specialization),
          group: t(`cycles.${specialization.cycle}`),
          detail: programmeFactsText(t, specialization),
        }))}
      />
    </div>
  )
}

type Programme = WireIntake['specializations'][number]

/** Groups programmes by degree, bachelor's first. */
const byDegree = (programmes: readonly Programme[]) =>
  Object.keys(applicationDocuments).flatMap((degree) =>
    programmes.filter(({ cycle }) => cycle === degree),
  )

/** Number of programmes of each degree in a department. */
const programmeCountsText = (
  t: ReturnType<typeof useText>,
  { specializations }: WireIntake,
  departmentId: string,
) =>
  Object.keys(applicationDocuments)
    .map((degree) => ({
      degree,
      count: specializations.filter(
        (specialization) =>
          specialization.departmentProfileId === departmentId && specialization.cycle === degree,
      ).length,
    }))
    .flatMap(({ degree, count }) => (count > 0 ? [t(`offer.${degree}`, { count })] : []))
    .join(' · ')

/** Degree, years, credits, language. */
export const programmeFactsText = (
  t: ReturnType<typeof useText>,
  { yearsOfStudy, totalCredits, language, cycle }: Programme,
) =>
  [
    t(`cycles.${cycle}`),
    t('years', { count: yearsOfStudy }),
    t('credits', { count: totalCredits }),
    t(`teachingLanguages.${language}`),
  ].join(' · ')

/** Sorts by name in the page's language. */
export const sortByName = <T extends TranslatedName>(list: readonly T[], language: string): T[] => {
  const collator = new Intl.Collator(language)
  return [...list].sort((one, other) =>
    collator.compare(nameIn(one, language), nameIn(other, language)),
  )
}
