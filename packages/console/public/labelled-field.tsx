import type { ReactNode } from 'react'

export interface FieldLabelProps {
  readonly name: string
  readonly label: string
  readonly hint?: ReactNode
  /** The issue of the value, if any. */
  readonly message: string | undefined
}

/** Ids of the elements that `FieldNotes` renders, for `aria-describedby`. */
export const describedBy = ({ name, hint, message }: Omit<FieldLabelProps, 'label'>) =>
  [hint ? `${name}-hint` : '', message ? `${name}-message` : ''].filter(Boolean).join(' ') ||
  undefined

/**
 * Hint and error message. They come between label and input, so that they are read before typing.
 */
export function FieldNotes({ name, hint, message }: Omit<FieldLabelProps, 'label'>) {
  return (
    <>
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
    </>
  )
}

export function LabelledField({
  children,
  label,
  ...labelProps
}: FieldLabelProps & { children: ReactNode }) {
  return (
    <div className={labelProps.message ? 'field field-invalid' : 'field'}>
      <label htmlFor={labelProps.name}>{label}</label>
      <FieldNotes {...labelProps} />
      {children}
    </div>
  )
}
