import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { announce } from './announcer.tsx'

interface StatusProps {
  readonly as?: 'p' | 'div' | 'span'
  readonly className?: string
  /** Set when the first words are read with what they stand in. Only changes are said. */
  readonly isKnown?: boolean
  readonly children?: ReactNode
}

/**
 * Words that are heard when they come and when they change. A live region that comes together with its words is not heard, so the
 * announcer says these; those that follow are said by the region itself.
 */
export function Status({ as: Element = 'p', className, isKnown = false, children }: StatusProps) {
  const box = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what it comes with; the region says the rest
  useEffect(() => {
    const words = isKnown || !box.current ? '' : wordsIn(box.current)
    if (words !== '') announce(words)
  }, [])
  return (
    // One of three elements, which all are HTML elements.
    <Element ref={box as RefObject<never>} className={className} role="status">
      {children}
    </Element>
  )
}

/** The texts of an element, which no letters join. */
function wordsIn(element: HTMLElement): string {
  const texts: string[] = []
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) texts.push(walker.currentNode.textContent ?? '')
  return texts.join(' ').replace(/\s+/g, ' ').trim()
}
