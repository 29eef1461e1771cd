import {
  describedBy,
  type FieldLabelProps,
  FieldNotes,
} from '@matricola/console/public/labelled-field.tsx'
import type { ReactNode } from 'react'

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
      className={['field', labelProps.message && 'field-invalid', className]
        .filter(Boolean)
        .join(' ')}
      id={id}
      aria-describedby={describedBy(labelProps)}
    >
      <legend>{label}</legend>
      <FieldNotes {...labelProps} />
      {children}
    </fieldset>
  )
}
