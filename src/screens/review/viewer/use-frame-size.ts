import { type RefObject, useLayoutEffect, useState } from 'react'

export interface FrameSize {
  readonly width: number
  readonly height: number
}

/** Size of the last frame. The next one probably has the same. */
const seen: { size: FrameSize } = { size: { width: 600, height: 600 } }

export const lastFrameSize = () => seen.size

/** The inner size of the frame. Known before the first drawing and updated when it changes. */
export function useFrameSize(frame: RefObject<HTMLElement | null>): FrameSize {
  const [size, setSize] = useState<FrameSize>(seen.size)
  useLayoutEffect(() => {
    const box = frame.current
    // Not available in tests, where nothing is drawn.
    if (!box || typeof ResizeObserver === 'undefined') return
    const measure = () => {
      const [width, height] = [box.clientWidth, box.clientHeight]
      seen.size = { width, height }
      setSize((old) => (old.width === width && old.height === height ? old : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [frame])
  return size
}
