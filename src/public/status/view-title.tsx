import { type ReactNode, useEffect, useRef } from 'react'

/** The heading of a view. Receives the focus if the view replaced another one. */
export function ViewTitle({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.documentElement.scrollTop = 0
    heading.current?.focus()
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}
