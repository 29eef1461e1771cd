/** Writes scenes as a PDF with the standard fonts that every reader has. */
import { deflateSync } from 'node:zlib'
import type { Colour, Scene, Shape } from './scene.ts'

/**
 * Letters that are missing from WinAnsiEncoding, with their glyph names. Their codes start at 1.
 */
const extraGlyphs: readonly (readonly [letter: string, name: string])[] = [
  ['ă', 'abreve'],
  ['Ă', 'Abreve'],
  ['ș', 'scommaaccent'],
  ['Ș', 'Scommaaccent'],
  ['ț', 'tcommaaccent'],
  ['Ț', 'Tcommaaccent'],
  ['ő', 'ohungarumlaut'],
  ['Ő', 'Ohungarumlaut'],
  ['ű', 'uhungarumlaut'],
  ['Ű', 'Uhungarumlaut'],
]
/** Punctuation with codes between 128 and 159 in WinAnsiEncoding. */
const punctuation: { readonly [letter: string]: number } = {
  '–': 150,
  '—': 151,
  '„': 132,
  '”': 148,
  '“': 147,
  '’': 146,
}

export function renderPdf(scenes: readonly Scene[]): Uint8Array {
  const objects: Buffer[] = []
  const add = (body: string | Buffer) =>
    objects.push(Buffer.isBuffer(body) ? body : Buffer.from(body, 'latin1'))
  const pageNumbers = scenes.map((_, i) => 6 + i * 2)
  add('<< /Type /Catalog /Pages 2 0 R >>')
  add(
    `<< /Type /Pages /Count ${scenes.length} /Kids [${pageNumbers.map((number) => `${number} 0 R`).join(' ')}] >>`,
  )
  add(
    `<< /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [1 ${extraGlyphs.map(([, name]) => `/${name}`).join(' ')}] >>`,
  )
  for (const font of ['Helvetica', 'Helvetica-Bold'])
    add(`<< /Type /Font /Subtype /Type1 /BaseFont /${font} /Encoding 3 0 R >>`)
  for (const [i, scene] of scenes.entries()) {
    // A page is never wider than A4 landscape.
    const scale = Math.min(1, 842 / scene.width)
    const content = deflateSync(
      Buffer.from(`${round(scale)} 0 0 ${round(scale)} 0 0 cm\n${drawing(scene)}`, 'latin1'),
    )
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${round(scene.width * scale)} ${round(scene.height * scale)}] /Contents ${7 + i * 2} 0 R /Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> >>`,
    )
    add(
      Buffer.concat([
        Buffer.from(`<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`),
        content,
        Buffer.from('\nendstream'),
      ]),
    )
  }
  return assemblePdf(objects)
}

/** Concatenates the objects and adds the cross-reference table. */
function assemblePdf(objects: readonly Buffer[]): Uint8Array {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n%\xE2\xE3\xCF\xD3\n', 'latin1')]
  const starts: number[] = []
  let length = parts[0]?.length ?? 0
  const write = (part: Buffer) => {
    parts.push(part)
    length += part.length
  }
  for (const [i, object] of objects.entries()) {
    starts.push(length)
    write(Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]))
  }
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(end)])
}

const round = (value: number) => String(Math.round(value * 100) / 100)
const fill = (colour: Colour) => `${colour.map((part) => round(part / 255)).join(' ')} rg`
const stroke = (colour: Colour) => `${colour.map((part) => round(part / 255)).join(' ')} RG`

function drawing({ width, height, paper, shapes }: Scene): string {
  const background = `${fill(paper)} 0 0 ${width} ${height} re f`
  // In a scene y grows downwards, in a PDF upwards.
  return [background, ...shapes.map((shape) => operators(shape, height))].join('\n')
}

function operators(shape: Shape, height: number): string {
  switch (shape.kind) {
    case 'box':
      return `${fill(shape.fill)} ${round(shape.x)} ${round(height - shape.y - shape.h)} ${round(shape.w)} ${round(shape.h)} re f`
    case 'disc':
      return `${fill(shape.fill)} ${circle(shape.x, height - shape.y, shape.r)} f`
    case 'line': {
      const [[x1, y1], [x2, y2]] = [shape.from, shape.to]
      return `${stroke(shape.colour)} ${round(shape.width)} w 1 J ${round(x1)} ${round(height - y1)} m ${round(x2)} ${round(height - y2)} l S`
    }
    case 'text': {
      const x = shape.isCentred
        ? shape.x - widthOf(shape.text, shape.size, shape.isBold) / 2
        : shape.x
      const font = shape.isBold ? 'F2' : 'F1'
      return `BT ${fill(shape.colour)} /${font} ${round(shape.size)} Tf ${round(x)} ${round(height - shape.y)} Td (${encoded(shape.text)}) Tj ET`
    }
  }
}

/** Approximates a circle with four Bézier curves. */
function circle(x: number, y: number, r: number): string {
  const k = r * 0.5523
  const point = (dx: number, dy: number) => `${round(x + dx)} ${round(y + dy)}`
  return [
    `${point(r, 0)} m`,
    `${point(r, k)} ${point(k, r)} ${point(0, r)} c`,
    `${point(-k, r)} ${point(-r, k)} ${point(-r, 0)} c`,
    `${point(-r, -k)} ${point(-k, -r)} ${point(0, -r)} c`,
    `${point(k, -r)} ${point(r, -k)} ${point(r, 0)} c`,
  ].join(' ')
}

/**
 * Estimates the width of a text in Helvetica, with average widths of capitals and other letters.
 */
function widthOf(text: string, size: number, isBold = false): number {
  const units = [...text].reduce(
    (sum, letter) =>
      sum + (/[\p{Lu}MW]/u.test(letter) ? 0.69 : /[ .,:;il·-]/.test(letter) ? 0.28 : 0.53),
    0,
  )
  return units * size * (isBold ? 1.04 : 1)
}

function encoded(text: string): string {
  const codes = [...text].map((letter) => {
    const glyphIndex = extraGlyphs.findIndex(([glyph]) => glyph === letter)
    return glyphIndex >= 0 ? glyphIndex + 1 : (punctuation[letter] ?? letter.codePointAt(0) ?? 63)
  })
  return codes
    .map((code) =>
      code < 32 || code > 126 || code === 40 || code === 41 || code === 92
        ? `\\${code.toString(8).padStart(3, '0')}`
        : String.fromCharCode(code),
    )
    .join('')
}
