/** Kind of an uploaded file. The content alone decides it; the name and the type that a browser sends are only hints. */
export type FileKind = 'jpeg' | 'png' | 'webp' | 'pdf'

export const mediaTypeOf: { readonly [K in FileKind]: string } = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  pdf: 'application/pdf',
}

/** The ending that a stored file gets, and others that its kind may have. */
const endings: { readonly [K in FileKind]: readonly [string, ...string[]] } = {
  jpeg: ['jpg', 'jpeg', 'jpe', 'jfif'],
  png: ['png'],
  webp: ['webp'],
  pdf: ['pdf'],
}

/** The `accept` of a file input. Endings as well as types: a browser hides files whose ending it knows no type for. */
export const acceptOf = (kinds: readonly FileKind[]): string =>
  [...kinds.map((kind) => mediaTypeOf[kind]), ...kinds.flatMap((kind) => endings[kind].map((ending) => `.${ending}`))].join(',')

/** Length of the start of a file that `kindOf` needs. A PDF may have something before its header; readers look that far for it. */
export const headBytes = 1024

/** The kind that the first bytes show, or null for anything else. */
export function kindOf(bytes: Uint8Array): FileKind | null {
  const head = String.fromCharCode(...bytes.subarray(0, headBytes + '%PDF-'.length))
  if (head.startsWith('\xFF\xD8\xFF')) return 'jpeg'
  if (head.startsWith('\x89PNG\r\n\x1A\n')) return 'png'
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'webp'
  return isPdf(head) ? 'pdf' : null
}

/** A byte order mark, an empty line or a printer's command may come before the header. Markup may not: such a file is a web page as well. */
function isPdf(head: string): boolean {
  const at = head.indexOf('%PDF-')
  return at !== -1 && !head.slice(0, at).includes('<')
}

/** The name with an ending that fits the content: another one is replaced, so that programs open the file as what it is. */
export function honestName(name: string, kind: FileKind): string {
  const ending = /\.([a-z][a-z0-9]{0,4})$/i.exec(name)?.[1]?.toLowerCase()
  if (ending !== undefined && endings[kind].includes(ending)) return name
  const stem = ending === undefined ? name : name.slice(0, -ending.length - 1)
  return `${stem || 'file'}.${endings[kind][0]}`
}

/**
 * Whether the end of a PDF is missing. Readers rebuild such a file and show what is left, and nobody can tell what it has lost.
 * It is whole where the table of its objects, or a pointer to it, comes after the last object; anything may come after that.
 * `text` has a character for each byte.
 */
export function isCutOff(text: string): boolean {
  const table = text.lastIndexOf('xref')
  return table === -1 || /\d\s+\d+\s+obj\b/.test(text.slice(table))
}
