import { Fragment, type InputHTMLAttributes } from 'react'
import { useLanguage, useText } from '../../i18n.ts'
import { Field } from '../field.tsx'
import { Group } from '../field-group.tsx'
import { describedBy, Labelled } from '../field-parts.tsx'
import type { ValueName } from './draft.ts'
import type { StepParts } from './steps/step-parts.ts'
import { wordsAt } from './words.ts'

/** The message for a field's issue, or undefined. */
export function useMessage({ issues, draft }: Pick<StepParts, 'issues' | 'draft'>, name: string): string | undefined {
  const language = useLanguage()
  const issue = issues[name]?.[0]
  return issue && wordsAt(name, issue, draft.values, language)
}

type Settings = Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'autoComplete' | 'autoCapitalize' | 'inputMode' | 'onBlur'>

/**
 * A line of text. Old keyboards type ş and ţ with a cedilla, which identity cards never have, so they are replaced with the
 * Romanian letters at once.
 */
export function TextField({ parts, name, ...settings }: { parts: StepParts; name: ValueName } & Settings) {
  const t = useText('apply')
  return (
    <Field
      {...settings}
      name={name}
      label={t(`fields.${name}.label`)}
      hint={t(`fields.${name}.hint`)}
      message={useMessage(parts, name)}
      value={parts.draft.values[name]}
      onChange={(value) => parts.setValue(name, withCommaBelow(value))}
      spellCheck={false}
    />
  )
}

const romanian: Readonly<Record<string, string>> = { ş: 'ș', ţ: 'ț', Ş: 'Ș', Ţ: 'Ț' }

/** Restores the cursor position. Replacing one letter by another does not change it. */
function withCommaBelow(typed: string): string {
  const tidy = typed.replace(/[şţŞŢ]/g, (letter) => romanian[letter] ?? letter)
  const input = document.activeElement
  if (tidy !== typed && (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) && input.type !== 'email') {
    const at = input.selectionStart
    queueMicrotask(() => input.setSelectionRange(at, at))
  }
  return tidy
}

export function TextArea({ parts, name, autoComplete }: { parts: StepParts; name: ValueName; autoComplete: string }) {
  const t = useText('apply')
  const words = { name, hint: t(`fields.${name}.hint`), message: useMessage(parts, name) }
  return (
    <Labelled label={t(`fields.${name}.label`)} {...words}>
      <textarea
        className="input"
        id={name}
        name={name}
        rows={2}
        autoComplete={autoComplete}
        spellCheck={false}
        value={parts.draft.values[name]}
        onChange={(event) => parts.setValue(name, withCommaBelow(event.target.value))}
        aria-invalid={words.message ? true : undefined}
        aria-describedby={describedBy(words)}
        aria-required="true"
      />
    </Labelled>
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

export function SelectField({ parts, name, options, autoComplete, onChange }: SelectParts) {
  const t = useText('apply')
  const words = { name, message: useMessage(parts, name) }
  return (
    <Labelled label={t(`fields.${name}.label`)} {...words}>
      <select
        className="select"
        id={name}
        name={name}
        autoComplete={autoComplete}
        value={parts.draft.values[name]}
        onChange={(event) => (onChange ? onChange(event.target.value) : parts.setValue(name, event.target.value))}
        aria-invalid={words.message ? true : undefined}
        aria-describedby={describedBy(words)}
        aria-required="true"
      >
        {parts.draft.values[name] === '' ? <option value="">{t('choose')}</option> : null}
        {options.map(({ value, label, lang }) => (
          <option key={value} value={value} lang={lang}>
            {label}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

interface SelectParts {
  readonly parts: StepParts
  readonly name: ValueName
  readonly options: readonly Option[]
  readonly autoComplete?: string
  readonly onChange?: (value: string) => void
}

interface RadioParts {
  readonly parts: StepParts
  readonly name: ValueName
  readonly options: readonly Option[]
  readonly hint?: string
  readonly onChange?: (value: string) => void
}

/** A choice of a few options, all visible. */
export function RadioGroup({ parts, name, options, hint, onChange }: RadioParts) {
  const t = useText('apply')
  return (
    <Group id={name} name={name} label={t(`fields.${name}.label`)} hint={hint} message={useMessage(parts, name)}>
      {options.map(({ value, label, lang, detail, group }, index) => (
        <Fragment key={value}>
          {group === undefined || group === options[index - 1]?.group ? null : <p className="apply-group">{group}</p>}
          <label className={detail === undefined ? 'apply-radio' : 'apply-radio apply-card'}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={parts.draft.values[name] === value}
              onChange={() => (onChange ? onChange(value) : parts.setValue(name, value))}
            />
            <span>
              <span lang={lang}>{label}</span> {detail ? <span className="apply-detail">{detail}</span> : null}
            </span>
          </label>
        </Fragment>
      ))}
    </Group>
  )
}
