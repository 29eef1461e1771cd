/**
 * Checks whether a PDF opens and whether it contains active content. Nothing is rendered, and no
 * script runs.
 */
import { createRequire } from 'node:module'
import { PDF, PdfArray, PdfDict, PdfName, type PdfObject, PdfRef } from '@libpdf/core'
import { isTruncatedPdf } from '@matricola/schema/values/file-kind.ts'
import type { UploadError } from '@matricola/schema/wire/errors.ts'
import { GlobalWorkerOptions, getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PdfResponse } from '../ports/pdf-reader.ts'

GlobalWorkerOptions.workerSrc = createRequire(import.meta.url).resolve(
  'pdfjs-dist/legacy/build/pdf.worker.mjs',
)

export async function readPdf(bytes: Uint8Array): Promise<PdfResponse> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const error = isTruncatedPdf(text) ? 'damaged' : await findPdfError(bytes)
  return error ? { error } : { hasActiveContent: await hasActiveContent(bytes) }
}

/**
 * Returns the reason why the PDF cannot be read in the document viewer; null if it opens without a
 * password and has a page.
 */
async function findPdfError(bytes: Uint8Array): Promise<UploadError | null> {
  // pdf.js takes ownership of the buffer, so it gets a copy.
  const task = getDocument({
    data: Uint8Array.from(bytes),
    verbosity: VerbosityLevel.ERRORS,
    enableXfa: false,
    isEvalSupported: false,
    useSystemFonts: false,
  })
  try {
    const pdf = await task.promise
    if (pdf.numPages === 0) return 'pageless'
    await pdf.getPage(1)
    return null
  } catch (error) {
    return error instanceof Error && error.name === 'PasswordException' ? 'locked' : 'damaged'
  } finally {
    await task.destroy()
  }
}

/**
 * Scripts, programs to launch, embedded files, media players, and forms that send or fetch data.
 */
const activeNames = new Set([
  'JavaScript',
  'JS',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'SubmitForm',
  'ImportData',
  'XFA',
])

/**
 * Whether an object could trigger an action on its own. The content of streams is not searched,
 * because it contains no objects.
 */
async function hasActiveContent(bytes: Uint8Array): Promise<boolean> {
  try {
    const pdf = await PDF.load(Uint8Array.from(bytes))
    if (!pdf.isAuthenticated) return true
    for (let number = 1; number < pdf.context.registry.nextObjectNumber; number += 1)
      if (isActive(pdf, pdf.getObject(PdfRef.of(number, 0)))) return true
    return false
  } catch {
    // The PDF opens, but its objects cannot be read.
    return true
  }
}

/**
 * Searches an object and everything nested in it. Referenced objects are searched under their own
 * numbers.
 */
function isActive(pdf: PDF, object: PdfObject | null): boolean {
  const waiting: unknown[] = [object]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (next instanceof PdfArray) for (const value of next) waiting.push(value)
    if (!(next instanceof PdfDict)) continue
    for (const [{ value: key }, value] of next) {
      if (activeNames.has(key) || (value instanceof PdfName && activeNames.has(value.value)))
        return true
      if (key === 'OpenAction' && opensWithAction(pdf, value)) return true
      waiting.push(value)
    }
  }
  return false
}

/**
 * Whether opening the PDF triggers an action. Destinations, and actions that only go to one, are
 * harmless.
 */
function opensWithAction(pdf: PDF, value: PdfObject): boolean {
  const action = value instanceof PdfRef ? pdf.getObject(value) : value
  if (!(action instanceof PdfDict)) return false
  const type = action.get('S')
  return !(type instanceof PdfName && type.value === 'GoTo')
}
