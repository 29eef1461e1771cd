import type { InputHTMLAttributes, ReactNode } from 'react'

type InputSettings = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'autoComplete' | 'autoCapitalize' | 'spellCheck' | 'inputMode' | 'onBlur'
>

export interface FieldParts extends InputSettings {
  readonly name: string
  readonly label: string
  readonly hint?: string
  /** What is wrong with the value, if anything. */
  readonly message: string | undefined
  readonly value: string
  readonly onChange: (value: string) => void
  /** Stands at the end of the input's row, such as the button that shows a password. */
  readonly beside?: ReactNode
}

/** Label, hint, what is wrong, input: in this order, so that all of it is read before typing. */
export function Field({ name, label, hint, message, value, onChange, beside, ...input }: FieldParts) {
  const described = [hint ? `${name}-hint` : '', message ? `${name}-message` : ''].filter(Boolean).join(' ')
  return (
    <div className={message ? 'field field-wrong' : 'field'}>
      <label htmlFor={name}>{label}</label>
      {hint ? (
        <p className="field-hint" id={`${name}-hint`}>
          {hint}
        </p>
      ) : null}
      {message ? (
        <p className="field-message" id={`${name}-message`}>
          {message}
        </p>
      ) : null}
      <div className="field-row">
        <input
          {...input}
          className="input"
          id={name}
          name={name}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={message ? true : undefined}
          aria-describedby={described || undefined}
          aria-required="true"
        />
        {beside}
      </div>
    </div>
  )
}
