import { usePageText } from '@matricola/console/fields/page-text.ts'
import { useEffect, useRef } from 'react'
import type { LoadedDocument } from './drawable.ts'

interface PagesStripProps {
  readonly document: LoadedDocument
  readonly page: number
  readonly onTurn: (page: number) => void
}

/** Thumbnails are drawn only for this many pages before and after the current one. */
const around = 6
const thumbWidth = 56

/** Thumbnails of all pages, with the current one marked. */
export function PagesStrip({ document, page, onTurn }: PagesStripProps) {
  const { t } = usePageText()
  return (
    <nav className="viewer-pages" aria-label={t('review:viewer.pages')}>
      {Array.from({ length: document.pages }, (_, index) => index + 1).map((number) => (
        <button
          key={number}
          type="button"
          className="viewer-thumb"
          aria-current={number === page ? 'page' : undefined}
          aria-label={t('review:viewer.pageNumber', { page: number })}
          onClick={() => onTurn(number)}
        >
          {Math.abs(number - page) <= around && <Thumb document={document} page={number} />}
          <span aria-hidden="true">{number}</span>
        </button>
      ))}
    </nav>
  )
}

function Thumb({ document, page }: { readonly document: LoadedDocument; readonly page: number }) {
  const host = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    let isStale = false
    const draw = async () => {
      const drawable = await document.page(page)
      const canvas = await drawable.draw(thumbWidth / drawable.width, 0)
      if (!isStale) host.current?.replaceChildren(canvas)
    }
    // If the page cannot be drawn, the large view shows the error.
    draw().catch(() => {})
    return () => {
      isStale = true
    }
  }, [document, page])
  return <span ref={host} className="viewer-thumb-drawing" aria-hidden="true" />
}
