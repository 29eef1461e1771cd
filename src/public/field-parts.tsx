import type { ReactNode } from 'react'

export interface Words {
  readonly name: string
  readonly label: string
  readonly hint?: ReactNode
  /** The issue of the value, if any. */
  readonly message: string | undefined
}

/** Ids of the elements that `Notes` renders, for `aria-describedby`. */
export const describedBy = ({ name, hint, message }: Omit<Words, 'label'>) =>
  [hint ? `${name}-hint` : '', message ? `${name}-message` : ''].filter(Boolean).join(' ') || undefined

/** Hint and error message. They come between label and input, so that they are read before typing. */
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

export function Labelled({ children, label, ...words }: Words & { children: ReactNode }) {
  return (
    <div className={words.message ? 'field field-wrong' : 'field'}>
      <label htmlFor={words.name}>{label}</label>
      <Notes {...words} />
      {children}
    </div>
  )
}
