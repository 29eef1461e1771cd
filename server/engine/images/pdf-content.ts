/** Actions that a PDF could take on its own when it is opened (S-10.8). Nothing here runs or renders it. */
import { inflateSync } from 'node:zlib'

/** Scripts, programs, files inside, media players, encryption; and an action at opening, which a plain destination is not. */
const active =
  /\/(?:JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|Encrypt|SubmitForm|ImportData)(?![A-Za-z0-9])|\/OpenAction\s*(?:<<|\d+\s+\d+\s+R)/

/** Objects can be packed into compressed streams; more than this is read of none, and not of all together. */
const maxStreamBytes = 4 * 1024 * 1024
const maxTotalBytes = 16 * 1024 * 1024

/** Tells whether a PDF holds something that could act on its own, or hides its objects so well that nobody can tell. */
export function hasActiveContent(pdf: Uint8Array): boolean {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1')
  if (active.test(plainNames(text))) return true
  let left = maxTotalBytes
  for (const match of text.matchAll(/\/ObjStm\b[\s\S]{0,400}?stream\r?\n/g)) {
    const start = match.index + match[0].length
    const packed = pdf.subarray(start, endOf(text, start))
    try {
      const objects = inflateSync(packed, { maxOutputLength: Math.min(maxStreamBytes, left) })
      left -= objects.length
      if (active.test(plainNames(objects.toString('latin1')))) return true
    } catch {
      // Too much, or packed in another way: nobody has looked inside.
      return true
    }
  }
  return false
}

const endOf = (text: string, start: number) => {
  const end = text.indexOf('endstream', start)
  return end === -1 ? text.length : end
}

/** `/J#61vaScript` is another spelling of `/JavaScript`. */
const plainNames = (text: string) => text.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
