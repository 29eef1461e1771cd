/** PDFs as programs write them, from their objects. */

interface PdfParts {
  /** Entries of the catalog next to its pages. */
  readonly catalog?: string
  /** Objects from number 4 on. */
  readonly objects?: readonly (string | Buffer)[]
  /** Number of its pages. */
  readonly pages?: 0 | 1
  /** Grows the file to exactly so many bytes. */
  readonly size?: number
}

/** A PDF of one empty page, with the table of its objects. */
export function pdfOf({ catalog = '', objects = [], pages = 1, size = 0 }: PdfParts = {}): Buffer {
  const bodies = [
    `<</Type/Catalog/Pages 2 0 R ${catalog}>>`,
    `<</Type/Pages/Kids[${pages === 1 ? '3 0 R' : ''}]/Count ${pages}>>`,
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>',
    ...objects,
  ]
  const padding = (length: number) => `%${'A'.repeat(Math.max(0, length))}\n`
  const draft = written(bodies, padding(0))
  return size === 0 ? draft : written(bodies, padding(size - draft.length))
}

function written(bodies: readonly (string | Buffer)[], comment: string): Buffer {
  const chunks: Buffer[] = [Buffer.from(`%PDF-1.7\n${comment}`)]
  const offsets: number[] = []
  let at = chunks[0]?.length ?? 0
  for (const [index, body] of bodies.entries()) {
    offsets.push(at)
    const chunk = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(body), Buffer.from('\nendobj\n')])
    chunks.push(chunk)
    at += chunk.length
  }
  // Offsets of a fixed width, so that a longer comment does not make the file longer still.
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = bodies.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<</Root 1 0 R/Size ${size}>>\nstartxref\n${String(at).padStart(10, '0')}\n%%EOF\n`
  return Buffer.concat([...chunks, Buffer.from(end)])
}

/** A stream of the bytes as they are; `entries` of its dictionary, such as the filter. */
export const streamOf = (bytes: Buffer, entries = ''): Buffer =>
  Buffer.concat([Buffer.from(`<</Length ${bytes.length} ${entries}>>\nstream\n`), bytes, Buffer.from('\nendstream')])
