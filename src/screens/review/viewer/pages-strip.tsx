import { useEffect, useRef } from 'react'
import { usePageText } from '#src/fields/page-text.ts'
import type { LoadedDocument } from './drawable.ts'

interface PagesStripProps {
  readonly document: LoadedDocument
  readonly page: number
  readonly onTurn: (page: number) => void
}

/** Pages that are drawn small before they come near. */
const around = 6
const thumbWidth = 56

/** The pages of a document as small drawings beside each other; the one on the screen is marked. */
export function PagesStrip({ document, page, onTurn }: PagesStripProps) {
  const { t } = usePageText()
  return (
    <nav className="viewer-pages" aria-label={t('review.viewer.pages')}>
      {Array.from({ length: document.pages }, (_, index) => index + 1).map((number) => (
        <button
          key={number}
          type="button"
          className="viewer-thumb"
          aria-current={number === page ? 'page' : undefined}
          aria-label={t('review.viewer.pageNumber', { page: number })}
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
    // The large drawing tells of a page that cannot be drawn.
    draw().catch(() => {})
    return () => {
      isStale = true
    }
  }, [document, page])
  return <span ref={host} className="viewer-thumb-drawing" aria-hidden="true" />
}
