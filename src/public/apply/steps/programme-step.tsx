import { useEffect, useRef, useState } from 'react'
import type { WireIntake } from '#model/admission/wire.ts'
import { fold } from '#model/values/folding.ts'
import { applicationDocuments } from '#resources/application-documents.ts'
import { useLanguage, useText } from '../../../i18n.ts'
import { useSpoken } from '../../../spoken/announcer.tsx'
import { Status } from '../../../spoken/status.tsx'
import { type Named, nameIn, useNames } from '../../own.tsx'
import { RadioGroup, SelectField } from '../fields.tsx'
import { StepFrame } from './step-frame.tsx'
import type { StepParts } from './step-parts.ts'

/** Maximum number of departments shown as radio buttons, and of programmes shown without a search field. */
const mostRadios = 12
const mostWithoutSearch = 10

/** Selects the department first, then one of its programmes. */
export function ProgrammeStep(parts: StepParts) {
  const t = useText('apply')
  const { intake, draft, setValues } = parts
  const { departmentProfileId, specializationId } = draft.values
  const naming = useNames()
  const language = useLanguage()
  const [isChosen, setChosen] = useState(false)
  const choose = (id: string) => {
    setChosen(true)
    const stays = intake.specializations.some((one) => one.id === specializationId && one.departmentProfileId === id)
    setValues({ departmentProfileId: id, ...(stays ? {} : { specializationId: '' }) })
  }
  const options = sorted(intake.departments, language).map((one) => ({
    value: one.id,
    ...naming(one),
    detail: offerOf(t, intake, one.id),
  }))
  const Departments = options.length <= mostRadios ? RadioGroup : SelectField
  return (
    <StepFrame {...parts} title={t('steps.programme.title')}>
      <Departments parts={parts} name="departmentProfileId" options={options} onChange={choose} />
      {departmentProfileId === '' ? null : <Programmes key={departmentProfileId} parts={parts} isChosen={isChosen} />}
    </StepFrame>
  )
}

/**
 * `isChosen`: whether the department was chosen just now. On a phone its programmes are below the visible area, so they are
 * scrolled into view.
 */
function Programmes({ parts, isChosen }: { readonly parts: StepParts; readonly isChosen: boolean }) {
  const t = useText('apply')
  const naming = useNames()
  const language = useLanguage()
  const [search, setSearch] = useState('')
  const place = useRef<HTMLDivElement>(null)
  const { intake, draft } = parts
  const all = sorted(
    intake.specializations.filter((one) => one.departmentProfileId === draft.values.departmentProfileId),
    language,
  )
  const found = all.filter(
    (one) =>
      [one.name, nameIn(one, language)].some((name) => fold(name).includes(fold(search))) || one.id === draft.values.specializationId,
  )
  useSpoken(isChosen ? t('foundProgrammes', { count: all.length }) : '')
  useEffect(() => {
    if (isChosen) place.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isChosen])
  if (all.length === 0) return <p className="apply-note">{t('noProgrammes')}</p>
  return (
    <div ref={place} className="apply-programmes">
      {all.length > mostWithoutSearch ? (
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
          <Status className="apply-found">{search === '' ? '' : t('foundProgrammes', { count: found.length })}</Status>
        </div>
      ) : null}
      <RadioGroup
        parts={parts}
        name="specializationId"
        options={byDegree(found).map((one) => ({
          value: one.id,
          ...naming(one),
          group: t(`cycles.${one.cycle}`),
          detail: factsOf(t, one),
        }))}
      />
    </div>
  )
}

type Programme = WireIntake['specializations'][number]

/** Groups programmes by degree, bachelor's first. */
const byDegree = (programmes: readonly Programme[]) =>
  Object.keys(applicationDocuments).flatMap((degree) => programmes.filter(({ cycle }) => cycle === degree))

/** Number of programmes of each degree in a department. */
const offerOf = (t: ReturnType<typeof useText>, { specializations }: WireIntake, departmentId: string) =>
  Object.keys(applicationDocuments)
    .map((degree) => ({
      degree,
      count: specializations.filter((one) => one.departmentProfileId === departmentId && one.cycle === degree).length,
    }))
    .flatMap(({ degree, count }) => (count > 0 ? [t(`offer.${degree}`, { count })] : []))
    .join(' · ')

/** Degree, years, credits, language. */
export const factsOf = (t: ReturnType<typeof useText>, { yearsOfStudy, totalCredits, language, cycle }: Programme) =>
  [
    t(`cycles.${cycle}`),
    t('years', { count: yearsOfStudy }),
    t('credits', { count: totalCredits }),
    t(`teachingLanguages.${language}`),
  ].join(' · ')

/** Sorts by name in the page's language. */
export const sorted = <T extends Named>(list: readonly T[], language: string): T[] => {
  const order = new Intl.Collator(language)
  return [...list].sort((one, other) => order.compare(nameIn(one, language), nameIn(other, language)))
}
