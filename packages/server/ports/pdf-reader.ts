/** Checks of uploaded PDFs. */
import type { UploadError } from '@matricola/schema/wire/errors.ts'

export interface PdfFacts {
  /** Whether the PDF contains active content or objects that could not be inspected. */
  readonly hasActiveContent: boolean
}

export type PdfResponse = PdfFacts | { readonly error: UploadError }

/**
 * Opens a PDF without a password and inspects its objects. Throws `upload.locked`,
 * `upload.pageless`, `upload.damaged`, `upload.tooComplex` or `server.busy`.
 */
export type PdfReader = (bytes: Uint8Array) => Promise<PdfFacts>
