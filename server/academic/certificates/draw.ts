import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import encodeQr from 'qr'
import type { CertificateContent, CertificateRecord } from '#model/academic/certificate.ts'
import { inWords, timeZone } from '#model/dates.ts'
import type { Language } from '#model/vocabulary.ts'
import type { Texts } from '#server/texts.ts'
import { drawable } from './letters.ts'

export interface Paper {
  readonly code: string
  readonly kind: 'certificate' | 'transcript'
  readonly language: Language
  readonly issuedAt: string
  readonly purpose: string | null
  readonly content: CertificateContent
  /** Where anybody can check it. */
  readonly address: string
}

type Element = PDFKit.PDFStructureElement

interface Drawing {
  readonly doc: PDFKit.PDFDocument
  /** The document's structure, by which a reader that speaks finds its way. */
  readonly tree: Element
  readonly paper: Paper
  readonly t: (key: string, params?: { readonly [name: string]: string | number }) => string
}

const [left, right, top, bottom] = [56, 539, 48, 786]
const width = right - left
const ink = '#16263d'
const quiet = '#56627a'
const line = '#c9d0dc'
const qrSize = 84

/** The PDF of a certificate. It is drawn from the paper and the texts alone: the same paper gives the same bytes. */
export async function drawCertificate(paper: Paper, texts: Texts, root: string): Promise<Buffer> {
  const t: Drawing['t'] = (key, params) => texts.text(paper.language, key.includes(':') ? key : `certificate:${key}`, params)
  const title = t(`title.${paper.kind}`)
  const doc = new PDFDocument({
    ...{ size: 'A4', margin: 0, bufferPages: true, lang: paper.language, displayTitle: true, tagged: true },
    info: {
      Title: `${title} ${paper.code}`,
      Author: paper.content.universityName,
      CreationDate: new Date(paper.issuedAt),
      ModDate: new Date(paper.issuedAt),
    },
  })
  for (const face of ['regular', 'semibold'])
    doc.registerFont(face, await readFile(join(root, `server/academic/certificates/fonts/matricola-sans-${face}.ttf`)))
  const tree = doc.struct('Document')
  doc.addStructure(tree)
  const drawing = { doc, tree, paper, t }
  drawHead(drawing, title)
  drawFacts(drawing)
  if (paper.content.record) drawRecord(drawing, paper.content.record)
  drawCheck(drawing)
  drawPageNumbers(drawing)
  tree.end()
  return bytesOf(doc)
}

