/**
 * pdf.js, the only reader of PDFs: scripts in them are never run, and everything it needs (its worker, the standard fonts,
 * the decoders of scanned pages) comes from our own origin. Import this module only when a PDF is there: the library is
 * large. Its older build runs on older phones too.
 */
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { ownFile } from '#providers/http.ts'

GlobalWorkerOptions.workerSrc = workerUrl

const parts = import.meta.glob<string>(['/node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', '/node_modules/pdfjs-dist/wasm/*.wasm'], {
  query: '?url',
  import: 'default',
  eager: true,
})

/** Gives pdf.js a file of its own package by name. */
class OwnFiles {
  readonly fetch = async ({ filename }: { filename: string }): Promise<Uint8Array> => {
    const [, address] = Object.entries(parts).find(([path]) => path.endsWith(`/${filename}`)) ?? []
    if (!address) throw new Error(`not part of this program: ${filename}`)
    return new Uint8Array(await ownFile(address))
  }
}

/** Pixels that the decoders may hold: a small file can unfold into a huge picture. */
const mostPixels = 40_000_000

/** Opens a PDF. Fails where it is damaged or asks for a password. Whoever opened it destroys its `loadingTask`. */
export async function loadPdf(blob: Blob): Promise<PDFDocumentProxy> {
  const task = getDocument({
    data: new Uint8Array(await blob.arrayBuffer()),
    BinaryDataFactory: OwnFiles,
    // Names that only tell pdf.js that there are such files; `OwnFiles` finds them.
    standardFontDataUrl: '/',
    wasmUrl: '/',
    useWorkerFetch: false,
    // A font of the device would be looked for under an address of our origin where the device has none.
    useSystemFonts: false,
    enableXfa: false,
    isEvalSupported: false,
    stopAtErrors: false,
    maxImageSize: mostPixels,
  })
  return task.promise
}
