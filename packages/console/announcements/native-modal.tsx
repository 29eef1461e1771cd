import type { ComponentProps } from 'react'
import { Announcer } from './announcer.tsx'

/**
 * A native modal dialog with its own live region, because screen readers do not read the page below
 * it.
 */
export function NativeModal({ children, ...props }: ComponentProps<'dialog'>) {
  return (
    <dialog {...props}>
      {children}
      <Announcer />
    </dialog>
  )
}
