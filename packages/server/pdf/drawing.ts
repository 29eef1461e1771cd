/**
 * Draws certificates and other PDF documents: A4 pages with embedded fonts, tagged for screen
 * readers.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { replaceMissingCharacters } from './font-characters.ts'

export type StructureElement = PDFKit.PDFStructureElement

export interface Drawing {
  readonly doc: PDFKit.PDFDocument
  /** Root of the document's structure. */
  readonly tree: StructureElement
  readonly language: Language
  /** Language of names that the university entered in one language only; undefined if unknown. */
  readonly namesIn: string | undefined
}

export interface DocumentFacts extends Pick<Drawing, 'language' | 'namesIn'> {
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

export const pageBox = { left: 56, right: 539, top: 48, bottom: 786, width: 483 } as const
export const pdfColors = { ink: '#16263d', quiet: '#56627a', line: '#c9d0dc' } as const

/** Creates an empty document. The same input gives the same bytes. */
export async function createDocument({
  language,
  namesIn,
  title,
  university,
  at,
  root,
}: DocumentFacts): Promise<Drawing> {
  // Loaded with the first document, because it is the largest library of the program.
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    ...{
      size: 'A4',
      margin: 0,
      bufferPages: true,
      lang: language,
      displayTitle: true,
      tagged: true,
    },
    info: { Title: title, Author: university, CreationDate: at, ModDate: at },
  })
  for (const face of ['regular', 'semibold'])
    doc.registerFont(
      face,
      await readFile(join(root, `packages/server/pdf/fonts/matricola-sans-${face}.ttf`)),
    )
  const tree = doc.struct('Document')
  doc.addStructure(tree)
  return { doc, tree, language, namesIn }
}

/** Ends the document and returns its bytes. */
export function finishDocument({ doc, tree }: Drawing): Promise<Buffer> {
  tree.end()
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    doc.on('data', (part: Buffer) => parts.push(part))
    doc.on('end', () => resolve(Buffer.concat(parts)))
    doc.on('error', reject)
    doc.end()
  })
}

interface TextOptions extends PDFKit.Mixins.TextOptions {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly face?: string
  readonly color?: string
}

/** The structure type of a text for screen readers, and its parent element. */
export interface TextStructure {
  readonly as: 'H1' | 'H2' | 'P' | 'TH' | 'TD' | 'Link'
  /** Absent: the root. */
  readonly in?: StructureElement
  /** For `TH`: whether it heads a row or a column. */
  readonly scope?: 'Row' | 'Column'
  /** Whether the text is a name that the university entered in one language only. */
  readonly isName?: boolean
}

/** Writes text as a part of the document's structure. */
export function writeText(
  drawing: Drawing,
  text: string,
  { as, in: parent = drawing.tree, scope, isName = false }: TextStructure,
  at: TextOptions,
) {
  const { doc, namesIn, language } = drawing
  const lang = isName && namesIn !== undefined && namesIn !== language ? namesIn : undefined
  parent.add(
    doc.struct(as, { ...(scope && { scope }), ...(lang && { lang }) }, [
      () => drawText(drawing, text, at),
    ]),
  )
}

/** Draws text that is not part of the document's structure. */
export function drawText(
  { doc }: Drawing,
  text: string,
  { x, y, size, face = 'regular', color = pdfColors.ink, ...options }: TextOptions,
) {
  doc.font(face).fontSize(size).fillColor(color).text(replaceMissingCharacters(text), x, y, options)
}

/** Creates a structure element that contains others. */
export function addStructure(
  { doc, tree }: Drawing,
  type: 'Table' | 'TR',
  parent: StructureElement = tree,
): StructureElement {
  const part = doc.struct(type)
  parent.add(part)
  return part
}

/** Draws decoration, which screen readers skip. */
export function drawArtifact({ doc }: Drawing, draw: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' })
  draw()
  doc.endMarkedContent()
}

export function drawRule(drawing: Drawing, y: number): void {
  const { doc } = drawing
  drawArtifact(drawing, () =>
    doc
      .moveTo(pageBox.left, y)
      .lineTo(pageBox.right, y)
      .lineWidth(0.7)
      .strokeColor(pdfColors.line)
      .stroke(),
  )
}

/** A row of a table with labels and values. */
export interface LabelledValue {
  readonly label: string
  readonly value: string
  readonly isStrong?: boolean
  readonly isName?: boolean
}

/** Draws a table with labels on the left and their values on the right. */
export function drawTable(drawing: Drawing, rows: readonly LabelledValue[]): void {
  const { doc } = drawing
  const { left, width } = pageBox
  const table = addStructure(drawing, 'Table')
  for (const { label, value, isStrong = false, isName = false } of rows) {
    const y = doc.y
    const row = addStructure(drawing, 'TR', table)
    writeText(
      drawing,
      label,
      { as: 'TH', in: row, scope: 'Row' },
      { x: left, y: y + 0.8, size: 10, color: pdfColors.quiet, width: 150 },
    )
    const labelEnd = doc.y
    writeText(
      drawing,
      value,
      { as: 'TD', in: row, isName },
      { x: left + 160, y, size: 11, face: isStrong ? 'semibold' : 'regular', width: width - 160 },
    )
    doc.y = Math.max(doc.y, labelEnd, y + 14) + 3.5
  }
}
