/** Kind of a file by its first bytes; names and declared types are only ever compared with this (S-10.2). */
export type FileKind = 'jpeg' | 'png' | 'webp' | 'pdf'

export const mediaTypeOf: { readonly [K in FileKind]: string } = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  pdf: 'application/pdf',
}

const endings: { readonly [K in FileKind]: readonly string[] } = {
  jpeg: ['jpg', 'jpeg', 'jpe'],
  png: ['png'],
  webp: ['webp'],
  pdf: ['pdf'],
}

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  bytes.length >= at + text.length && Buffer.from(bytes.buffer, bytes.byteOffset + at, text.length).toString('latin1') === text

/** The kind that the content shows, or null for anything else. */
export function kindOf(bytes: Uint8Array): FileKind | null {
  if (startsWith(bytes, '\xFF\xD8\xFF')) return 'jpeg'
  if (startsWith(bytes, '\x89PNG\r\n\x1A\n')) return 'png'
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'webp'
  return isPdf(bytes) ? 'pdf' : null
}

/** A PDF says so in its first byte and ends as one: nothing stands before it, and it is whole. */
function isPdf(bytes: Uint8Array): boolean {
  if (!/^%PDF-(1\.\d|2\.0)/.test(Buffer.from(bytes.subarray(0, 8)).toString('latin1'))) return false
  const end = Buffer.from(bytes.subarray(-2048)).toString('latin1')
  return end.includes('startxref') && end.includes('%%EOF')
}

/** Tells whether the declared type and the name's ending, where they say anything, agree with the content. */
export function isHonest(kind: FileKind, declared: string, name: string): boolean {
  const type = declared.split(';')[0]?.trim().toLowerCase()
  if (type !== mediaTypeOf[kind] && !(kind === 'jpeg' && type === 'image/jpg')) return false
  const ending = /\.([^./\\]*)$/.exec(name)?.[1]?.toLowerCase()
  return ending === undefined || endings[kind].includes(ending)
}
