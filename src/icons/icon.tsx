import type { ReactNode } from 'react'
import type { IconName } from '#model/vocabulary.ts'
import type { consoleDrawings } from './console-drawings.tsx'
import { drawings } from './drawings.tsx'

/** Names of our icons: those that declarations can name, and the interface's own. */
export type DrawnIcon = IconName | keyof typeof drawings | keyof typeof consoleDrawings

const drawn: { [N in DrawnIcon]?: ReactNode } = { ...drawings }

/** Makes more drawings known; call it before anything that uses them is shown. */
export const addDrawings = (more: { readonly [N in DrawnIcon]?: ReactNode }) => void Object.assign(drawn, more)

/** One of our icons, 18 px, in the colour of the text around it. Decoration: what it means stands beside it in words or in the control's name. */
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
