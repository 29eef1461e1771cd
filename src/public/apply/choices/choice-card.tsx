import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { LabelledField } from '@matricola/console/public/labelled-field.tsx'
import type { TranslatedName } from '#resources/admission/translated-name.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import { applicationFeeText } from '../../application-fee-text.ts'
import { InUniversityLanguage, useTranslatedNames } from '../../university-language.tsx'
import { programmeFactsText, sortByName } from '../steps/programme-step.tsx'
import type { StepProps } from '../steps/step-props.ts'
import { applicationFeeRange } from './application-fee.ts'
import {
  type ChoiceFundingPreference,
  type DraftChoice,
  findProgramme,
  findRequirement,
  type OfferedProgramme,
  possibleFundingPreferences,
} from './choices.ts'

interface ChoiceCardProps {
  readonly stepProps: StepProps
  readonly choice: DraftChoice
  readonly number: number
  readonly count: number
  /** Programmes that can be selected here. */
  readonly offered: readonly OfferedProgramme[]
  readonly onChange: (choice: DraftChoice) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

/** One choice: the programme, the type of place, the selection criteria, and buttons to move it. */
export function ChoiceCard({
  stepProps,
  choice,
  number,
  count,
  offered,
  onChange,
  onMove,
  onRemove,
}: ChoiceCardProps) {
  const t = useText('apply')
  const language = useLanguage()
  const { publicConfig } = stepProps
  const programme = findProgramme(publicConfig, choice.specializationId)
  const namesOfRequirements = (names: readonly string[]) =>
    new Intl.ListFormat(language, { type: 'unit' }).format(
      names.map((name) => findRequirement(name, publicConfig)?.labels[language] ?? name),
    )
  const id = `choice-${number}`
  const fee =
    programme?.merit &&
    applicationFeeText(
      t,
      applicationFeeRange(programme.merit, stepProps.draft.values, publicConfig),
      language,
    )
  const isMissing = choice.specializationId === '' && stepProps.issues.choices !== undefined
  const hiddenNumber = <span className="visually-hidden">{t('choices.number', { number })}</span>
  return (
    <li className="choice">
      <fieldset>
        <legend>{t('choices.number', { number })}</legend>
        <LabelledField
          name={`${id}-programme`}
          label={t('fields.specializationId.label')}
          message={undefined}
        >
          <select
            className="select"
            id={`${id}-programme`}
            value={choice.specializationId}
            aria-required="true"
            aria-invalid={isMissing || undefined}
            onChange={(event) => onChange({ ...choice, specializationId: event.target.value })}
          >
            {programme ? null : <option value="">{t('choose')}</option>}
            {sortByName(publicConfig.departments, language).map((department) => (
              <DepartmentOptions
                key={department.id}
                department={department}
                programmes={offered}
                language={language}
              />
            ))}
          </select>
        </LabelledField>
        {programme ? <p className="choice-facts">{programmeFactsText(t, programme)}</p> : null}
        {programme?.merit ? (
          <>
            <LabelledField
              name={`${id}-funding`}
              label={t('choices.placeType')}
              message={undefined}
            >
              <select
                className="select"
                id={`${id}-funding`}
                value={choice.fundingPreference}
                onChange={(event) =>
                  onChange({
                    ...choice,
                    fundingPreference: event.target.value as ChoiceFundingPreference,
                  })
                }
              >
                {possibleFundingPreferences(programme.merit, publicConfig).map((preference) => (
                  <option key={preference} value={preference}>
                    {t(`choices.placeTypes.${preference}`)}
                  </option>
                ))}
              </select>
            </LabelledField>
            <PlaceCounts merit={programme.merit} publicConfig={publicConfig} />
            {!fee ? null : <p className="choice-facts">{fee}</p>}
            {programme.merit.requirements.length > 0 ? (
              <p className="choice-facts">
                {t('choices.requirements', {
                  list: namesOfRequirements(programme.merit.requirements),
                })}
              </p>
            ) : null}
          </>
        ) : null}
        {count > 1 ? (
          <div className="choice-buttons">
            {number > 1 ? (
              <button type="button" className="button" id={`${id}-up`} onClick={() => onMove(-1)}>
                {t('choices.up')} {hiddenNumber}
              </button>
            ) : null}
            {number < count ? (
              <button type="button" className="button" id={`${id}-down`} onClick={() => onMove(1)}>
                {t('choices.down')} {hiddenNumber}
              </button>
            ) : null}
            <button type="button" className="button" onClick={onRemove}>
              {t('choices.remove')} {hiddenNumber}
            </button>
          </div>
        ) : null}
      </fieldset>
    </li>
  )
}

interface DepartmentOptionsProps {
  readonly department: TranslatedName & { readonly id: string }
  readonly programmes: readonly OfferedProgramme[]
  readonly language: string
}

function DepartmentOptions({ department, programmes, language }: DepartmentOptionsProps) {
  const t = useText('apply')
  const nameProps = useTranslatedNames()
  const departmentProgrammes = sortByName(
    programmes.filter(({ departmentProfileId }) => departmentProfileId === department.id),
    language,
  )
  if (departmentProgrammes.length === 0) return null
  return (
    <optgroup {...nameProps(department)}>
      {departmentProgrammes.map((otherProgramme) => {
        const { label, lang } = nameProps(otherProgramme)
        return (
          <option key={otherProgramme.id} value={otherProgramme.id} lang={lang}>
            {t('choices.programme', { name: label, degree: t(`cycles.${otherProgramme.cycle}`) })}
          </option>
        )
      })}
    </optgroup>
  )
}

type Merit = NonNullable<OfferedProgramme['merit']>

/** Number of places of each type. */
function PlaceCounts({ merit, publicConfig }: { merit: Merit; publicConfig: WireIntake }) {
  const t = useText('apply')
  const { placesBudget, placesFee, special } = merit
  const placeKinds = special.flatMap(({ kind, places }) => {
    const name = publicConfig.merit?.kinds.find(({ id }) => id === kind)?.name
    return name === undefined ? [] : [{ kind, name, places }]
  })
  return (
    <p className="choice-facts">
      {[
        ...(placesBudget > 0 ? [t('choices.budgetPlaces', { count: placesBudget })] : []),
        ...(placesFee > 0 ? [t('choices.feePlaces', { count: placesFee })] : []),
      ].join(' · ')}
      {placeKinds.map(({ kind, name, places }) => (
        <span key={kind}>
          {' · '}
          {places} <InUniversityLanguage>{name}</InUniversityLanguage>
        </span>
      ))}
    </p>
  )
}
