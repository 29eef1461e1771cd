import { redraw } from './draw.ts'

/** Makes a picture smaller, or turns it, without stopping the page: in a worker, or on the page where that cannot be. Fails where it cannot be read. */
export async function redrawPicture(blob: Blob, quarters = 0): Promise<Blob> {
  const drawn = typeof OffscreenCanvas === 'function' ? await inWorker(blob, quarters) : null
  return drawn ?? redraw(blob, quarters, onPage)
}

/** One picture per worker: a phone is short of memory, and the worker's is given back at once. Null where it did not work. */
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
