import type { ReactNode } from 'react'
import type { IconName } from '#model/vocabulary.ts'
import type { consoleDrawings } from './console-drawings.tsx'
import { drawings } from './drawings.tsx'

/** Names of our icons: those available to declarations and those of the interface. */
export type DrawnIcon = IconName | keyof typeof drawings | keyof typeof consoleDrawings

const drawn: { [N in DrawnIcon]?: ReactNode } = { ...drawings }

/** Registers more icons. Call it before rendering anything that uses them. */
export const addDrawings = (more: { readonly [N in DrawnIcon]?: ReactNode }) => void Object.assign(drawn, more)

/** An icon of 18 px in the colour of the surrounding text. Hidden from screen readers: text or the control's name says what it means. */
export function Icon({ name, className }: { name: DrawnIcon; className?: string }) {
  return (
    <svg
      className={className ? `icon ${className}` : 'icon'}
      viewBox="0 0 18 18"
      width="18"
      height="18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {drawn[name]}
    </svg>
  )
}
