/** Documents as the viewer draws them: pictures and PDFs alike are pages that can be drawn at a scale and a turn. */
export interface Drawable {
  readonly width: number
  readonly height: number
  /** Draws the page at a scale, turned clockwise by 0, 90, 180 or 270 degrees. */
  draw(scale: number, turn: number): Promise<HTMLCanvasElement>
}

export interface LoadedDocument {
  readonly pages: number
  /** Pages count from 1. */
  page(number: number): Promise<Drawable>
  close(): void
}
