import { type RefObject, useLayoutEffect, useState } from 'react'

export interface FrameSize {
  readonly width: number
  readonly height: number
}

/** Size of the last frame. The next one probably has the same. */
const lastSeen: { size: FrameSize } = { size: { width: 600, height: 600 } }

export const lastFrameSize = () => lastSeen.size

/** The inner size of the frame. Known before the first drawing and updated when it changes. */
export function useFrameSize(frame: RefObject<HTMLElement | null>): FrameSize {
  const [size, setSize] = useState<FrameSize>(lastSeen.size)
  useLayoutEffect(() => {
    const element = frame.current
    // Not available in tests, where nothing is drawn.
    if (!element || typeof ResizeObserver === 'undefined') return
    const measure = () => {
      const [width, height] = [element.clientWidth, element.clientHeight]
      lastSeen.size = { width, height }
      setSize((old) => (old.width === width && old.height === height ? old : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  return size
}
