import { type InputHTMLAttributes, type ReactNode, useRef } from 'react'
import { useAutofill } from '../autofill.ts'
import { describedBy, type FieldLabelProps, LabelledField } from './labelled-field.tsx'

type InputAttributes = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'autoComplete' | 'autoCapitalize' | 'spellCheck' | 'inputMode' | 'onBlur'
>

export interface FieldProps extends InputAttributes, FieldLabelProps {
  readonly value: string
  readonly onChange: (value: string) => void
  /** Shown at the end of the input's row, such as the button that reveals a password. */
  readonly endAdornment?: ReactNode
}

/**
 * Label, hint, error and input, in this order, so that users read everything else before they type.
 */
export function Field({
  name,
  label,
  hint,
  message,
  value,
  onChange,
  endAdornment,
  ...input
}: FieldProps) {
  const labelProps = { name, hint, message }
  const inputRef = useRef<HTMLInputElement>(null)
  useAutofill(inputRef, value, onChange)
  return (
    <LabelledField label={label} {...labelProps}>
      <div className="field-row">
        <input
          {...input}
          ref={inputRef}
          className="input"
          id={name}
          name={name}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={message ? true : undefined}
          aria-describedby={describedBy(labelProps)}
          aria-required="true"
        />
        {endAdornment}
      </div>
    </LabelledField>
  )
}
