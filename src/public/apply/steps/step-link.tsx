import type { MouseEvent, ReactNode } from 'react'
import { type ApplyView, goTo, type StepNavigationState, viewPath } from './steps.ts'

interface StepLinkProps {
  readonly to: ApplyView
  readonly navigationState?: StepNavigationState
  /** The part of the address behind `#`. */
  readonly fragment?: string
  readonly id?: string
  readonly className?: string
  readonly children: ReactNode
}

/** A link to another step. It has a real address, but does not reload the page. */
export function StepLink(stepProps: StepLinkProps) {
  const { to, navigationState = {}, fragment = '', children, ...link } = stepProps
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    goTo(to, navigationState, fragment)
  }
  return (
    <a {...link} href={viewPath(to, fragment)} onClick={follow}>
      {children}
    </a>
  )
}
