import { type FieldSpec, isDerived } from '@matricola/schema/field.ts'
import { fieldKey } from '@matricola/schema/message-keys.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { patternOf } from '@matricola/schema/text-vocabulary.ts'
import { shapeKey } from '@matricola/schema/values/declared-pattern.ts'
import type { Issue } from '@matricola/schema/wire/wire.ts'
import { FieldInput } from './field-input.tsx'
import { useIssueText } from './issue-text.ts'
import { usePageText } from './page-text.ts'
import './fields.css'
import { CalculationNote, findCalculation } from './calculation-note.tsx'
import { FieldValue } from './field-value.tsx'
import { useFieldLanguage } from './university-text.tsx'

export interface FormFieldProps {
  readonly resource: AnyResource
  readonly name: string
  readonly spec: FieldSpec
  readonly value: unknown
  readonly values: { readonly [field: string]: unknown }
  readonly title?: string | undefined
  readonly required: boolean
  readonly readOnly?: boolean | undefined
  readonly disabled?: boolean | undefined
  readonly issue?: Issue | undefined
  /** Set in a compact row. In rows after the first, help texts are visually hidden. */
  readonly inRow?: 'first' | 'later'
  readonly onChange: (value: unknown, title?: string) => void
  /** Prefix of ids, because several forms on a page can contain the same field. */
  readonly scope: string
}

/** Returns the id of a field's control, which receives focus. */
export const controlId = (scope: string, name: string) => `${scope}-${name}`

/** One field of a form: label, help, error and control, in reading order. */
export function FormField(props: FormFieldProps) {
  const { t, exists } = usePageText()
  const issueText = useIssueText()
  const { resource, name, spec, issue } = props
  const lang = useFieldLanguage(spec)
  const id = controlId(props.scope, name)
  const label = t(`resources:${fieldKey(resource, name)}`)
  const helpKey = `resources:${resource.name}.help.${name}`
  const pattern = patternOf(spec)
  const withRegex = 'regex' in spec.options ? spec.options : undefined
  const patternHelp =
    withRegex &&
    t(`resources:${shapeKey(resource.name, name)}`, { example: withRegex.example ?? '' })
  const formatHint = exists(helpKey)
    ? t(helpKey)
    : (patternHelp ?? (pattern?.hasHint ? t(`fields.hints.${pattern.name}`) : null))
  const derived = isDerived(spec) && !props.required ? t('fields.hints.derived') : null
  // Some hints end with a period already.
  const help =
    formatHint && derived ? `${formatHint.replace(/\.$/, '')}. ${derived}` : (formatHint ?? derived)
  if (props.readOnly)
    return (
      <div className="form-field">
        <p className="field-label" id={`${id}-label`}>
          {label}
        </p>
        <div className="field-value" id={id}>
          <FieldValue
            resource={resource}
            name={name}
            record={{
              ...blankRecord,
              ...props.values,
              [name]: props.value,
              _titles: props.title === undefined ? {} : { [name]: props.title },
            }}
          />
        </div>
      </div>
    )
  const calculation = findCalculation(resource, name, { ...props.values, [name]: props.value })
  const describedBy =
    [help && `${id}-help`, issue && `${id}-error`, calculation && `${id}-calculation`]
      .filter(Boolean)
      .join(' ') || undefined
  return (
    <div className={issue ? 'form-field has-error' : 'form-field'}>
      <label className="field-label" id={`${id}-label`} htmlFor={id}>
        {label}{' '}
        {!props.required && spec.type !== 'boolean' && (
          <span className="field-optional">{t('fields.optional')}</span>
        )}
      </label>
      {help && (
        <p className={props.inRow === 'later' ? 'visually-hidden' : 'field-help'} id={`${id}-help`}>
          {help}
        </p>
      )}
      {issue && (
        <p className="field-error" id={`${id}-error`}>
          {issueText(issue, spec)}
        </p>
      )}
      <div className="form-control">
        <FieldInput
          id={id}
          labelId={`${id}-label`}
          resource={resource}
          name={name}
          spec={spec}
          value={props.value}
          values={props.values}
          title={props.title}
          required={props.required}
          disabled={props.disabled}
          invalid={issue !== undefined}
          describedBy={describedBy}
          lang={lang}
          isInRow={props.inRow !== undefined}
          onChange={props.onChange}
        />
        {calculation && (
          <CalculationNote id={`${id}-calculation`} calculation={calculation} value={props.value} />
        )}
      </div>
    </div>
  )
}

/** Placeholder metadata, so that unsaved values can be displayed as a record. */
const blankRecord = {
  id: '',
  version: 0,
  createdAt: '',
  updatedAt: '',
  _title: '',
  _titles: {},
  _can: [],
}
