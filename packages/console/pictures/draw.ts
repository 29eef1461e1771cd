/**
 * Redraws images: smaller, rotated, and upright according to their EXIF orientation. Runs in a
 * worker or on the page.
 */
import { maxUploadBytes } from '@matricola/schema/vocabulary.ts'

type Canvas = OffscreenCanvas | HTMLCanvasElement

/** Tried in order until the result is small enough: longest side in pixels, and JPEG quality. */
const sizes = [
  { side: 2200, quality: 0.82 },
  { side: 2200, quality: 0.7 },
  { side: 1600, quality: 0.7 },
] as const

/**
 * Returns the image as a JPEG, rotated clockwise by `quarters` quarter turns. Rejects if the
 * browser cannot decode it.
 */
export async function redraw(
  blob: Blob,
  quarters: number,
  canvasOf: (width: number, height: number) => Canvas,
): Promise<Blob> {
  const picture = await createImageBitmap(blob, { imageOrientation: 'from-image' })
  try {
    let drawn = blob
    for (const { side, quality } of sizes) {
      const scale = Math.min(1, side / Math.max(picture.width, picture.height))
      drawn = await encode(drawScaled(picture, scale, quarters, canvasOf), quality)
      if (drawn.size <= maxUploadBytes) break
    }
    return drawn
  } finally {
    picture.close()
  }
}

function drawScaled(
  picture: ImageBitmap,
  scale: number,
  quarters: number,
  canvasOf: (width: number, height: number) => Canvas,
): Canvas {
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  const isSideways = quarters % 2 === 1
  const canvas = canvasOf(isSideways ? height : width, isSideways ? width : height)
  // Both types of canvas have the same drawing methods.
  const context = canvas.getContext('2d') as CanvasRenderingContext2D | null
  if (!context) throw new Error('the browser provides no 2D canvas context')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.translate(canvas.width / 2, canvas.height / 2)
  context.rotate((quarters * Math.PI) / 2)
  context.drawImage(picture, -width / 2, -height / 2, width, height)
  return canvas
}

async function encode(canvas: Canvas, quality: number): Promise<Blob> {
  if (!('toBlob' in canvas)) return canvas.convertToBlob({ type: 'image/jpeg', quality })
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the picture was not encoded'))),
      'image/jpeg',
      quality,
    ),
  )
}
