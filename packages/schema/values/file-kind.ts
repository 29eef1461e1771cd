/**
 * Detects the type of an uploaded file from its content. Its name and the type sent by the browser
 * are only hints.
 */
export type FileKind = 'jpeg' | 'png' | 'webp' | 'pdf'

export const mediaTypes: { readonly [K in FileKind]: string } = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  pdf: 'application/pdf',
}

/** Returns the type with a media type; undefined for any other. */
export const kindOfMediaType = (mediaType: string): FileKind | undefined =>
  // `Object.keys` returns plain strings.
  (Object.keys(mediaTypes) as FileKind[]).find((kind) => mediaTypes[kind] === mediaType)

/** File extensions of each type. The first is used for stored files. */
const extensions: { readonly [K in FileKind]: readonly [string, ...string[]] } = {
  jpeg: ['jpg', 'jpeg', 'jpe', 'jfif'],
  png: ['png'],
  webp: ['webp'],
  pdf: ['pdf'],
}

/**
 * The `accept` attribute of a file input. It includes extensions because some browsers do not know
 * the media type of every extension.
 */
export const acceptAttribute = (kinds: readonly FileKind[]): string =>
  [
    ...kinds.map((kind) => mediaTypes[kind]),
    ...kinds.flatMap((kind) => extensions[kind].map((extension) => `.${extension}`)),
  ].join(',')

/**
 * Bytes from the start of a file that `detectFileKind` needs. PDF readers accept the header
 * anywhere in the first 1024 bytes.
 */
export const headBytes = 1024

/** The file type according to the first bytes; null for any other type. */
export function detectFileKind(bytes: Uint8Array): FileKind | null {
  const head = String.fromCharCode(...bytes.subarray(0, headBytes + '%PDF-'.length))
  if (head.startsWith('\xFF\xD8\xFF')) return 'jpeg'
  if (head.startsWith('\x89PNG\r\n\x1A\n')) return 'png'
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'webp'
  return isPdf(head) ? 'pdf' : null
}

/**
 * A byte order mark, empty line or printer command may precede the header. Markup may not: such a
 * file could also be a web page.
 */
function isPdf(head: string): boolean {
  const offset = head.indexOf('%PDF-')
  return offset !== -1 && !head.slice(0, offset).includes('<')
}

/**
 * The name with an extension that matches the content, replacing a wrong one, so that the file
 * opens in the right program.
 */
export function withCorrectExtension(name: string, kind: FileKind): string {
  const extension = /\.([a-z][a-z0-9]{0,4})$/i.exec(name)?.[1]?.toLowerCase()
  if (extension !== undefined && extensions[kind].includes(extension)) return name
  const stem = extension === undefined ? name : name.slice(0, -extension.length - 1)
  return `${stem || 'file'}.${extensions[kind][0]}`
}

/**
 * Whether the end of a PDF is missing. Readers repair such a file and show what is left, so nobody
 * would notice the loss. A file is complete if the cross-reference table, or a pointer to it,
 * follows the last object; more data may follow. `text` has one character per byte.
 */
export function isTruncatedPdf(text: string): boolean {
  const table = text.lastIndexOf('xref')
  return table === -1 || /\d\s+\d+\s+obj\b/.test(text.slice(table))
}
