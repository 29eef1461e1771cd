/** Opens a PDF for the viewer. */
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { loadPdf } from '#src/pdf/load-pdf.ts'
import type { Drawable, LoadedDocument } from './drawable.ts'

/** Rejects if the file is damaged or needs a password. */
export async function openDocument(blob: Blob): Promise<LoadedDocument> {
  const pdf = await loadPdf(blob)
  return {
    pages: pdf.numPages,
    page: (number) => pageOf(pdf, number),
    close: () => void pdf.loadingTask.destroy(),
  }
}

async function pageOf(pdf: PDFDocumentProxy, number: number): Promise<Drawable> {
  const page = await pdf.getPage(number)
  const { width, height } = page.getViewport({ scale: 1 })
  return {
    width,
    height,
    async draw(scale, turn) {
      const viewport = page.getViewport({ scale, rotation: (page.rotate + turn) % 360 })
      const canvas = document.createElement('canvas')
      canvas.width = Math.ceil(viewport.width)
      canvas.height = Math.ceil(viewport.height)
      await page.render({ canvas, viewport }).promise
      return canvas
    },
  }
}
