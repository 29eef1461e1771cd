import { LiveRegion } from '@matricola/console/announcements/live-region.tsx'
import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { Field } from '@matricola/console/public/field.tsx'
import { LabelledField } from '@matricola/console/public/labelled-field.tsx'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useUniversityLang } from '../../university-language.tsx'
import { useFieldMessage } from '../fields.tsx'
import { StepFrame } from '../steps/step-frame.tsx'
import type { StepProps } from '../steps/step-props.ts'
import { ChoiceAverages } from './choice-averages.tsx'
import { ChoiceCard } from './choice-card.tsx'
import {
  choicesToAnswers,
  type DraftChoice,
  findProgramme,
  gradeLabel,
  gradesToEnter,
  maxChoices,
  parseChoices,
  reservedPlaceKinds,
  typedGrade,
  withGrade,
} from './choices.ts'
import { Questions } from './questions.tsx'
import './choices.css'

/**
 * The programme step of a ranked admission. Contains the programmes in order of preference, the
 * type of place for each, and the selection criteria.
 */
export function ChoicesStep(stepProps: StepProps) {
  const t = useText('apply')
  const { draft, publicConfig } = stepProps
  const placeKinds = reservedPlaceKinds(draft.values, publicConfig)
  const grades = gradesToEnter(draft.values, publicConfig)
  return (
    <StepFrame {...stepProps} title={t('steps.programme.title')} intro={t('choices.intro')}>
      <ChoiceList {...stepProps} />
      {placeKinds.length > 0 ? (
        <ReservedPlaceField stepProps={stepProps} kinds={placeKinds} />
      ) : null}
      {grades.length > 0 ? (
        <section aria-labelledby="grades">
          <h2 id="grades" className="apply-section">
            {t('choices.grades')}
          </h2>
          <p>{t('choices.gradesOnce')}</p>
          {grades.map((name) => (
            <GradeField key={name} stepProps={stepProps} name={name} />
          ))}
        </section>
      ) : null}
      <Questions stepProps={stepProps} />
      <ChoiceAverages stepProps={stepProps} />
    </StepFrame>
  )
}

/** The control to focus after the choices were reordered. */
type FocusTarget = `choice-${number}-${'up' | 'down' | 'programme'}`

