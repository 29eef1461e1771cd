import type { ComponentProps } from 'react'
import { Announcer } from './announcer.tsx'

/** A dialog over the page, with a voice of its own: while it is open, the page below it is not heard. */
export function Modal({ children, ...props }: ComponentProps<'dialog'>) {
  return (
    <dialog {...props}>
      {children}
      <Announcer />
    </dialog>
  )
}
