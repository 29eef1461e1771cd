import type { ReactNode } from 'react'

export interface Words {
  readonly name: string
  readonly label: string
  readonly hint?: ReactNode
  /** Fault of the value, if it has one. */
  readonly message: string | undefined
}

/** Ids of what `Notes` shows, for `aria-describedby`. */
export const describedBy = ({ name, hint, message }: Omit<Words, 'label'>) =>
  [hint ? `${name}-hint` : '', message ? `${name}-message` : ''].filter(Boolean).join(' ') || undefined

/** Hint and what is wrong, between a label or legend and what is filled in: all of it is read before typing. */
export function Notes({ name, hint, message }: Omit<Words, 'label'>) {
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

/** An input with its label. */
export function Labelled({ children, label, ...words }: Words & { children: ReactNode }) {
  return (
    <div className={words.message ? 'field field-wrong' : 'field'}>
      <label htmlFor={words.name}>{label}</label>
      <Notes {...words} />
      {children}
    </div>
  )
}
