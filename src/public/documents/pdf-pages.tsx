import { useEffect, useRef, useState } from 'react'
import { type OpenPdf, openPdf } from '#src/pdf/open-pdf.ts'
import { LiveRegion } from '../../announcements/live-region.tsx'
import { useText } from '../../i18n.ts'
import { Icon } from '../../icons/icon.tsx'
import './documents.css'

/** One page of a PDF at a time, at the available width multiplied by `scale`. */
export function PdfPages({ blob, scale, quarters, label }: { blob: Blob; scale: number; quarters: number; label: string }) {
  const t = useText('apply')
  const [pdf, setPdf] = useState<OpenPdf | 'failed' | null>(null)
  const [page, setPage] = useState(1)
  const room = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const opening = openPdf(blob)
    opening.then(setPdf, () => setPdf('failed'))
    return () => {
      opening.then(
        (opened) => opened.close(),
        () => {},
      )
    }
  }, [blob])
  const shown = pdf === 'failed' ? null : pdf
  useEffect(() => {
    if (!shown || !canvas.current || !room.current) return
    shown.draw(canvas.current, { page, width: room.current.clientWidth * scale, quarters }).catch(() => setPdf('failed'))
  }, [shown, page, scale, quarters])
  if (pdf === 'failed') return <LiveRegion>{t('documents.notShown')}</LiveRegion>
  return (
    <div ref={room} className="viewer-pdf">
      {shown && shown.pages > 1 ? (
        <p className="viewer-pages">
          <button
            type="button"
            className="button"
            aria-disabled={page === 1}
            aria-label={t('documents.previousPage')}
            onClick={() => setPage(Math.max(1, page - 1))}
          >
            <Icon name="chevron-left" />
          </button>
          <LiveRegion as="span" isKnown>
            {t('documents.page', { page, pages: shown.pages })}
          </LiveRegion>
          <button
            type="button"
            className="button"
            aria-disabled={page === shown.pages}
            aria-label={t('documents.nextPage')}
            onClick={() => setPage(Math.min(shown.pages, page + 1))}
          >
            <Icon name="chevron-right" />
          </button>
        </p>
      ) : null}
      <canvas ref={canvas} role="img" aria-label={label} />
    </div>
  )
}
