import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { Field } from '@matricola/console/public/field.tsx'
import { describedBy, LabelledField } from '@matricola/console/public/labelled-field.tsx'
import { Fragment, type InputHTMLAttributes } from 'react'
import { FieldGroup } from '../field-group.tsx'
import type { DraftFieldName } from './application-draft.ts'
import { itemsBundle } from './form-items/form-items.ts'
import { draftFieldLabel, issueMessage } from './issue-messages.ts'
import type { StepProps } from './steps/step-props.ts'

/** Label, hint and message of a field. Label and hint can come from the form of the office. */
export function useFieldProps(stepProps: StepProps, name: string, hint?: string) {
  const t = useText('apply')
  const { draft, publicConfig } = stepProps
  const bundle = itemsBundle()
  const help = bundle?.helpInForm(name, draft.values, publicConfig)
  return {
    name,
    label: draftFieldLabel(name, draft.values),
    hint: draft.filled.some((filled) => filled === name) ? (
      t('filled')
    ) : bundle && help ? (
      <bundle.FormText of={help} universityLanguage={publicConfig.language} />
    ) : (
      hint
    ),
    message: useFieldMessage(stepProps, name),
  }
}

/** The message for a field's issue, or undefined. */
export function useFieldMessage(
  { issues, draft }: Pick<StepProps, 'issues' | 'draft'>,
  name: string,
): string | undefined {
  const language = useLanguage()
  const issue = issues[name]?.[0]
  return issue && issueMessage(name, issue, draft.values, language)
}

type InputAttributes = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'autoComplete' | 'autoCapitalize' | 'inputMode' | 'onFocus' | 'onBlur'
>

/**
 * A line of text. Old keyboards type ş and ţ with a cedilla, which identity cards never have, so
 * they are immediately replaced with the Romanian letters.
 */
export function TextField({
  stepProps,
  name,
  ...settings
}: { stepProps: StepProps; name: DraftFieldName } & InputAttributes) {
  const t = useText('apply')
  return (
    <Field
      {...settings}
      {...useFieldProps(stepProps, name, t(`fields.${name}.hint`))}
      value={stepProps.draft.values[name]}
      onChange={(value) => stepProps.setValue(name, withCommaBelow(value))}
      spellCheck={false}
    />
  )
}

const commaBelowLetters: Readonly<Record<string, string>> = { ş: 'ș', ţ: 'ț', Ş: 'Ș', Ţ: 'Ț' }

/** Restores the cursor position. Replacing one letter by another does not change it. */
function withCommaBelow(text: string): string {
  const corrected = text.replace(/[şţŞŢ]/g, (letter) => commaBelowLetters[letter] ?? letter)
  const input = document.activeElement
  if (
    corrected !== text &&
    (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) &&
    input.type !== 'email'
  ) {
    const cursor = input.selectionStart
    queueMicrotask(() => input.setSelectionRange(cursor, cursor))
  }
  return corrected
}

export function TextAreaField({
  stepProps,
  name,
  autoComplete,
}: {
  stepProps: StepProps
  name: DraftFieldName
  autoComplete: string
}) {
  const t = useText('apply')
  const fieldProps = useFieldProps(stepProps, name, t(`fields.${name}.hint`))
  return (
    <LabelledField {...fieldProps}>
      <textarea
        className="input"
        id={name}
        name={name}
        rows={2}
        autoComplete={autoComplete}
        spellCheck={false}
        value={stepProps.draft.values[name]}
        onChange={(event) => stepProps.setValue(name, withCommaBelow(event.target.value))}
        aria-invalid={fieldProps.message ? true : undefined}
        aria-describedby={describedBy(fieldProps)}
        aria-required="true"
      />
    </LabelledField>
  )
}

interface Option {
  readonly value: string
  readonly label: string
  /** Language of the label, if it is not the page's. */
  readonly lang?: string | undefined
  /** A second line, such as facts about a programme. */
  readonly detail?: string
  /** Heading under which options are grouped. */
  readonly group?: string
}

export function SelectField({
  stepProps,
  name,
  options,
  autoComplete,
  onChange,
}: SelectFieldProps) {
  const t = useText('apply')
  const fieldProps = useFieldProps(stepProps, name)
  return (
    <LabelledField {...fieldProps}>
      <select
        className="select"
        id={name}
        name={name}
        autoComplete={autoComplete}
        value={stepProps.draft.values[name]}
        onChange={(event) =>
          onChange ? onChange(event.target.value) : stepProps.setValue(name, event.target.value)
        }
        aria-invalid={fieldProps.message ? true : undefined}
        aria-describedby={describedBy(fieldProps)}
        aria-required="true"
      >
        {stepProps.draft.values[name] === '' ? <option value="">{t('choose')}</option> : null}
        {options.map(({ value, label, lang }) => (
          <option key={value} value={value} lang={lang}>
            {label}
          </option>
        ))}
      </select>
    </LabelledField>
  )
}

interface SelectFieldProps {
  readonly stepProps: StepProps
  readonly name: DraftFieldName
  readonly options: readonly Option[]
  readonly autoComplete?: string
  readonly onChange?: (value: string) => void
}

interface RadioGroupProps {
  readonly stepProps: StepProps
  readonly name: DraftFieldName
  readonly options: readonly Option[]
  readonly hint?: string
  readonly onChange?: (value: string) => void
}

/** A choice of a few options, all visible. */
export function RadioGroup({ stepProps, name, options, hint, onChange }: RadioGroupProps) {
  return (
    <FieldGroup id={name} {...useFieldProps(stepProps, name, hint)}>
      {options.map(({ value, label, lang, detail, group }, index) => (
        <Fragment key={value}>
          {group === undefined || group === options[index - 1]?.group ? null : (
            <p className="apply-group">{group}</p>
          )}
          <label className={detail === undefined ? 'apply-radio' : 'apply-radio apply-card'}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={stepProps.draft.values[name] === value}
              onChange={() => (onChange ? onChange(value) : stepProps.setValue(name, value))}
            />
            <span>
              <span lang={lang}>{label}</span>{' '}
              {detail ? <span className="apply-detail">{detail}</span> : null}
            </span>
          </label>
        </Fragment>
      ))}
    </FieldGroup>
  )
}
