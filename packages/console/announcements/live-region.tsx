import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { announceText } from './announcer.tsx'

interface LiveRegionProps {
  readonly as?: 'p' | 'div' | 'span'
  readonly className?: string
  /**
   * Set if screen readers read the initial text together with its surroundings, so that only
   * changes are announced.
   */
  readonly isKnown?: boolean
  readonly children?: ReactNode
}

/**
 * A text that is announced when it appears and when it changes. Screen readers ignore a live region
 * that is inserted together with its text, so the announcer reads the initial text, and the region
 * announces later changes.
 */
export function LiveRegion({
  as: Element = 'p',
  className,
  isKnown = false,
  children,
}: LiveRegionProps) {
  const region = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the initial text; the region announces changes
  useEffect(() => {
    const text = isKnown || !region.current ? '' : textIn(region.current)
    if (text !== '') announceText(text)
  }, [])
  return (
    // All three possible elements are HTML elements.
    <Element ref={region as RefObject<never>} className={className} role="status">
      {children}
    </Element>
  )
}

/** The texts of an element, separated by spaces, because the layout alone may separate them. */
function textIn(element: HTMLElement): string {
  const texts: string[] = []
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) texts.push(walker.currentNode.textContent ?? '')
  return texts.join(' ').replace(/\s+/g, ' ').trim()
}
