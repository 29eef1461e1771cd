/**
 * Loads PDFs with pdf.js. Scripts in them never run, and all parts of the library (worker, standard
 * fonts, decoders of scanned pages) come from our own origin. Import this module only when a PDF
 * has to be shown, because the library is large. The legacy build also supports older phones.
 */

import { fetchPageFile } from '@matricola/providers/send.ts'
import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

GlobalWorkerOptions.workerSrc = workerUrl

const bundledFiles = import.meta.glob<string>(
  ['/node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', '/node_modules/pdfjs-dist/wasm/*.wasm'],
  {
    query: '?url',
    import: 'default',
    eager: true,
  },
)

/** Provides pdf.js with files from its own package, by name. */
class BundledFiles {
  readonly fetch = async ({ filename }: { filename: string }): Promise<Uint8Array> => {
    const [, address] =
      Object.entries(bundledFiles).find(([path]) => path.endsWith(`/${filename}`)) ?? []
    if (!address) throw new Error(`unknown PDF.js file: ${filename}`)
    return new Uint8Array(await fetchPageFile(address))
  }
}

/** Maximum number of pixels of an image, because a small file can decompress to a huge image. */
const maxPixels = 40_000_000

/**
 * Opens a PDF. Rejects if it is damaged or needs a password. The caller must destroy its
 * `loadingTask`.
 */
export async function loadPdf(blob: Blob): Promise<PDFDocumentProxy> {
  const task = getDocument({
    data: new Uint8Array(await blob.arrayBuffer()),
    BinaryDataFactory: BundledFiles,
    // Placeholders that make pdf.js request these files; `BundledFiles` resolves them.
    standardFontDataUrl: '/',
    wasmUrl: '/',
    useWorkerFetch: false,
    // With system fonts, pdf.js would request missing ones from our origin.
    useSystemFonts: false,
    enableXfa: false,
    isEvalSupported: false,
    stopAtErrors: false,
    maxImageSize: maxPixels,
  })
  return task.promise
}
