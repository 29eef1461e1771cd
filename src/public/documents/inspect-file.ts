/**
 * Detects the type of a file from its content before it is uploaded. Names and declared types are ignored. The server checks again.
 */
import { detectFileKind, type FileKind, headBytes, isTruncatedPdf } from '@matricola/schema/values/file-kind.ts'
import { maxUploadBytes } from '@matricola/schema/vocabulary.ts'
import type { UploadIssue } from './document-state.ts'

export type DocumentFormat = Exclude<FileKind, 'webp'>

/** Images above this size are shrunk even if the limit allows them, because smaller ones upload faster. */
export const shrinkAboveBytes = 1024 * 1024

/**
 * Returns the type of a file, or the reason why it is not accepted. Images above the limit are accepted, because they are shrunk.
 */
export async function inspectFile(blob: Blob): Promise<{ kind: DocumentFormat } | { issue: UploadIssue }> {
  if (blob.size === 0) return { issue: 'empty' }
  const kind = detectFileKind(await readBytes(blob.slice(0, 2 * headBytes)))
  if (blob.size > maxUploadBytes && (kind === null || kind === 'pdf')) return { issue: 'tooLarge' }
  if (kind === null || kind === 'webp') return { issue: 'wrongKind' }
  if (kind !== 'pdf') return { kind }
  const text = await readLatin1Text(blob)
  if (isTruncatedPdf(text)) return { issue: 'unreadable' }
  return /\/Encrypt\b/.test(text) && (await needsPassword(blob)) ? { issue: 'locked' } : { kind }
}

const readBytes = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())

/** Decodes the bytes for text search only: browsers treat `latin1` as Windows-1252, so bytes 80 to 9F become other characters. */
const readLatin1Text = async (blob: Blob) => new TextDecoder('latin1').decode(await readBytes(blob))

/** Without a connection the code that reads PDFs may be unavailable. The server checks again. */
async function needsPassword(blob: Blob): Promise<boolean> {
  const pdf = await import('#src/pdf/open-pdf.ts').catch(() => null)
  return pdf !== null && (await pdf.isPasswordProtected(blob))
}
