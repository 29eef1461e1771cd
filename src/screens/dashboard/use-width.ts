import { useEffect, useRef, useState } from 'react'

/** Width of an element in pixels, so that a drawing fits and its letters keep their size. */
export function useWidth<E extends Element>(assumed: number) {
  const ref = useRef<E>(null)
  const [width, setWidth] = useState(assumed)
  useEffect(() => {
    const element = ref.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width] as const
}
