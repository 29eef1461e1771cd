/** A page of a document. Images and PDFs are handled alike. */
export interface Drawable {
  readonly width: number
  readonly height: number
  /** Draws the page at a scale, rotated clockwise by 0, 90, 180 or 270 degrees. */
  draw(scale: number, turn: number): Promise<HTMLCanvasElement>
}

export interface LoadedDocument {
  readonly pages: number
  /** Returns a page by its number, starting at 1. */
  page(number: number): Promise<Drawable>
  close(): void
}