function bytesOf(doc: PDFKit.PDFDocument): Promise<Buffer> {
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

/** What a part is to a reader that speaks, and where it belongs. */
interface Part {
  readonly as: 'H1' | 'H2' | 'P' | 'TH' | 'TD' | 'Link'
  /** Absent: the document itself. */
  readonly in?: Element
  /** For `TH`: what it heads. */
  readonly scope?: 'Row' | 'Column'
  /** Whether the text is a name that the university wrote once, in its own language. */
  readonly isName?: boolean
}

/** Writes text at a place as a part of the document, in letters that the font has. */
function write(drawing: Drawing, text: string, { as, in: parent = drawing.tree, scope, isName = false }: Part, at: Place) {
  const { doc, paper } = drawing
  const { namesIn } = paper.content
  const lang = isName && namesIn !== undefined && namesIn !== paper.language ? namesIn : undefined
  parent.add(doc.struct(as, { ...(scope && { scope }), ...(lang && { lang }) }, [() => letter(drawing, text, at)]))
}

function letter({ doc }: Drawing, text: string, { x, y, size, face = 'regular', color = ink, ...options }: Place) {
  doc.font(face).fontSize(size).fillColor(color).text(drawable(text), x, y, options)
}

/** A part that holds others. */
function within({ doc, tree }: Drawing, type: 'Table' | 'TR', parent: Element = tree): Element {
  const part = doc.struct(type)
  parent.add(part)
  return part
}

/** Draws what says nothing, and is not read out. */
function ornament({ doc }: Drawing, draw: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' })
  draw()
  doc.endMarkedContent()
}

function drawRule(drawing: Drawing, y: number): void {
  const { doc } = drawing
  ornament(drawing, () => doc.moveTo(left, y).lineTo(right, y).lineWidth(0.7).strokeColor(line).stroke())
}

function drawHead(drawing: Drawing, title: string): void {
  const { doc, paper, t } = drawing
  const { universityName, department } = paper.content
  write(drawing, universityName, { as: 'P', isName: true }, { x: left, y: top, size: 15, face: 'semibold', width })
  write(drawing, department, { as: 'P', isName: true }, { x: left, y: doc.y + 1, size: 10, color: quiet, width })
  drawRule(drawing, doc.y + 8)
  write(drawing, title, { as: 'H1' }, { x: left, y: doc.y + 34, size: 22, face: 'semibold', width })
  write(drawing, t('code', { code: paper.code }), { as: 'P' }, { x: left, y: doc.y + 2, size: 10, color: quiet, width })
  write(drawing, t(`intro.${paper.kind}`), { as: 'P' }, { x: left, y: doc.y + 16, size: 11.5, width, lineGap: 2 })
  doc.y += 14
}

function drawFacts(drawing: Drawing): void {
  const { doc, paper, t } = drawing
  const { kind, purpose, content } = paper
  const choice = (resource: string, field: string, value: string) => t(`resources:${resource}.choices.${field}.${value}`)
  const facts: readonly (readonly [fact: string, value: string | null])[] = [
    ['name', content.name],
    ['matriculationNumber', content.matriculationNumber],
    ['programme', content.programme],
    ['cycle', choice('specializations', 'cycle', content.cycle)],
    ['language', choice('specializations', 'language', content.programmeLanguage)],
    ['studyYear', t('yearOf', { year: content.studyYear, years: content.yearsOfStudy })],
    ['academicYear', kind === 'certificate' ? content.academicYear : null],
    ['academicYearOfEntry', content.academicYearOfEntry],
    ['fundingType', kind === 'certificate' ? choice('students', 'fundingType', content.fundingType) : null],
    ['status', choice('students', 'status', content.status)],
    ['purpose', purpose],
  ]
  const table = within(drawing, 'Table')
  for (const [fact, value] of facts) {
    if (value === null) continue
    const y = doc.y
    const row = within(drawing, 'TR', table)
    write(drawing, t(`fact.${fact}`), { as: 'TH', in: row, scope: 'Row' }, { x: left, y: y + 0.8, size: 10, color: quiet, width: 150 })
    write(
      drawing,
      value,
      { as: 'TD', in: row, isName: fact === 'programme' },
      { x: left + 160, y, size: 11, face: fact === 'name' ? 'semibold' : 'regular', width: width - 160 },
    )
    doc.y = Math.max(doc.y, y + 14) + 3.5
  }
  doc.y += 10
}

/** Begins a new page where less than `height` is left of this one. */
function needRoom({ doc }: Drawing, height: number): void {
  if (doc.y + height <= bottom) return
  doc.addPage()
  doc.y = top
}

const columns = { course: left, semester: right - 210, credits: right - 140, mark: right - 40 } as const

function drawRecord(drawing: Drawing, { years, ...all }: CertificateRecord): void {
  const { doc, t } = drawing
  for (const { year, courses, ...totals } of years) {
    needRoom(drawing, 90)
    write(drawing, t('table.year', { year }), { as: 'H2' }, { x: left, y: doc.y, size: 12.5, face: 'semibold', width })
    doc.y += 4
    const table = within(drawing, 'Table')
    drawColumns(drawing, table)
    if (courses.length === 0) write(drawing, t('table.none'), { as: 'P' }, { x: left, y: doc.y, size: 10, color: quiet, width })
    for (const course of courses) drawCourse(drawing, table, course)
    drawTotals(drawing, totals)
  }
  needRoom(drawing, 60)
  write(drawing, t('table.all'), { as: 'H2' }, { x: left, y: doc.y, size: 12.5, face: 'semibold', width })
  drawTotals(drawing, all)
  write(drawing, t('table.rule'), { as: 'P' }, { x: left, y: doc.y, size: 9, color: quiet, width })
}

function drawColumns(drawing: Drawing, table: Element): void {
  const { doc, t } = drawing
  const y = doc.y
  const head = { y, size: 9, color: quiet }
  const part: Part = { as: 'TH', in: within(drawing, 'TR', table), scope: 'Column' }
  write(drawing, t('table.course'), part, { ...head, x: columns.course })
  write(drawing, t('table.semester'), part, { ...head, x: columns.semester, width: 60, align: 'right' })
  write(drawing, t('table.credits'), part, { ...head, x: columns.credits - 5, width: 100, align: 'right' })
  write(drawing, t('table.mark'), part, { ...head, x: columns.mark - 5, width: 45, align: 'right' })
  drawRule(drawing, y + 14)
  doc.y = y + 18
}

function drawCourse(
  drawing: Drawing,
  table: Element,
  { name, code, semester, credits, isFacultative, mark }: CertificateRecord['years'][number]['courses'][number],
): void {
  const { doc, t } = drawing
  const title = `${isFacultative ? t('table.facultative', { name }) : name} · ${code}`
  const titleWidth = columns.semester - columns.course - 8
  doc.font('regular').fontSize(10.5)
  needRoom(drawing, doc.heightOfString(drawable(title), { width: titleWidth }) + 4)
  const y = doc.y
  const row = within(drawing, 'TR', table)
  const cell: Part = { as: 'TD', in: row }
  write(drawing, title, { as: 'TH', in: row, scope: 'Row', isName: true }, { x: columns.course, y, size: 10.5, width: titleWidth })
  const after = doc.y
  write(drawing, String(semester), cell, { x: columns.semester, y, size: 10.5, width: 60, align: 'right' })
  write(drawing, String(credits), cell, { x: columns.credits - 5, y, size: 10.5, width: 100, align: 'right' })
  write(drawing, String(mark), cell, { x: columns.mark - 5, y, size: 10.5, face: 'semibold', width: 45, align: 'right' })
  doc.y = after + 3
}

function drawTotals(
  drawing: Drawing,
  { average, creditsWon: won, creditsPossible: possible }: Pick<CertificateRecord, 'average' | 'creditsWon' | 'creditsPossible'>,
): void {
  const { doc, paper, t } = drawing
  needRoom(drawing, 30)
  drawRule(drawing, doc.y + 2)
  const number = new Intl.NumberFormat(paper.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const parts = [...(average === null ? [] : [t('table.average', { average: number.format(average) })]), t('table.won', { won, possible })]
  write(drawing, parts.join('  ·  '), { as: 'P' }, { x: left, y: doc.y + 6, size: 10.5, face: 'semibold', width })
  doc.y += 14
}

/** Where the paper can be checked: in words and as a QR code, at the foot of the last page. */
function drawCheck(drawing: Drawing): void {
  const { doc, paper, t } = drawing
  needRoom(drawing, qrSize + 24)
  const y = bottom - qrSize
  drawRule(drawing, y - 12)
  // What it leads to stands beside it.
  ornament(drawing, () => drawQr(drawing, y))
  const text = { x: left + qrSize + 16, size: 10, width: width - qrSize - 16 }
  const date = inWords(new Date(paper.issuedAt), paper.language, { dateStyle: 'long', timeZone })
  write(drawing, t('issuedAt', { date }), { as: 'P' }, { ...text, y, face: 'semibold' })
  write(drawing, t('check'), { as: 'P' }, { ...text, y: doc.y + 3 })
  write(drawing, paper.address, { as: 'Link' }, { ...text, y: doc.y + 1, link: paper.address, face: 'semibold' })
  write(drawing, t('code', { code: paper.code }), { as: 'P' }, { ...text, y: doc.y + 3 })
}

function drawQr({ doc, paper }: Drawing, y: number): void {
  // The paper around it is the border.
  const squares = encodeQr(paper.address, 'raw', { ecc: 'medium', border: 1 })
    .slice(1, -1)
    .map((cells) => cells.slice(1, -1))
  const side = qrSize / squares.length
  for (const [row, cells] of squares.entries())
    for (const [column, isDark] of cells.entries()) if (isDark) doc.rect(left + column * side, y + row * side, side, side)
  doc.fill(ink)
}

function drawPageNumbers(drawing: Drawing): void {
  const { doc, paper, t } = drawing
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    const words = `${paper.code}  ·  ${t('page', { page: page + 1, pages: count })}`
    ornament(drawing, () => letter(drawing, words, { x: left, y: 806, size: 8.5, color: quiet, width, align: 'right', lineBreak: false }))
  }
}
