import { focusPublicField } from '@matricola/console/public/focus-public-field.ts'
import { useEffect, useRef } from 'react'
import type { ApplicationDraft } from '../application-draft.ts'
import { currentNavigationState, hasNavigated } from './steps.ts'

/**
 * After a change of step, scrolls to the top and focuses the heading, or the field that a link
 * named.
 */
export function useStepFocus(draft: ApplicationDraft) {
  const heading = useRef<HTMLHeadingElement>(null)
  const key = draft.key
  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival only
  useEffect(() => {
    if (!hasNavigated()) return
    const { field } = currentNavigationState()
    document.documentElement.scrollTop = 0
    if (field === undefined) return heading.current?.focus()
    focusPublicField(document.getElementById(`change-${field}`) ? `change-${field}` : field)
    // The field is not shown at this width.
    if (document.activeElement === document.body) heading.current?.focus()
  }, [key])
  return heading
}
