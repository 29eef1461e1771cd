import { type RefObject, useLayoutEffect, useState } from 'react'

export interface FrameSize {
  readonly width: number
  readonly height: number
}

/** Size of the last frame. The next frame is probably the same size. */
const lastSeen: { size: FrameSize } = { size: { width: 600, height: 600 } }

export const lastFrameSize = () => lastSeen.size

/** The inner size of the frame. Measured before the first paint and whenever it changes. */
export function useFrameSize(frame: RefObject<HTMLElement | null>): FrameSize {
  const [size, setSize] = useState<FrameSize>(lastSeen.size)
  useLayoutEffect(() => {
    const element = frame.current
    // `ResizeObserver` is not available in tests, where nothing has a size.
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
