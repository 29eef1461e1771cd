/** Kind of a file by its content, before anything is sent; the server looks again. Names and declared types decide nothing. */
import { maxUploadBytes } from '#model/vocabulary.ts'
import type { DocumentFault } from './document-state.ts'

export type DocumentKind = 'pdf' | 'jpeg' | 'png'

export const mediaTypes: { readonly [K in DocumentKind]: string } = { pdf: 'application/pdf', jpeg: 'image/jpeg', png: 'image/png' }
const endings: { readonly [K in DocumentKind]: RegExp } = { pdf: /\.pdf$/i, jpeg: /\.jpe?g$/i, png: /\.png$/i }
const endingOf: { readonly [K in DocumentKind]: string } = { pdf: '.pdf', jpeg: '.jpg', png: '.png' }

/** Pictures above this are made smaller, whatever the limit: they travel faster. */
export const largePictureBytes = 1024 * 1024

/** The kind of a file, or why it cannot be taken. A large picture passes: it is made smaller. */
export async function inspect(blob: Blob): Promise<{ kind: DocumentKind } | { fault: DocumentFault }> {
  if (blob.size === 0) return { fault: 'empty' }
  const kind = kindOf(String.fromCharCode(...(await bytesOf(blob.slice(0, 16)))))
  if (blob.size > maxUploadBytes && (kind === null || kind === 'pdf')) return { fault: 'tooLarge' }
  if (kind === null) return { fault: 'wrongKind' }
  if (kind !== 'pdf') return { kind }
  const text = await textOf(blob)
  if (!/startxref[\s\S]*%%EOF/.test(text.slice(-2048))) return { fault: 'unreadable' }
  return /\/Encrypt\b/.test(text) && (await asksForPassword(blob)) ? { fault: 'locked' } : { kind }
}

/** `start` holds a sign for each byte. */
function kindOf(start: string): DocumentKind | null {
  if (start.startsWith('\xFF\xD8\xFF')) return 'jpeg'
  if (start.startsWith('\x89PNG\r\n\x1A\n')) return 'png'
  return /^%PDF-(1\.\d|2\.0)/.test(start) ? 'pdf' : null
}

/** The name with the ending that the content asks for: the server refuses one that says something else. */
export const honestName = (name: string, kind: DocumentKind) =>
  endings[kind].test(name) ? name : `${name.replace(/\.[^.]{1,5}$/, '') || 'document'}${endingOf[kind]}`

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())

/** As it can be searched for words: browsers read `latin1` as Windows-1252, so that bytes from 80 to 9F become other signs. */
const textOf = async (blob: Blob) => new TextDecoder('latin1').decode(await bytesOf(blob))

/** Without a connection it may not be known here; the server looks again. */
async function asksForPassword(blob: Blob): Promise<boolean> {
  const pdf = await import('#src/pdf/open-pdf.ts').catch(() => null)
  return pdf !== null && (await pdf.isLocked(blob))
}
