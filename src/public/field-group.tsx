import type { ReactNode } from 'react'
import { describedBy, Notes, type Words } from './field-parts.tsx'

/** Several inputs that form one answer. */
export function Group({ children, label, id, className = '', ...words }: Words & { id?: string; className?: string; children: ReactNode }) {
  return (
    <fieldset
      className={['field', words.message && 'field-wrong', className].filter(Boolean).join(' ')}
      id={id}
      aria-describedby={describedBy(words)}
    >
      <legend>{label}</legend>
      <Notes {...words} />
      {children}
    </fieldset>
  )
}
