import { controlProps, type InputProps } from '@matricola/console/fields/input.ts'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { Radio } from '@matricola/console/kit/checks.tsx'
import { choiceKey } from '../../message-keys.ts'

/** Maximum number of choices shown as radio buttons. */
const maxRadios = 4

/** Radio buttons for a few choices, otherwise a native select. */
export function ChoiceInput(props: InputProps<'choice'>) {
  return Object.keys(props.spec.choices).length <= maxRadios && !props.isInRow ? (
    <Radios {...props} />
  ) : (
    <NativeSelect {...props} />
  )
}

function Radios(props: InputProps<'choice'>) {
  const { t } = usePageText()
  const values = [...Object.keys(props.spec.choices), ...(props.required ? [] : [null])]
  return (
    <div
      id={props.id}
      className="options"
      role="radiogroup"
      aria-labelledby={props.labelId}
      aria-describedby={props.describedBy}
      aria-required={props.required || undefined}
      aria-invalid={props.invalid || undefined}
    >
      {values.map((value) => (
        <Radio
          key={value ?? ''}
          name={`${props.id}-option`}
          disabled={props.disabled}
          checked={(props.value ?? null) === value}
          onChange={() => props.onChange(value)}
        >
          {value === null
            ? t('fields.none')
            : t(`resources:${choiceKey(props.resource, props.name, value)}`)}
        </Radio>
      ))}
    </div>
  )
}

function NativeSelect(props: InputProps<'choice'>) {
  const { t } = usePageText()
  const value = typeof props.value === 'string' ? props.value : ''
  return (
    <select
      {...controlProps(props)}
      className="input"
      value={value}
      onChange={(event) => props.onChange(event.target.value || null)}
    >
      {(!props.required || value === '') && (
        <option value="">{t(props.required ? 'fields.choose' : 'fields.none')}</option>
      )}
      {Object.keys(props.spec.choices).map((choice) => (
        <option key={choice} value={choice}>
          {t(`resources:${choiceKey(props.resource, props.name, choice)}`)}
        </option>
      ))}
    </select>
  )
}
