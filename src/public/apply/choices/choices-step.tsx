import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLanguage, useText } from '../../../i18n.ts'
import { Icon } from '../../../icons/icon.tsx'
import { Status } from '../../../spoken/status.tsx'
import { Field } from '../../field.tsx'
import { Labelled } from '../../field-parts.tsx'
import { useOwnLanguage } from '../../own.tsx'
import { useMessage } from '../fields.tsx'
import { StepFrame } from '../steps/step-frame.tsx'
import type { StepParts } from '../steps/step-parts.ts'
import { ChoiceAverages } from './choice-averages.tsx'
import { ChoiceCard } from './choice-card.tsx'
import {
  answersOfChoices,
  type Choice,
  choicesOf,
  gradeLabel,
  gradesAsked,
  gradeTyped,
  kindsAsked,
  mostChoices,
  programmeOf,
  withGrade,
} from './choices.ts'
import { Questions } from './questions.tsx'
import './choices.css'

/** The programme step of a ranked admission: programmes in order of preference, the type of place for each, and the selection criteria. */
export function ChoicesStep(parts: StepParts) {
  const t = useText('apply')
  const { draft, intake } = parts
  const kinds = kindsAsked(draft.values, intake)
  const grades = gradesAsked(draft.values, intake)
  return (
    <StepFrame {...parts} title={t('steps.programme.title')} intro={t('choices.intro')}>
      <Choices {...parts} />
      {kinds.length > 0 ? <SpecialPlaces parts={parts} kinds={kinds} /> : null}
      {grades.length > 0 ? (
        <section aria-labelledby="grades">
          <h2 id="grades" className="apply-section">
            {t('choices.grades')}
          </h2>
          <p>{t('choices.gradesOnce')}</p>
          {grades.map((name) => (
            <GradeField key={name} parts={parts} name={name} />
          ))}
        </section>
      ) : null}
      <Questions parts={parts} />
      <ChoiceAverages parts={parts} />
    </StepFrame>
  )
}

/** The control that takes the focus after the choices were reordered. */
type Target = `choice-${number}-${'up' | 'down' | 'programme'}`

function Choices(parts: StepParts) {
  const t = useText('apply')
  const { draft, intake, setValues } = parts
  const choices = choicesOf(draft.values, intake)
  const message = useMessage(parts, 'choices')
  const [said, setSaid] = useState('')
  const [target, setTarget] = useFocus()
  const byMerit = intake.specializations.filter(({ merit }) => merit)
  const first = programmeOf(intake, choices[0]?.specializationId ?? '')
  const further = byMerit.filter(({ cycle }) => cycle === first?.cycle)
  const keep = (next: readonly Choice[]) => setValues(answersOfChoices(next, intake))
  const nameOf = ({ specializationId }: Choice) => programmeOf(intake, specializationId)?.name ?? t('choices.empty')

  const move = (from: number, to: number) => {
    const moved = choices[from]
    if (!moved) return
    const others = choices.filter((_, index) => index !== from)
    keep([...others.slice(0, to), moved, ...others.slice(to)])
    setSaid(t('choices.moved', { programme: nameOf(moved), number: to + 1 }))
    const wanted = to < from ? 'up' : 'down'
    const isAtEnd = wanted === 'up' ? to === 0 : to === choices.length - 1
    setTarget(`choice-${to + 1}-${isAtEnd ? (wanted === 'up' ? 'down' : 'up') : wanted}`)
  }
  const remove = (at: number) => {
    keep(choices.filter((_, index) => index !== at))
    setSaid(t('choices.removed', { number: at + 1 }))
    setTarget(`choice-${Math.min(at + 1, choices.length - 1)}-programme`)
  }
  const add = () => {
    keep([...choices, { specializationId: '', wish: 'budget_then_fee' }])
    setTarget(`choice-${choices.length + 1}-programme`)
  }

  const isAlone = first !== undefined && !first.merit
  const shown = isAlone ? choices.slice(0, 1) : choices
  const canAdd = first?.merit !== undefined && choices.length < Math.min(mostChoices, further.length)
  return (
    <div id="choices" className={message ? 'choices field-wrong' : 'choices'} ref={target as RefObject<HTMLDivElement>}>
      {message ? <p className="field-message">{message}</p> : null}
      <ol className="bare-list choice-list">
        {shown.map((choice, index) => {
          // Keyed by position: after another programme is selected it is still the same choice, and keeps the focus.
          const number = index + 1
          return (
            <ChoiceCard
              key={number}
              {...{ parts, choice, number, count: shown.length }}
              offered={(index === 0 ? intake.specializations : further).filter(
                ({ id }) => id === choice.specializationId || !choices.some(({ specializationId }) => specializationId === id),
              )}
              onChange={(changed) => keep(choices.map((one, at) => (at === index ? changed : one)))}
              onMove={(by) => move(index, index + by)}
              onRemove={() => remove(index)}
            />
          )
        })}
      </ol>
      {isAlone ? <p className="apply-note">{t('choices.alone')}</p> : null}
      {canAdd ? (
        <button type="button" className="button" onClick={add}>
          <Icon name="plus" /> {t('choices.add')}
        </button>
      ) : null}
      <Status className="visually-hidden">{said}</Status>
    </div>
  )
}

/** Focuses a control by its id as soon as it is rendered. */
function useFocus() {
  const box = useRef<HTMLElement>(null)
  const wanted = useRef<Target | null>(null)
  useEffect(() => {
    if (wanted.current === null) return
    const control = box.current?.querySelector<HTMLElement>(`#${wanted.current}`)
    wanted.current = null
    control?.focus()
  })
  return [box, (target: Target) => (wanted.current = target)] as const
}

function SpecialPlaces({ parts, kinds }: { parts: StepParts; kinds: ReturnType<typeof kindsAsked> }) {
  const t = useText('apply')
  const lang = useOwnLanguage()
  const { draft, setValue } = parts
  const words = { name: 'placeKindId', hint: t('fields.placeKindId.hint'), message: useMessage(parts, 'placeKindId') }
  return (
    <Labelled label={t('fields.placeKindId.label')} {...words}>
      <select
        className="select"
        id="placeKindId"
        aria-describedby="placeKindId-hint"
        value={kinds.some(({ id }) => id === draft.values.placeKindId) ? draft.values.placeKindId : ''}
        onChange={(event) => setValue('placeKindId', event.target.value)}
      >
        <option value="">{t('choices.noSpecial')}</option>
        {kinds.map(({ id, name }) => (
          <option key={id} value={id} lang={lang}>
            {name}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

function GradeField({ parts, name }: { parts: StepParts; name: string }) {
  const t = useText('apply')
  const language = useLanguage()
  const { draft, intake, setValue } = parts
  return (
    <Field
      name={name}
      label={gradeLabel(name, intake, language)}
      hint={t('choices.gradeHint')}
      message={useMessage(parts, name)}
      value={gradeTyped(draft.values, name)}
      onChange={(typed) => setValue('grades', withGrade(draft.values, name, typed))}
      inputMode="decimal"
      autoComplete="off"
    />
  )
}
