import type { Drawable, LoadedDocument } from './drawable.ts'
import type { Zoom } from './use-document-view.ts'
import type { FrameSize } from './use-frame-size.ts'

export interface PageViewSettings {
  readonly page: number
  readonly zoom: Zoom
  readonly turn: number
  /** Size of the frame around the page. */
  readonly size: FrameSize
}

interface Drawing {
  readonly canvas: HTMLCanvasElement
  readonly scale: number
  /** Canvas pixels per CSS pixel. */
  readonly sharpness: number
}

/** Space between the page and the frame, in CSS pixels. */
const margin = 24
/** Limit for the canvas size. Browsers reject much larger canvases. */
const maxPixels = 16_000_000

/**
 * The last drawing of each document, so that a drawing made in advance is reused when the document
 * is shown.
 */
const lastDrawings = new WeakMap<
  LoadedDocument,
  { readonly key: string; readonly drawing: Promise<Drawing> }
>()

/**
 * Draws a page at the resolution of the screen. Returns the cached drawing if nothing has changed.
 */
export function drawPage(loaded: LoadedDocument, settings: PageViewSettings): Promise<Drawing> {
  const { page, zoom, turn, size } = settings
  const key = [page, zoom, turn, size.width, size.height, window.devicePixelRatio].join()
  const lastDrawing = lastDrawings.get(loaded)
  if (lastDrawing?.key === key) return lastDrawing.drawing
  const drawing = draw(loaded, settings)
  lastDrawings.set(loaded, { key, drawing })
  drawing.catch(() => lastDrawings.delete(loaded))
  return drawing
}

async function draw(
  loaded: LoadedDocument,
  { page, zoom, turn, size }: PageViewSettings,
): Promise<Drawing> {
  const drawable = await loaded.page(page)
  const scale = scaleOf(drawable, zoom, turn, size)
  const sharpness = Math.min(
    window.devicePixelRatio || 1,
    Math.sqrt(maxPixels / (drawable.width * drawable.height * scale * scale)),
  )
  return { canvas: await drawable.draw(scale * sharpness, turn), scale, sharpness }
}

function scaleOf({ width, height }: Drawable, zoom: Zoom, turn: number, size: FrameSize): number {
  if (typeof zoom === 'number') return zoom
  const [pageWidth, pageHeight] = turn % 180 === 0 ? [width, height] : [height, width]
  const byWidth = Math.max(50, size.width - margin) / pageWidth
  return zoom === 'width'
    ? byWidth
    : Math.min(byWidth, Math.max(50, size.height - margin) / pageHeight)
}
