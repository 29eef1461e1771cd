import { HttpError } from '@matricola/providers/http.ts'
import { useRef, useState } from 'react'
import { useAutofill } from '../autofill.ts'
import { usePageText } from '../fields/page-text.ts'
import { Button } from '../kit/button.tsx'
import { Input } from '../kit/inputs.tsx'

interface PasswordFieldProps {
  readonly id: string
  readonly label: string
  readonly autoComplete: 'current-password' | 'new-password'
  readonly value: string
  readonly help?: string
  readonly error: string | null
  readonly onChange: (value: string) => void
}

/** A password input with a button that reveals it. Pasting and password managers work. */
export function PasswordField({
  id,
  label,
  autoComplete,
  value,
  help,
  error,
  onChange,
}: PasswordFieldProps) {
  const { t } = usePageText()
  const [isVisible, setVisible] = useState(false)
  const inputRef = useRef<HTMLInputElement>(null)
  useAutofill(inputRef, value, onChange)
  const describedBy =
    [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <div className={error ? 'form-field has-error' : 'form-field'}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {help && (
        <p className="field-help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      <div className="password-line">
        <Input
          ref={inputRef}
          id={id}
          type={isVisible ? 'text' : 'password'}
          autoComplete={autoComplete}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        <Button aria-pressed={isVisible} aria-controls={id} onClick={() => setVisible(!isVisible)}>
          {t(isVisible ? 'password.hide' : 'password.show')}
        </Button>
      </div>
    </div>
  )
}

/** Returns the message of the server for a rejected password; null if there was no error. */
export const passwordRefusal = (error: Error | null): string | null =>
  error instanceof HttpError
    ? (error.errors.password?.[0] ?? error.message)
    : (error?.message ?? null)
