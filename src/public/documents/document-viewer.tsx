import { LiveRegion } from '@matricola/console/announcements/live-region.tsx'
import { NativeModal } from '@matricola/console/announcements/native-modal.tsx'
import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { formatPercent } from '@matricola/schema/values/format-size.ts'
import { type ComponentProps, useEffect, useId, useRef, useState } from 'react'
import type { PdfPages } from './pdf-pages.tsx'
import { isPicture, useObjectUrl } from './thumbnail.tsx'

const zooms = [1, 1.5, 2, 3, 4] as const

interface DocumentViewerProps {
  readonly title: string
  readonly blob: Blob
  /**
   * Called on close with the number of quarter turns, so that the file itself can be rotated.
   * Absent if the file cannot be changed.
   */
  readonly onRotated?: (quarters: number) => void
  readonly onClose: () => void
}

/**
 * Shows a file on the whole screen, with zoom and rotation. Closes by its button or Escape, and
 * returns the focus.
 */
export function DocumentViewer({ title, blob, onRotated, onClose }: DocumentViewerProps) {
  const t = useText('apply')
  const language = useLanguage()
  const dialog = useRef<HTMLDialogElement>(null)
  const content = useRef<HTMLElement>(null)
  const heading = useId()
  const [zoom, setZoom] = useState(0)
  const [quarters, setQuarters] = useState(0)
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    // Focuses the content instead of a tool, so that the keyboard scrolls it immediately.
    content.current?.focus()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  const close = () => {
    if (isPicture(blob)) onRotated?.(quarters)
    onClose()
  }
  const scale = zooms[zoom] ?? 1
  return (
    <NativeModal ref={dialog} className="viewer" aria-labelledby={heading} onCancel={close}>
      <header className="inline-group viewer-bar">
        <h2 id={heading}>{title}</h2>
        <div className="inline-group viewer-tools">
          <button
            type="button"
            className="button"
            aria-disabled={zoom === 0}
            aria-label={t('documents.zoomOut')}
            onClick={() => setZoom(Math.max(0, zoom - 1))}
          >
            <Icon name="minus" />
          </button>
          <LiveRegion as="span" className="viewer-zoom" isKnown>
            {formatPercent(scale, language)}
          </LiveRegion>
          <button
            type="button"
            className="button"
            aria-disabled={zoom === zooms.length - 1}
            aria-label={t('documents.zoomIn')}
            onClick={() => setZoom(Math.min(zooms.length - 1, zoom + 1))}
          >
            <Icon name="plus" />
          </button>
          <button type="button" className="button" onClick={() => setQuarters((quarters + 1) % 4)}>
            <Icon name="reload" />
            {t('documents.rotate')}
          </button>
          <button type="button" className="button" onClick={close}>
            <Icon name="close" />
            {t('documents.close')}
          </button>
        </div>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section ref={content} className="viewer-content" tabIndex={0} aria-labelledby={heading}>
        {isPicture(blob) ? (
          <Picture blob={blob} scale={scale} quarters={quarters} alt={title} />
        ) : (
          <Pdf blob={blob} scale={scale} quarters={quarters} label={title} />
        )}
      </section>
    </NativeModal>
  )
}

function Picture({
  blob,
  scale,
  quarters,
  alt,
}: {
  blob: Blob
  scale: number
  quarters: number
  alt: string
}) {
  const url = useObjectUrl(blob)
  return url ? (
    <div className="viewer-picture" style={{ width: `${scale * 100}%`, height: `${scale * 100}%` }}>
      <img
        src={url}
        alt={alt}
        className={quarters % 2 === 1 ? 'viewer-sideways' : undefined}
        style={{ rotate: `${quarters * 90}deg` }}
      />
    </div>
  ) : null
}

type Pages = typeof PdfPages

/**
 * The code is loaded with the first PDF. If loading fails, for example without a connection, only
 * the page image is missing.
 */
function Pdf(props: ComponentProps<Pages>) {
  const t = useText('apply')
  const [Pages, setPages] = useState<Pages | 'failed' | null>(null)
  useEffect(() => {
    let isMounted = true
    const show = (found: Pages | 'failed') => isMounted && setPages(() => found)
    import('./pdf-pages.tsx').then(
      (loaded) => show(loaded.PdfPages),
      () => show('failed'),
    )
    return () => {
      isMounted = false
    }
  }, [])
  if (Pages === null || Pages === 'failed')
    return <LiveRegion>{t(Pages ? 'documents.notShown' : 'documents.opening')}</LiveRegion>
  return <Pages {...props} />
}