function ChoiceList(stepProps: StepProps) {
  const t = useText('apply')
  const { draft, publicConfig, setValues } = stepProps
  const choices = parseChoices(draft.values, publicConfig)
  const message = useFieldMessage(stepProps, 'choices')
  const [announcement, setAnnouncement] = useState('')
  const [target, setTarget] = useDeferredFocus()
  const rankedProgrammes = publicConfig.specializations.filter(({ merit }) => merit)
  const first = findProgramme(publicConfig, choices[0]?.specializationId ?? '')
  const otherProgrammes = rankedProgrammes.filter(({ cycle }) => cycle === first?.cycle)
  const saveChoices = (next: readonly DraftChoice[]) =>
    setValues(choicesToAnswers(next, publicConfig))
  const nameOf = ({ specializationId }: DraftChoice) =>
    findProgramme(publicConfig, specializationId)?.name ?? t('choices.empty')

  const move = (from: number, to: number) => {
    const moved = choices[from]
    if (!moved) return
    const otherChoices = choices.filter((_, index) => index !== from)
    saveChoices([...otherChoices.slice(0, to), moved, ...otherChoices.slice(to)])
    setAnnouncement(t('choices.moved', { programme: nameOf(moved), number: to + 1 }))
    const direction = to < from ? 'up' : 'down'
    const isAtEnd = direction === 'up' ? to === 0 : to === choices.length - 1
    setTarget(`choice-${to + 1}-${isAtEnd ? (direction === 'up' ? 'down' : 'up') : direction}`)
  }
  const remove = (position: number) => {
    saveChoices(choices.filter((_, index) => index !== position))
    setAnnouncement(t('choices.removed', { number: position + 1 }))
    setTarget(`choice-${Math.min(position + 1, choices.length - 1)}-programme`)
  }
  const add = () => {
    saveChoices([...choices, { specializationId: '', fundingPreference: 'budget_then_fee' }])
    setTarget(`choice-${choices.length + 1}-programme`)
  }

  const isSingleChoice = first !== undefined && !first.merit
  const visibleChoices = isSingleChoice ? choices.slice(0, 1) : choices
  const canAdd =
    first?.merit !== undefined && choices.length < Math.min(maxChoices, otherProgrammes.length)
  return (
    <div
      id="choices"
      className={message ? 'choices field-invalid' : 'choices'}
      ref={target as RefObject<HTMLDivElement>}
    >
      {message ? <p className="field-message">{message}</p> : null}
      <ol className="bare-list choice-list">
        {visibleChoices.map((choice, index) => {
          // Keyed by position, so that it remains the same choice and keeps the focus after another
          // programme is selected.
          const number = index + 1
          return (
            <ChoiceCard
              key={number}
              {...{ stepProps, choice, number, count: visibleChoices.length }}
              offered={(index === 0 ? publicConfig.specializations : otherProgrammes).filter(
                ({ id }) =>
                  id === choice.specializationId ||
                  !choices.some(({ specializationId }) => specializationId === id),
              )}
              onChange={(changed) =>
                saveChoices(
                  choices.map((current, position) => (position === index ? changed : current)),
                )
              }
              onMove={(by) => move(index, index + by)}
              onRemove={() => remove(index)}
            />
          )
        })}
      </ol>
      {isSingleChoice ? <p className="apply-note">{t('choices.alone')}</p> : null}
      {canAdd ? (
        <button type="button" className="button" onClick={add}>
          <Icon name="plus" /> {t('choices.add')}
        </button>
      ) : null}
      <LiveRegion className="visually-hidden">{announcement}</LiveRegion>
    </div>
  )
}

/** Focuses the control with this id as soon as it is rendered. */
function useDeferredFocus() {
  const container = useRef<HTMLElement>(null)
  const pendingFocus = useRef<FocusTarget | null>(null)
  useEffect(() => {
    if (pendingFocus.current === null) return
    const control = container.current?.querySelector<HTMLElement>(`#${pendingFocus.current}`)
    pendingFocus.current = null
    control?.focus()
  })
  return [container, (target: FocusTarget) => (pendingFocus.current = target)] as const
}

function ReservedPlaceField({
  stepProps,
  kinds,
}: {
  stepProps: StepProps
  kinds: ReturnType<typeof reservedPlaceKinds>
}) {
  const t = useText('apply')
  const lang = useUniversityLang()
  const { draft, setValue } = stepProps
  const fieldProps = {
    name: 'placeKindId',
    hint: t('fields.placeKindId.hint'),
    message: useFieldMessage(stepProps, 'placeKindId'),
  }
  return (
    <LabelledField label={t('fields.placeKindId.label')} {...fieldProps}>
      <select
        className="select"
        id="placeKindId"
        aria-describedby="placeKindId-hint"
        value={
          kinds.some(({ id }) => id === draft.values.placeKindId) ? draft.values.placeKindId : ''
        }
        onChange={(event) => setValue('placeKindId', event.target.value)}
      >
        <option value="">{t('choices.noSpecial')}</option>
        {kinds.map(({ id, name }) => (
          <option key={id} value={id} lang={lang}>
            {name}
          </option>
        ))}
      </select>
    </LabelledField>
  )
}

function GradeField({ stepProps, name }: { stepProps: StepProps; name: string }) {
  const t = useText('apply')
  const language = useLanguage()
  const { draft, publicConfig, setValue } = stepProps
  return (
    <Field
      name={name}
      label={gradeLabel(name, publicConfig, language)}
      hint={t('choices.gradeHint')}
      message={useFieldMessage(stepProps, name)}
      value={typedGrade(draft.values, name)}
      onChange={(text) => setValue('grades', withGrade(draft.values, name, text))}
      inputMode="decimal"
      autoComplete="off"
    />
  )
}
