import { useEffect, useRef } from 'react'
import { focusField } from '../../focus.ts'
import type { Draft } from '../draft.ts'
import { currentPassage, hasComeFromElsewhere } from './steps.ts'

/** After a change of step, scrolls to the top and focuses the heading, or the field that a link named. */
export function useArrival(draft: Draft) {
  const heading = useRef<HTMLHeadingElement>(null)
  const key = draft.key
  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival only
  useEffect(() => {
    if (!hasComeFromElsewhere()) return
    const { field } = currentPassage()
    document.documentElement.scrollTop = 0
    if (field === undefined) return heading.current?.focus()
    focusField(document.getElementById(`change-${field}`) ? `change-${field}` : field)
    // The field is not shown at this width.
    if (document.activeElement === document.body) heading.current?.focus()
  }, [key])
  return heading
}
