import type { Drawable, LoadedDocument } from './drawable.ts'
import type { FrameSize } from './use-frame-size.ts'
import type { Zoom } from './use-view.ts'

export interface Looking {
  readonly page: number
  readonly zoom: Zoom
  readonly turn: number
  /** Of the frame around the page. */
  readonly size: FrameSize
}

interface Drawing {
  readonly canvas: HTMLCanvasElement
  readonly scale: number
  /** Pixels of the canvas for each of the page. */
  readonly sharpness: number
}

/** Space between the page and the frame. */
const margin = 24
/** Browsers refuse larger canvases. */
const mostPixels = 16_000_000

/** The last drawing of each document: what was drawn ahead is not drawn again when it comes up. */
const last = new WeakMap<LoadedDocument, { readonly key: string; readonly drawing: Promise<Drawing> }>()

/** Draws a page as sharp as the screen is. */
export function drawPage(loaded: LoadedDocument, looking: Looking): Promise<Drawing> {
  const { page, zoom, turn, size } = looking
  const key = [page, zoom, turn, size.width, size.height, window.devicePixelRatio].join()
  const known = last.get(loaded)
  if (known?.key === key) return known.drawing
  const drawing = draw(loaded, looking)
  last.set(loaded, { key, drawing })
  drawing.catch(() => last.delete(loaded))
  return drawing
}

async function draw(loaded: LoadedDocument, { page, zoom, turn, size }: Looking): Promise<Drawing> {
  const drawable = await loaded.page(page)
  const scale = scaleOf(drawable, zoom, turn, size)
  const sharpness = Math.min(window.devicePixelRatio || 1, Math.sqrt(mostPixels / (drawable.width * drawable.height * scale * scale)))
  return { canvas: await drawable.draw(scale * sharpness, turn), scale, sharpness }
}

function scaleOf({ width, height }: Drawable, zoom: Zoom, turn: number, size: FrameSize): number {
  if (typeof zoom === 'number') return zoom
  const [across, down] = turn % 180 === 0 ? [width, height] : [height, width]
  const byWidth = Math.max(50, size.width - margin) / across
  return zoom === 'width' ? byWidth : Math.min(byWidth, Math.max(50, size.height - margin) / down)
}
