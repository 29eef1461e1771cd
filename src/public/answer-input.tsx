import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { Field } from '@matricola/console/public/field.tsx'
import {
  describedBy,
  type FieldLabelProps,
  LabelledField,
} from '@matricola/console/public/labelled-field.tsx'
import { type FieldSpec, isFieldType } from '@matricola/schema/field.ts'

interface AnswerInputProps extends FieldLabelProps {
  readonly spec: FieldSpec
  /** Label of each choice in each language. */
  readonly choices:
    | { readonly [choice: string]: { readonly [language: string]: string } }
    | undefined
  readonly value: string
  readonly onChange: (value: string) => void
}

/**
 * The input for a programme's question, depending on its field type: options, long text, or one
 * line.
 */
export function AnswerInput({
  spec,
  choices,
  value,
  onChange,
  label,
  ...fieldProps
}: AnswerInputProps) {
  const t = useText('apply')
  const language = useLanguage()
  const { name } = fieldProps
  const inputProps = {
    id: name,
    'aria-invalid': fieldProps.message ? true : undefined,
    'aria-describedby': describedBy(fieldProps),
  } as const
  if (choices)
    return (
      <LabelledField label={label} {...fieldProps}>
        <select
          className="select"
          {...inputProps}
          aria-required="true"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          {value === '' ? <option value="">{t('choose')}</option> : null}
          {Object.entries(choices).map(([choice, labels]) => (
            <option key={choice} value={choice}>
              {labels[language] ?? choice}
            </option>
          ))}
        </select>
      </LabelledField>
    )
  if (isFieldType(spec, 'longText'))
    return (
      <LabelledField label={label} {...fieldProps}>
        <textarea
          className="input"
          {...inputProps}
          aria-required="true"
          name={name}
          rows={6}
          maxLength={spec.options.max}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </LabelledField>
    )
  const inputMode = isFieldType(spec, 'integer') ? ({ inputMode: 'numeric' } as const) : {}
  return (
    <Field
      {...fieldProps}
      {...inputMode}
      label={label}
      value={value}
      onChange={onChange}
      autoComplete="off"
    />
  )
}
