import type { MouseEvent, ReactNode } from 'react'
import { addressOf, goTo, type Passage, type View } from './steps.ts'

interface StepLinkParts {
  readonly to: View
  readonly passage?: Passage
  /** The part of the address behind `#`. */
  readonly fragment?: string
  readonly id?: string
  readonly className?: string
  readonly children: ReactNode
}

/** A link to another step. It has a real address, but does not reload the page. */
export function StepLink(parts: StepLinkParts) {
  const { to, passage = {}, fragment = '', children, ...link } = parts
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    goTo(to, passage, fragment)
  }
  return (
    <a {...link} href={addressOf(to, fragment)} onClick={follow}>
      {children}
    </a>
  )
}
