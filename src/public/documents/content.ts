/** Kind of a file by its content, before anything is sent; the server looks again. Names and declared types decide nothing. */
import { type FileKind, headBytes, isCutOff, kindOf } from '#model/values/file-kind.ts'
import { maxUploadBytes } from '#model/vocabulary.ts'
import type { DocumentFault } from './document-state.ts'

export type DocumentKind = Exclude<FileKind, 'webp'>

/** Pictures above this are made smaller, whatever the limit: they travel faster. */
export const largePictureBytes = 1024 * 1024

/** The kind of a file, or why it cannot be taken. A large picture passes: it is made smaller. */
export async function inspect(blob: Blob): Promise<{ kind: DocumentKind } | { fault: DocumentFault }> {
  if (blob.size === 0) return { fault: 'empty' }
  const kind = kindOf(await bytesOf(blob.slice(0, 2 * headBytes)))
  if (blob.size > maxUploadBytes && (kind === null || kind === 'pdf')) return { fault: 'tooLarge' }
  if (kind === null || kind === 'webp') return { fault: 'wrongKind' }
  if (kind !== 'pdf') return { kind }
  const text = await textOf(blob)
  if (isCutOff(text)) return { fault: 'unreadable' }
  return /\/Encrypt\b/.test(text) && (await asksForPassword(blob)) ? { fault: 'locked' } : { kind }
}

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())

/** As it can be searched for words: browsers read `latin1` as Windows-1252, so that bytes from 80 to 9F become other signs. */
const textOf = async (blob: Blob) => new TextDecoder('latin1').decode(await bytesOf(blob))

/** Without a connection it may not be known here; the server looks again. */
async function asksForPassword(blob: Blob): Promise<boolean> {
  const pdf = await import('#src/pdf/open-pdf.ts').catch(() => null)
  return pdf !== null && (await pdf.isLocked(blob))
}
