import { redraw } from './draw.ts'

/**
 * Shrinks or rotates an image in a worker, so that the page is not blocked. If the worker fails,
 * does so on the page. Rejects if the image cannot be decoded.
 */
export async function redrawPicture(blob: Blob, quarters = 0): Promise<Blob> {
  const drawn = typeof OffscreenCanvas === 'function' ? await inWorker(blob, quarters) : null
  return drawn ?? redraw(blob, quarters, onPage)
}

/**
 * Uses one worker per image, because phones have little memory and terminating a worker frees its
 * memory immediately. Returns null on failure.
 */
function inWorker(blob: Blob, quarters: number): Promise<Blob | null> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./shrink-worker.ts', import.meta.url), { type: 'module' })
    const end = (drawn: Blob | null) => {
      worker.terminate()
      resolve(drawn)
    }
    worker.onmessage = ({ data }: MessageEvent<Blob | null>) => end(data)
    worker.onerror = () => end(null)
    worker.postMessage({ blob, quarters })
  })
}

function onPage(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  return canvas
}
