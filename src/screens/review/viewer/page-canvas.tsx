import { usePageText } from '@matricola/console/fields/page-text.ts'
import { useEffect, useRef, useState } from 'react'
import { drawPage } from './draw-page.ts'
import type { LoadedDocument } from './drawable.ts'
import type { Zoom } from './use-document-view.ts'
import type { FrameSize } from './use-frame-size.ts'

interface PageCanvasProps {
  readonly document: LoadedDocument
  /** Key of the document in the cache of its pages. */
  readonly url: string
  readonly page: number
  readonly zoom: Zoom
  readonly turn: number
  readonly label: string
  /** Size of the frame around the page. */
  readonly size: FrameSize
  readonly onDrawn: (scale: number) => void
}

/**
 * Draws a page at the resolution of the screen. The previous drawing stays until the next one is
 * ready.
 */
export function PageCanvas({
  document: loaded,
  url,
  page,
  zoom,
  turn,
  label,
  size,
  onDrawn,
}: PageCanvasProps) {
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
      // Drawing also fails if the user leaves the page in the meantime, which is not an error.
      if (!isStale) setFailed(true)
    })
    return () => {
      isStale = true
    }
  }, [loaded, zoom, turn, size, url, page])

  return (
    <>
      {hasFailed && <p className="viewer-note">{t('review:viewer.pageFailed')}</p>}
      <div ref={host} className="viewer-page" role="img" aria-label={label} hidden={hasFailed} />
    </>
  )
}
