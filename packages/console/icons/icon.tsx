import type { IconName } from '@matricola/schema/vocabulary.ts'
import type { ReactNode } from 'react'
import type { consoleIcons } from './console-icons.tsx'
import { publicIcons } from './public-icons.tsx'

/** Names of our icons: those available to declarations and those used in the interface. */
export type AppIconName = IconName | keyof typeof publicIcons | keyof typeof consoleIcons

const registeredIcons: { [N in AppIconName]?: ReactNode } = { ...publicIcons }

/** Registers more icons. Call it before rendering anything that uses them. */
export const registerIcons = (more: { readonly [N in AppIconName]?: ReactNode }) => void Object.assign(registeredIcons, more)

/**
 * An icon of 18 px in the colour of the surrounding text. Hidden from screen readers, because text or the control's name conveys
 * its meaning.
 */
export function Icon({ name, className }: { name: AppIconName; className?: string }) {
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
      {registeredIcons[name]}
    </svg>
  )
}
