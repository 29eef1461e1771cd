import { redraw } from './draw.ts'

self.onmessage = async ({ data }: MessageEvent<{ blob: Blob; quarters: number }>) => {
  try {
    self.postMessage(
      await redraw(data.blob, data.quarters, (width, height) => new OffscreenCanvas(width, height)),
    )
  } catch {
    self.postMessage(null)
  }
}
