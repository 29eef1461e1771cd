import type { WireIntake } from '#model/admission/wire.ts'
import { amountInWords } from '#resources/currency.ts'
import { useLanguage, useText } from '../../../i18n.ts'
import { Labelled } from '../../field-parts.tsx'
import { type Named, Own, useNames } from '../../own.tsx'
import { factsOf, sorted } from '../steps/programme-step.tsx'
import type { StepParts } from '../steps/step-parts.ts'
import { askedNamed, type Choice, type Programme, programmeOf, type Wish, wishesFor } from './choices.ts'

interface Parts {
  readonly parts: StepParts
  readonly choice: Choice
  readonly number: number
  readonly count: number
  /** Programmes that can be selected here. */
  readonly offered: readonly Programme[]
  readonly onChange: (choice: Choice) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

/** One choice: the programme, the type of place, the selection criteria, and buttons to move it. */
export function ChoiceCard({ parts, choice, number, count, offered, onChange, onMove, onRemove }: Parts) {
  const t = useText('apply')
  const language = useLanguage()
  const { intake } = parts
  const programme = programmeOf(intake, choice.specializationId)
  const listed = (names: readonly string[]) =>
    new Intl.ListFormat(language, { type: 'unit' }).format(names.map((name) => askedNamed(name, intake)?.labels[language] ?? name))
  const id = `choice-${number}`
  const isMissing = choice.specializationId === '' && parts.issues.choices !== undefined
  const named = <span className="visually-hidden">{t('choices.number', { number })}</span>
  return (
    <li className="choice">
      <fieldset>
        <legend>{t('choices.number', { number })}</legend>
        <Labelled name={`${id}-programme`} label={t('fields.specializationId.label')} message={undefined}>
          <select
            className="select"
            id={`${id}-programme`}
            value={choice.specializationId}
            aria-required="true"
            aria-invalid={isMissing || undefined}
            onChange={(event) => onChange({ ...choice, specializationId: event.target.value })}
          >
            {programme ? null : <option value="">{t('choose')}</option>}
            {sorted(intake.departments, language).map((department) => (
              <Department key={department.id} department={department} programmes={offered} language={language} />
            ))}
          </select>
        </Labelled>
        {programme ? <p className="choice-facts">{factsOf(t, programme)}</p> : null}
        {programme?.merit ? (
          <>
            <Labelled name={`${id}-wish`} label={t('choices.wish')} message={undefined}>
              <select
                className="select"
                id={`${id}-wish`}
                value={choice.wish}
                onChange={(event) => onChange({ ...choice, wish: event.target.value as Wish })}
              >
                {wishesFor(programme.merit, intake).map((wish) => (
                  <option key={wish} value={wish}>
                    {t(`choices.wishes.${wish}`)}
                  </option>
                ))}
              </select>
            </Labelled>
            <Places merit={programme.merit} intake={intake} />
            {programme.merit.applicationFee ? (
              <p className="choice-facts">{t('choices.fee', { amount: amountInWords(programme.merit.applicationFee, language) })}</p>
            ) : null}
            {programme.merit.more.length > 0 ? (
              <p className="choice-facts">{t('choices.more', { list: listed(programme.merit.more) })}</p>
            ) : null}
          </>
        ) : null}
        {count > 1 ? (
          <div className="choice-buttons">
            {number > 1 ? (
              <button type="button" className="button" id={`${id}-up`} onClick={() => onMove(-1)}>
                {t('choices.up')} {named}
              </button>
            ) : null}
            {number < count ? (
              <button type="button" className="button" id={`${id}-down`} onClick={() => onMove(1)}>
                {t('choices.down')} {named}
              </button>
            ) : null}
            <button type="button" className="button" onClick={onRemove}>
              {t('choices.remove')} {named}
            </button>
          </div>
        ) : null}
      </fieldset>
    </li>
  )
}

interface DepartmentParts {
  readonly department: Named & { readonly id: string }
  readonly programmes: readonly Programme[]
  readonly language: string
}

function Department({ department, programmes, language }: DepartmentParts) {
  const t = useText('apply')
  const naming = useNames()
  const own = sorted(
    programmes.filter(({ departmentProfileId }) => departmentProfileId === department.id),
    language,
  )
  if (own.length === 0) return null
  return (
    <optgroup {...naming(department)}>
      {own.map((one) => {
        const { label, lang } = naming(one)
        return (
          <option key={one.id} value={one.id} lang={lang}>
            {t('choices.programme', { name: label, degree: t(`cycles.${one.cycle}`) })}
          </option>
        )
      })}
    </optgroup>
  )
}

type Merit = NonNullable<Programme['merit']>

/** Number of places of each type. */
function Places({ merit, intake }: { merit: Merit; intake: WireIntake }) {
  const t = useText('apply')
  const { placesBudget, placesFee, special } = merit
  const kinds = special.flatMap(({ kind, places }) => {
    const name = intake.merit?.kinds.find(({ id }) => id === kind)?.name
    return name === undefined ? [] : [{ kind, name, places }]
  })
  return (
    <p className="choice-facts">
      {[
        ...(placesBudget > 0 ? [t('choices.budgetPlaces', { count: placesBudget })] : []),
        ...(placesFee > 0 ? [t('choices.feePlaces', { count: placesFee })] : []),
      ].join(' · ')}
      {kinds.map(({ kind, name, places }) => (
        <span key={kind}>
          {' · '}
          {places} <Own>{name}</Own>
        </span>
      ))}
    </p>
  )
}
