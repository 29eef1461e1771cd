import type { MouseEvent, ReactNode } from 'react'
import { addressOf, goTo, type Passage, type View } from './steps.ts'

/** A link to another step. It has a real address, but does not reload the page. */
export function StepLink(parts: { to: View; passage?: Passage; id?: string; className?: string; children: ReactNode }) {
  const { to, passage = {}, children, ...link } = parts
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    goTo(to, passage)
  }
  return (
    <a {...link} href={addressOf(to)} onClick={follow}>
      {children}
    </a>
  )
}
