/** Renders scenes as photographs: draws pixels, rotates them slightly and encodes them as JPEG. */

import type { Colour, Scene, Shape } from './scene.ts'
import { textStrokes } from './stroke-font.ts'

interface Canvas {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
  /** Pixels per unit of the scene. */
  readonly scale: number
}

const pixelsWide = 1000

/** Renders the scene as if photographed on a table. `isBlurred` simulates camera shake. */
export async function renderPhoto(
  scene: Scene,
  { variant, isBlurred = false }: { readonly variant: number; readonly isBlurred?: boolean },
): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp')
  const { width, height, pixels } = drawScene(scene)
  const table = { r: 150 + (variant % 40), g: 128 + (variant % 30), b: 104 + (variant % 20) }
  const picture = sharp(pixels, { raw: { width, height, channels: 3 } })
    .extend({ top: 60, bottom: 60, left: 60, right: 60, background: table })
    .rotate(((variant % 9) - 4) * 0.7, { background: table })
  return await (isBlurred ? picture.blur(6) : picture).jpeg({ quality: 68 }).toBuffer()
}

function drawScene(scene: Scene): Canvas {
  const scale = pixelsWide / scene.width
  const [width, height] = [pixelsWide, Math.round(scene.height * scale)]
  const canvas: Canvas = { width, height, scale, pixels: new Uint8Array(width * height * 3) }
  fill(canvas, [0, 0, width, height], scene.paper)
  for (const shape of scene.shapes) draw(canvas, shape)
  return canvas
}

function draw(canvas: Canvas, shape: Shape): void {
  const { scale } = canvas
  switch (shape.kind) {
    case 'box': {
      const [x, y, w, h] = [shape.x * scale, shape.y * scale, shape.w * scale, shape.h * scale]
      fill(canvas, [x, y, x + w, y + h], shape.fill)
      break
    }
    case 'disc': {
      const [x, y, r] = [shape.x * scale, shape.y * scale, shape.r * scale]
      paint(
        canvas,
        [x - r - 1, y - r - 1, x + r + 1, y + r + 1],
        shape.fill,
        (px, py) => r - Math.hypot(px - x, py - y) + 0.5,
      )
      break
    }
    case 'line':
      drawLine(canvas, shape.from, shape.to, shape.width, shape.colour)
      break
    case 'text': {
      const { strokes, width } = textStrokes(shape.text)
      const size = shape.size * 0.72
      const left = shape.isCentred ? shape.x - (width * size) / 2 : shape.x
      const thickness = shape.size * (shape.isBold ? 0.11 : 0.075)
      const at = ([x, y]: readonly [number, number]) =>
        [left + x * size, shape.y + y * size] as const
      for (const stroke of strokes)
        for (const [i, point] of stroke.entries())
          drawLine(
            canvas,
            at(stroke[Math.max(0, i - 1)] ?? point),
            at(point),
            thickness,
            shape.colour,
          )
    }
  }
}

/** Draws a line with round ends. */
function drawLine(
  canvas: Canvas,
  from: readonly [number, number],
  to: readonly [number, number],
  thickness: number,
  colour: Colour,
): void {
  const { scale } = canvas
  const [x1, y1, x2, y2] = [from[0] * scale, from[1] * scale, to[0] * scale, to[1] * scale]
  const half = Math.max(0.6, (thickness * scale) / 2)
  const [dx, dy] = [x2 - x1, y2 - y1]
  const square = dx * dx + dy * dy || 1
  const area = [
    Math.min(x1, x2) - half - 1,
    Math.min(y1, y2) - half - 1,
    Math.max(x1, x2) + half + 1,
    Math.max(y1, y2) + half + 1,
  ] as const
  paint(canvas, area, colour, (px, py) => {
    const along = Math.max(0, Math.min(1, ((px - x1) * dx + (py - y1) * dy) / square))
    return half - Math.hypot(px - x1 - along * dx, py - y1 - along * dy) + 0.5
  })
}

type Area = readonly [left: number, top: number, right: number, bottom: number]

function fill(
  { width, height, pixels }: Canvas,
  [left, top, right, bottom]: Area,
  colour: Colour,
): void {
  const [x1, x2] = [Math.max(0, Math.round(left)), Math.min(width, Math.round(right))]
  const row = Uint8Array.from({ length: (x2 - x1) * 3 }, (_, i) => colour[i % 3] ?? 0)
  for (let y = Math.max(0, Math.round(top)); y < Math.min(height, Math.round(bottom)); y++)
    pixels.set(row, (y * width + x1) * 3)
}

/** Blends a colour into the pixels of an area. `cover` returns the opacity of each, from 0 to 1. */
function paint(
  { width, height, pixels }: Canvas,
  [left, top, right, bottom]: Area,
  colour: Colour,
  cover: (x: number, y: number) => number,
): void {
  const [x1, x2] = [Math.max(0, Math.floor(left)), Math.min(width, Math.ceil(right))]
  const [y1, y2] = [Math.max(0, Math.floor(top)), Math.min(height, Math.ceil(bottom))]
  for (let y = y1; y < y2; y++)
    for (let x = x1; x < x2; x++) {
      const share = Math.min(1, cover(x + 0.5, y + 0.5))
      if (share <= 0) continue
      const at = (y * width + x) * 3
      for (let part = 0; part < 3; part++) {
        const previous = pixels[at + part] ?? 0
        pixels[at + part] = previous + ((colour[part] ?? 0) - previous) * share
      }
    }
}
