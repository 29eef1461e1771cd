/** PDFs as people send them, opened once to see whether anybody can read them. */
import type { FileFault } from '#model/wire/errors.ts'

export interface PdfFacts {
  /** It holds something that could run by itself, or that could not be looked at. */
  readonly hasActiveContent: boolean
}

export type PdfAnswer = PdfFacts | { readonly fault: FileFault }

/** Opens a PDF without its password and looks at its objects. Throws `upload.locked`, `upload.pageless`, `upload.damaged`, `upload.tooComplex`, `server.busy`. */
export type PdfReader = (bytes: Uint8Array) => Promise<PdfFacts>
