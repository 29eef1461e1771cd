import type { IconName } from '@matricola/schema/vocabulary.ts'
import { createContext, type ReactNode, useContext } from 'react'
import type { consoleIcons } from './console-icons.tsx'
import { publicIcons } from './public-icons.tsx'

/** Names of our icons: those available to declarations and those used in the interface. */
export type AppIconName = IconName | keyof typeof publicIcons | keyof typeof consoleIcons

/**
 * Drawings by name. The console adds its own and those of the application; public pages have only
 * the default.
 */
export const IconsContext = createContext<{ readonly [name: string]: ReactNode }>(publicIcons)

/**
 * An icon of 18 px in the colour of the surrounding text. Hidden from screen readers, because text
 * or the control's name conveys its meaning.
 */
export function Icon({ name, className }: { name: AppIconName; className?: string }) {
  return <IconFrame className={className}>{useContext(IconsContext)[name]}</IconFrame>
}

/** The frame of an icon. `children` is its drawing. */
export function IconFrame({
  children,
  className,
}: {
  readonly children: ReactNode
  readonly className?: string | undefined
}) {
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
      {children}
    </svg>
  )
}
