import { LiveRegion } from '@matricola/console/announcements/live-region.tsx'
import { useText } from '@matricola/console/i18n.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { useEffect, useRef, useState } from 'react'
import { type OpenPdf, openPdf } from '#src/pdf/open-pdf.ts'
import './documents.css'

/** Shows one page of a PDF at a time. Its width is the available width multiplied by `scale`. */
export function PdfPages({
  blob,
  scale,
  quarters,
  label,
}: {
  blob: Blob
  scale: number
  quarters: number
  label: string
}) {
  const t = useText('apply')
  const [pdf, setPdf] = useState<OpenPdf | 'failed' | null>(null)
  const [page, setPage] = useState(1)
  const container = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const pdfPromise = openPdf(blob)
    pdfPromise.then(setPdf, () => setPdf('failed'))
    return () => {
      pdfPromise.then(
        (opened) => opened.close(),
        () => {},
      )
    }
  }, [blob])
  const loadedPdf = pdf === 'failed' ? null : pdf
  useEffect(() => {
    if (!loadedPdf || !canvas.current || !container.current) return
    loadedPdf
      .draw(canvas.current, { page, width: container.current.clientWidth * scale, quarters })
      .catch(() => setPdf('failed'))
  }, [loadedPdf, page, scale, quarters])
  if (pdf === 'failed') return <LiveRegion>{t('documents.notShown')}</LiveRegion>
  return (
    <div ref={container} className="viewer-pdf">
      {loadedPdf && loadedPdf.pages > 1 ? (
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
            {t('documents.page', { page, pages: loadedPdf.pages })}
          </LiveRegion>
          <button
            type="button"
            className="button"
            aria-disabled={page === loadedPdf.pages}
            aria-label={t('documents.nextPage')}
            onClick={() => setPage(Math.min(loadedPdf.pages, page + 1))}
          >
            <Icon name="chevron-right" />
          </button>
        </p>
      ) : null}
      <canvas ref={canvas} role="img" aria-label={label} />
    </div>
  )
}
