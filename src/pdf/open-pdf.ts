/** PDFs as document cards show them. Import this module only when a PDF has to be shown. */
import { loadPdf } from './load-pdf.ts'

export interface OpenPdf {
  readonly pages: number
  /**
   * Draws a page, counted from 1, rotated clockwise by `quarters` quarter turns. `width` is its
   * width in CSS pixels.
   */
  draw(
    canvas: HTMLCanvasElement,
    options: { page: number; width: number; quarters?: number },
  ): Promise<void>
  close(): void
}

/** Opens a PDF. Rejects if it is damaged or needs a password. */
export async function openPdf(blob: Blob): Promise<OpenPdf> {
  const pdf = await loadPdf(blob)
  let running: { cancel(): void; promise: Promise<void> } | null = null
  return {
    pages: pdf.numPages,
    async draw(canvas, { page: number, width, quarters = 0 }) {
      const page = await pdf.getPage(number)
      const rotation = (page.rotate + quarters * 90) % 360
      const natural = page.getViewport({ scale: 1, rotation })
      const viewport = page.getViewport({
        scale: (width / natural.width) * Math.min(window.devicePixelRatio || 1, 2),
        rotation,
      })
      running?.cancel()
      canvas.width = Math.floor(viewport.width)
      canvas.height = Math.floor(viewport.height)
      canvas.style.width = `${width}px`
      const drawing = page.render({ canvas, viewport })
      running = drawing
      await drawing.promise.catch((error: Error) => {
        // A newer drawing has replaced this one.
        if (error.name !== 'RenderingCancelledException') throw error
      })
    },
    close: () => void pdf.loadingTask.destroy(),
  }
}

/** Whether a PDF needs a password. */
export async function isPasswordProtected(blob: Blob): Promise<boolean> {
  try {
    ;(await openPdf(blob)).close()
    return false
  } catch (error) {
    return error instanceof Error && error.name === 'PasswordException'
  }
}
