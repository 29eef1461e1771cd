/** Builds PDFs object by object. */

interface PdfParts {
  /** Additional entries of the catalog. */
  readonly catalog?: string
  /** Objects numbered from 4. */
  readonly objects?: readonly (string | Buffer)[]
  readonly pages?: 0 | 1
  /** Pads the file to exactly this many bytes. */
  readonly size?: number
}

/** Builds a PDF with one empty page and a cross-reference table. */
export function buildPdf({
  catalog = '',
  objects = [],
  pages = 1,
  size = 0,
}: PdfParts = {}): Buffer {
  const bodies = [
    `<</Type/Catalog/Pages 2 0 R ${catalog}>>`,
    `<</Type/Pages/Kids[${pages === 1 ? '3 0 R' : ''}]/Count ${pages}>>`,
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>',
    ...objects,
  ]
  const padding = (length: number) => `%${'A'.repeat(Math.max(0, length))}\n`
  const draft = serializePdf(bodies, padding(0))
  return size === 0 ? draft : serializePdf(bodies, padding(size - draft.length))
}

function serializePdf(bodies: readonly (string | Buffer)[], comment: string): Buffer {
  const chunks: Buffer[] = [Buffer.from(`%PDF-1.7\n${comment}`)]
  const offsets: number[] = []
  let at = chunks[0]?.length ?? 0
  for (const [index, body] of bodies.entries()) {
    offsets.push(at)
    const chunk = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(body),
      Buffer.from('\nendobj\n'),
    ])
    chunks.push(chunk)
    at += chunk.length
  }
  // Offsets have a fixed width, so padding the file does not change the size of the table.
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = bodies.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<</Root 1 0 R/Size ${size}>>\nstartxref\n${String(at).padStart(10, '0')}\n%%EOF\n`
  return Buffer.concat([...chunks, Buffer.from(end)])
}

/** A stream object with these bytes. `entries` are added to its dictionary, such as a filter. */
export const pdfStream = (bytes: Buffer, entries = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`<</Length ${bytes.length} ${entries}>>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])
