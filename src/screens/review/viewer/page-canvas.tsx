import { useEffect, useRef, useState } from 'react'
import { usePageText } from '#src/fields/page-text.ts'
import { drawPage } from './draw-page.ts'
import type { LoadedDocument } from './drawable.ts'
import type { FrameSize } from './use-frame-size.ts'
import type { Zoom } from './use-view.ts'

interface PageCanvasProps {
  readonly document: LoadedDocument
  /** Names the document in the cache of its pages. */
  readonly url: string
  readonly page: number
  readonly zoom: Zoom
  readonly turn: number
  readonly label: string
  /** Of the frame around it. */
  readonly size: FrameSize
  readonly onDrawn: (scale: number) => void
}

/** One page, drawn as sharp as the screen is. The last drawing stays until the next one is ready. */
export function PageCanvas({ document: loaded, url, page, zoom, turn, label, size, onDrawn }: PageCanvasProps) {
  const host = useRef<HTMLDivElement>(null)
  const { t } = usePageText()
  const [hasFailed, setFailed] = useState(false)
  const report = useRef(onDrawn)
  report.current = onDrawn

  useEffect(() => {
    let isStale = false
    const draw = async () => {
      const { canvas, scale, sharpness } = await drawPage(loaded, { page, zoom, turn, size })
      if (isStale) return
      report.current(scale)
      canvas.style.width = `${canvas.width / sharpness}px`
      canvas.style.height = `${canvas.height / sharpness}px`
      canvas.dataset.page = `${url}#${page}`
      host.current?.replaceChildren(canvas)
      setFailed(false)
    }
    draw().catch(() => {
      // A page that was left while it was being drawn fails too, and nobody is told of it.
      if (!isStale) setFailed(true)
    })
    return () => {
      isStale = true
    }
  }, [loaded, zoom, turn, size, url, page])

  return (
    <>
      {hasFailed && <p className="viewer-note">{t('review.viewer.pageFailed')}</p>}
      <div ref={host} className="viewer-page" role="img" aria-label={label} hidden={hasFailed} />
    </>
  )
}
