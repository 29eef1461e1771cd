/** Draws certificates and other PDF documents: A4 pages with embedded fonts, tagged for screen readers. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Language } from '#model/vocabulary.ts'
import { drawable } from './font-letters.ts'

export type Element = PDFKit.PDFStructureElement

export interface Drawing {
  readonly doc: PDFKit.PDFDocument
  /** Root of the document's structure. */
  readonly tree: Element
  readonly language: Language
  /** Language of names that the university entered in one language only; undefined if unknown. */
  readonly namesIn: string | undefined
}

export interface PaperFacts extends Pick<Drawing, 'language' | 'namesIn'> {
  readonly title: string
  readonly university: string
  readonly at: Date
  /** The program's folder, which contains the fonts. */
  readonly root: string
}

export interface PdfFile {
  readonly name: string
  readonly bytes: Buffer
}

export const sheet = { left: 56, right: 539, top: 48, bottom: 786, width: 483 } as const
export const colors = { ink: '#16263d', quiet: '#56627a', line: '#c9d0dc' } as const

/** Creates an empty document. The same facts give the same bytes. */
export async function openPaper({ language, namesIn, title, university, at, root }: PaperFacts): Promise<Drawing> {
  // Loaded with the first document, because it is the largest library of the program.
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    ...{ size: 'A4', margin: 0, bufferPages: true, lang: language, displayTitle: true, tagged: true },
    info: { Title: title, Author: university, CreationDate: at, ModDate: at },
  })
  for (const face of ['regular', 'semibold'])
    doc.registerFont(face, await readFile(join(root, `server/engine/papers/fonts/matricola-sans-${face}.ttf`)))
  const tree = doc.struct('Document')
  doc.addStructure(tree)
  return { doc, tree, language, namesIn }
}

/** Ends the document and returns its bytes. */
export function bytesOf({ doc, tree }: Drawing): Promise<Buffer> {
  tree.end()
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    doc.on('data', (part: Buffer) => parts.push(part))
    doc.on('end', () => resolve(Buffer.concat(parts)))
    doc.on('error', reject)
    doc.end()
  })
}

interface Place extends PDFKit.Mixins.TextOptions {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly face?: string
  readonly color?: string
}

/** The structure type of a text for screen readers, and its parent element. */
export interface Part {
  readonly as: 'H1' | 'H2' | 'P' | 'TH' | 'TD' | 'Link'
  /** Absent: the root. */
  readonly in?: Element
  /** For `TH`: whether it heads a row or a column. */
  readonly scope?: 'Row' | 'Column'
  /** Whether the text is a name that the university entered in one language only. */
  readonly isName?: boolean
}

/** Writes text as a part of the document's structure, with characters that the font has. */
export function write(drawing: Drawing, text: string, { as, in: parent = drawing.tree, scope, isName = false }: Part, at: Place) {
  const { doc, namesIn, language } = drawing
  const lang = isName && namesIn !== undefined && namesIn !== language ? namesIn : undefined
  parent.add(doc.struct(as, { ...(scope && { scope }), ...(lang && { lang }) }, [() => letter(drawing, text, at)]))
}

/** Draws text that is not part of the document's structure. */
export function letter({ doc }: Drawing, text: string, { x, y, size, face = 'regular', color = colors.ink, ...options }: Place) {
  doc.font(face).fontSize(size).fillColor(color).text(drawable(text), x, y, options)
}

/** Creates a structure element that contains others. */
export function within({ doc, tree }: Drawing, type: 'Table' | 'TR', parent: Element = tree): Element {
  const part = doc.struct(type)
  parent.add(part)
  return part
}

/** Draws decoration, which screen readers skip. */
export function ornament({ doc }: Drawing, draw: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' })
  draw()
  doc.endMarkedContent()
}

export function drawRule(drawing: Drawing, y: number): void {
  const { doc } = drawing
  ornament(drawing, () => doc.moveTo(sheet.left, y).lineTo(sheet.right, y).lineWidth(0.7).strokeColor(colors.line).stroke())
}

/** A row of a table with labels and values. */
export interface Fact {
  readonly label: string
  readonly value: string
  readonly isStrong?: boolean
  readonly isName?: boolean
}

/** Draws a table with labels on the left and their values on the right. */
export function drawFacts(drawing: Drawing, facts: readonly Fact[]): void {
  const { doc } = drawing
  const { left, width } = sheet
  const table = within(drawing, 'Table')
  for (const { label, value, isStrong = false, isName = false } of facts) {
    const y = doc.y
    const row = within(drawing, 'TR', table)
    write(drawing, label, { as: 'TH', in: row, scope: 'Row' }, { x: left, y: y + 0.8, size: 10, color: colors.quiet, width: 150 })
    const labelEnd = doc.y
    write(
      drawing,
      value,
      { as: 'TD', in: row, isName },
      { x: left + 160, y, size: 11, face: isStrong ? 'semibold' : 'regular', width: width - 160 },
    )
    doc.y = Math.max(doc.y, labelEnd, y + 14) + 3.5
  }
}
