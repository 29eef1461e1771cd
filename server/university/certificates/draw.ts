import encodeQr from 'qr'
import type { CertificateContent, CertificateRecord } from '#model/academic/certificate.ts'
import { inWords, timeZone } from '#model/values/dates.ts'
import type { Language } from '#model/vocabulary.ts'
import {
  bytesOf,
  colors,
  type Drawing,
  drawFacts,
  drawRule,
  type Element,
  letter,
  openPaper,
  ornament,
  type Part,
  sheet,
  within,
  write,
} from '#server/engine/papers/drawing.ts'
import { drawable } from '#server/engine/papers/font-letters.ts'
import type { Texts } from '#server/engine/texts.ts'

export interface Paper {
  readonly code: string
  readonly kind: 'certificate' | 'transcript'
  readonly language: Language
  readonly issuedAt: string
  readonly purpose: string | null
  readonly content: CertificateContent
  /** URL at which anyone can verify the certificate. */
  readonly address: string
}

interface CertificateDrawing extends Drawing {
  readonly paper: Paper
  readonly t: (key: string, params?: { readonly [name: string]: string | number }) => string
}

const { left, right, top, bottom, width } = sheet
const { ink, quiet } = colors
const qrSize = 84

/** Returns the PDF of a certificate. It depends on nothing else, so the same certificate and texts give the same bytes. */
export async function drawCertificate(paper: Paper, texts: Texts, root: string): Promise<Buffer> {
  const { language, code, content } = paper
  const t: CertificateDrawing['t'] = (key, params) => texts.text(language, key.includes(':') ? key : `certificate:${key}`, params)
  const title = t(`title.${paper.kind}`)
  const at = new Date(paper.issuedAt)
  const { universityName: university, namesIn } = content
  const drawing = { ...(await openPaper({ language, namesIn, title: `${title} ${code}`, university, at, root })), paper, t }
  drawHead(drawing, title)
  drawPerson(drawing)
  if (content.record) drawRecord(drawing, content.record)
  drawCheck(drawing)
  drawPageNumbers(drawing)
  return bytesOf(drawing)
}

function drawHead(drawing: CertificateDrawing, title: string): void {
  const { doc, paper, t } = drawing
  const { universityName, department, translated = [] } = paper.content
  write(drawing, universityName, { as: 'P', isName: true }, { x: left, y: top, size: 15, face: 'semibold', width })
  write(
    drawing,
    department,
    { as: 'P', isName: !translated.includes('department') },
    { x: left, y: doc.y + 1, size: 10, color: quiet, width },
  )
  drawRule(drawing, doc.y + 8)
  write(drawing, title, { as: 'H1' }, { x: left, y: doc.y + 34, size: 22, face: 'semibold', width })
  write(drawing, t('code', { code: paper.code }), { as: 'P' }, { x: left, y: doc.y + 2, size: 10, color: quiet, width })
  write(drawing, t(`intro.${paper.kind}`), { as: 'P' }, { x: left, y: doc.y + 16, size: 11.5, width, lineGap: 2 })
  doc.y += 14
}

function drawPerson(drawing: CertificateDrawing): void {
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
  drawFacts(
    drawing,
    facts.flatMap(([fact, value]) =>
      value === null
        ? []
        : [
            {
              label: t(`fact.${fact}`),
              value,
              isStrong: fact === 'name',
              isName: fact === 'programme' && !content.translated?.includes('programme'),
            },
          ],
    ),
  )
  doc.y += 10
}

/** Starts a new page if less than `height` points are left on the current one. */
function needRoom({ doc }: Drawing, height: number): void {
  if (doc.y + height <= bottom) return
  doc.addPage()
  doc.y = top
}

const columns = { course: left, semester: right - 210, credits: right - 140, mark: right - 40 } as const

function drawRecord(drawing: CertificateDrawing, { years, ...all }: CertificateRecord): void {
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

function drawColumns(drawing: CertificateDrawing, table: Element): void {
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
  drawing: CertificateDrawing,
  table: Element,
  { name, isTranslated, code, semester, credits, isFacultative, mark }: CertificateRecord['years'][number]['courses'][number],
): void {
  const { doc, t } = drawing
  const title = `${isFacultative ? t('table.facultative', { name }) : name} · ${code}`
  const titleWidth = columns.semester - columns.course - 8
  doc.font('regular').fontSize(10.5)
  needRoom(drawing, doc.heightOfString(drawable(title), { width: titleWidth }) + 4)
  const y = doc.y
  const row = within(drawing, 'TR', table)
  const cell: Part = { as: 'TD', in: row }
  write(drawing, title, { as: 'TH', in: row, scope: 'Row', isName: !isTranslated }, { x: columns.course, y, size: 10.5, width: titleWidth })
  const after = doc.y
  write(drawing, String(semester), cell, { x: columns.semester, y, size: 10.5, width: 60, align: 'right' })
  write(drawing, String(credits), cell, { x: columns.credits - 5, y, size: 10.5, width: 100, align: 'right' })
  write(drawing, String(mark), cell, { x: columns.mark - 5, y, size: 10.5, face: 'semibold', width: 45, align: 'right' })
  doc.y = after + 3
}

function drawTotals(
  drawing: CertificateDrawing,
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

/** Draws the verification URL as text and QR code, at the foot of the last page. */
function drawCheck(drawing: CertificateDrawing): void {
  const { doc, paper, t } = drawing
  needRoom(drawing, qrSize + 24)
  const y = bottom - qrSize
  drawRule(drawing, y - 12)
  // An ornament for screen readers, since the URL is next to it.
  ornament(drawing, () => drawQr(drawing, y))
  const text = { x: left + qrSize + 16, size: 10, width: width - qrSize - 16 }
  const date = inWords(new Date(paper.issuedAt), paper.language, { dateStyle: 'long', timeZone })
  write(drawing, t('issuedAt', { date }), { as: 'P' }, { ...text, y, face: 'semibold' })
  write(drawing, t('check'), { as: 'P' }, { ...text, y: doc.y + 3 })
  write(drawing, paper.address, { as: 'Link' }, { ...text, y: doc.y + 1, link: paper.address, face: 'semibold' })
  write(drawing, t('code', { code: paper.code }), { as: 'P' }, { ...text, y: doc.y + 3 })
}

function drawQr({ doc, paper }: CertificateDrawing, y: number): void {
  // No border is needed, since the page around it is white.
  const squares = encodeQr(paper.address, 'raw', { ecc: 'medium', border: 1 })
    .slice(1, -1)
    .map((cells) => cells.slice(1, -1))
  const side = qrSize / squares.length
  for (const [row, cells] of squares.entries())
    for (const [column, isDark] of cells.entries()) if (isDark) doc.rect(left + column * side, y + row * side, side, side)
  doc.fill(ink)
}

function drawPageNumbers(drawing: CertificateDrawing): void {
  const { doc, paper, t } = drawing
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    const words = `${paper.code}  ·  ${t('page', { page: page + 1, pages: count })}`
    ornament(drawing, () => letter(drawing, words, { x: left, y: 806, size: 8.5, color: quiet, width, align: 'right', lineBreak: false }))
  }
}
