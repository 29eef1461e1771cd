import type { ReactNode } from 'react'
import { describedBy, type FieldLabelProps, FieldNotes } from './labelled-field.tsx'

/** Several inputs that form one answer. */
export function FieldGroup({
  children,
  label,
  id,
  className = '',
  ...labelProps
}: FieldLabelProps & { id?: string; className?: string; children: ReactNode }) {
  return (
    <fieldset
      className={['field', labelProps.message && 'field-invalid', className].filter(Boolean).join(' ')}
      id={id}
      aria-describedby={describedBy(labelProps)}
    >
      <legend>{label}</legend>
      <FieldNotes {...labelProps} />
      {children}
    </fieldset>
  )
}
