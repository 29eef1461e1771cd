import { type RefObject, useLayoutEffect, useState } from 'react'

export interface FrameSize {
  readonly width: number
  readonly height: number
}

/** As the last frame was; the next one most likely is. */
const seen: { size: FrameSize } = { size: { width: 600, height: 600 } }

export const lastFrameSize = () => seen.size

/** The inner size of the frame, known before the first drawing and followed from then on. */
export function useFrameSize(frame: RefObject<HTMLElement | null>): FrameSize {
  const [size, setSize] = useState<FrameSize>(seen.size)
  useLayoutEffect(() => {
    const box = frame.current
    // Absent where nothing is drawn.
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
