import { formatMoment, timeZone } from '@matricola/schema/values/dates.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import {
  addStructure,
  createDocument,
  type Drawing,
  drawArtifact,
  drawRule,
  drawTable,
  drawText,
  finishDocument,
  pageBox,
  pdfColors,
  type StructureElement,
  type TextStructure,
  writeText,
} from '@matricola/server/pdf/drawing.ts'
import { replaceMissingCharacters } from '@matricola/server/pdf/font-characters.ts'
import type { Texts } from '@matricola/server/texts.ts'
import encodeQr from 'qr'
import type { CertificateContent, CertificateRecord } from '#resources/academic/certificate.ts'

export interface CertificateData {
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
  readonly certificate: CertificateData
  readonly t: (key: string, params?: { readonly [name: string]: string | number }) => string
}

const { left, right, top, bottom, width } = pageBox
const { ink, quiet } = pdfColors
const qrSize = 84

/** Returns the PDF of a certificate. The same certificate and texts always give the same bytes. */
export async function drawCertificate(
  certificate: CertificateData,
  texts: Texts,
  root: string,
): Promise<Buffer> {
  const { language, code, content } = certificate
  const t: CertificateDrawing['t'] = (key, params) =>
    texts.text(language, key.includes(':') ? key : `certificate:${key}`, params)
  const title = t(`title.${certificate.kind}`)
  const at = new Date(certificate.issuedAt)
  const { universityName: university, namesIn } = content
  const drawing = {
    ...(await createDocument({
      language,
      namesIn,
      title: `${title} ${code}`,
      university,
      at,
      root,
    })),
    certificate,
    t,
  }
  drawHead(drawing, title)
  drawPerson(drawing)
  if (content.record) drawRecord(drawing, content.record)
  drawVerification(drawing)
  drawPageNumbers(drawing)
  return finishDocument(drawing)
}

function drawHead(drawing: CertificateDrawing, title: string): void {
  const { doc, certificate, t } = drawing
  const { universityName, department, translated = [] } = certificate.content
  writeText(
    drawing,
    universityName,
    { as: 'P', isName: true },
    { x: left, y: top, size: 15, face: 'semibold', width },
  )
  writeText(
    drawing,
    department,
    { as: 'P', isName: !translated.includes('department') },
    { x: left, y: doc.y + 1, size: 10, color: quiet, width },
  )
  drawRule(drawing, doc.y + 8)
  writeText(
    drawing,
    title,
    { as: 'H1' },
    { x: left, y: doc.y + 34, size: 22, face: 'semibold', width },
  )
  writeText(
    drawing,
    t('code', { code: certificate.code }),
    { as: 'P' },
    { x: left, y: doc.y + 2, size: 10, color: quiet, width },
  )
  writeText(
    drawing,
    t(`intro.${certificate.kind}`),
    { as: 'P' },
    { x: left, y: doc.y + 16, size: 11.5, width, lineGap: 2 },
  )
  doc.y += 14
}

function drawPerson(drawing: CertificateDrawing): void {
  const { doc, certificate, t } = drawing
  const { kind, purpose, content } = certificate
  const choice = (resource: string, field: string, value: string) =>
    t(`resources:${resource}.choices.${field}.${value}`)
  const facts: readonly (readonly [fact: string, value: string | null])[] = [
    ['name', content.name],
    ['matriculationNumber', content.matriculationNumber],
    ['programme', content.programme],
    ['cycle', choice('specializations', 'cycle', content.cycle)],
    ['language', choice('specializations', 'language', content.programmeLanguage)],
    ['studyYear', t('yearOf', { year: content.studyYear, years: content.yearsOfStudy })],
    ['academicYear', kind === 'certificate' ? content.academicYear : null],
    ['academicYearOfEntry', content.academicYearOfEntry],
    [
      'fundingType',
      kind === 'certificate' ? choice('students', 'fundingType', content.fundingType) : null,
    ],
    ['status', choice('students', 'status', content.status)],
    ['purpose', purpose],
  ]
  drawTable(
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
function ensureSpace({ doc }: Drawing, height: number): void {
  if (doc.y + height <= bottom) return
  doc.addPage()
  doc.y = top
}

const columns = {
  course: left,
  semester: right - 210,
  credits: right - 140,
  grade: right - 40,
} as const

function drawRecord(drawing: CertificateDrawing, { years, ...all }: CertificateRecord): void {
  const { doc, t } = drawing
  for (const { year, courses, ...totals } of years) {
    ensureSpace(drawing, 90)
    writeText(
      drawing,
      t('table.year', { year }),
      { as: 'H2' },
      { x: left, y: doc.y, size: 12.5, face: 'semibold', width },
    )
    doc.y += 4
    const table = addStructure(drawing, 'Table')
    drawColumns(drawing, table)
    if (courses.length === 0)
      writeText(
        drawing,
        t('table.none'),
        { as: 'P' },
        { x: left, y: doc.y, size: 10, color: quiet, width },
      )
    for (const course of courses) drawCourse(drawing, table, course)
    drawTotals(drawing, totals)
  }
  ensureSpace(drawing, 60)
  writeText(
    drawing,
    t('table.all'),
    { as: 'H2' },
    { x: left, y: doc.y, size: 12.5, face: 'semibold', width },
  )
  drawTotals(drawing, all)
  writeText(
    drawing,
    t('table.rule'),
    { as: 'P' },
    { x: left, y: doc.y, size: 9, color: quiet, width },
  )
}

function drawColumns(drawing: CertificateDrawing, table: StructureElement): void {
  const { doc, t } = drawing
  const y = doc.y
  const head = { y, size: 9, color: quiet }
  const part: TextStructure = { as: 'TH', in: addStructure(drawing, 'TR', table), scope: 'Column' }
  writeText(drawing, t('table.course'), part, { ...head, x: columns.course })
  writeText(drawing, t('table.semester'), part, {
    ...head,
    x: columns.semester,
    width: 60,
    align: 'right',
  })
  writeText(drawing, t('table.credits'), part, {
    ...head,
    x: columns.credits - 5,
    width: 100,
    align: 'right',
  })
  writeText(drawing, t('table.grade'), part, {
    ...head,
    x: columns.grade - 5,
    width: 45,
    align: 'right',
  })
  drawRule(drawing, y + 14)
  doc.y = y + 18
}

function drawCourse(
  drawing: CertificateDrawing,
  table: StructureElement,
  {
    name,
    isTranslated,
    code,
    semester,
    credits,
    isFacultative,
    grade,
  }: CertificateRecord['years'][number]['courses'][number],
): void {
  const { doc, t } = drawing
  const title = `${isFacultative ? t('table.optional', { name }) : name} · ${code}`
  const titleWidth = columns.semester - columns.course - 8
  doc.font('regular').fontSize(10.5)
  ensureSpace(
    drawing,
    doc.heightOfString(replaceMissingCharacters(title), { width: titleWidth }) + 4,
  )
  const y = doc.y
  const row = addStructure(drawing, 'TR', table)
  const cell: TextStructure = { as: 'TD', in: row }
  writeText(
    drawing,
    title,
    { as: 'TH', in: row, scope: 'Row', isName: !isTranslated },
    { x: columns.course, y, size: 10.5, width: titleWidth },
  )
  const after = doc.y
  writeText(drawing, String(semester), cell, {
    x: columns.semester,
    y,
    size: 10.5,
    width: 60,
    align: 'right',
  })
  writeText(drawing, String(credits), cell, {
    x: columns.credits - 5,
    y,
    size: 10.5,
    width: 100,
    align: 'right',
  })
  writeText(drawing, String(grade), cell, {
    x: columns.grade - 5,
    y,
    size: 10.5,
    face: 'semibold',
    width: 45,
    align: 'right',
  })
  doc.y = after + 3
}

function drawTotals(
  drawing: CertificateDrawing,
  {
    average,
    creditsEarned: earned,
    creditsPossible: possible,
  }: Pick<CertificateRecord, 'average' | 'creditsEarned' | 'creditsPossible'>,
): void {
  const { doc, certificate, t } = drawing
  ensureSpace(drawing, 30)
  drawRule(drawing, doc.y + 2)
  const number = new Intl.NumberFormat(certificate.language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  const parts = [
    ...(average === null ? [] : [t('table.average', { average: number.format(average) })]),
    t('table.creditsEarned', { earned, possible }),
  ]
  writeText(
    drawing,
    parts.join('  ·  '),
    { as: 'P' },
    { x: left, y: doc.y + 6, size: 10.5, face: 'semibold', width },
  )
  doc.y += 14
}

/** Draws the verification URL as text and QR code, at the foot of the last page. */
function drawVerification(drawing: CertificateDrawing): void {
  const { doc, certificate, t } = drawing
  ensureSpace(drawing, qrSize + 24)
  const y = bottom - qrSize
  drawRule(drawing, y - 12)
  // Hidden from screen readers, because the URL is next to it.
  drawArtifact(drawing, () => drawQr(drawing, y))
  const text = { x: left + qrSize + 16, size: 10, width: width - qrSize - 16 }
  const date = formatMoment(new Date(certificate.issuedAt), certificate.language, {
    dateStyle: 'long',
    timeZone,
  })
  writeText(drawing, t('issuedAt', { date }), { as: 'P' }, { ...text, y, face: 'semibold' })
  writeText(drawing, t('check'), { as: 'P' }, { ...text, y: doc.y + 3 })
  writeText(
    drawing,
    certificate.address,
    { as: 'Link' },
    { ...text, y: doc.y + 1, link: certificate.address, face: 'semibold' },
  )
  writeText(drawing, t('code', { code: certificate.code }), { as: 'P' }, { ...text, y: doc.y + 3 })
}

function drawQr({ doc, certificate }: CertificateDrawing, y: number): void {
  // No border is needed, since the page around it is white.
  const squares = encodeQr(certificate.address, 'raw', { ecc: 'medium', border: 1 })
    .slice(1, -1)
    .map((cells) => cells.slice(1, -1))
  const side = qrSize / squares.length
  for (const [row, cells] of squares.entries())
    for (const [column, isDark] of cells.entries())
      if (isDark) doc.rect(left + column * side, y + row * side, side, side)
  doc.fill(ink)
}

function drawPageNumbers(drawing: CertificateDrawing): void {
  const { doc, certificate, t } = drawing
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    const words = `${certificate.code}  ·  ${t('page', { page: page + 1, pages: count })}`
    drawArtifact(drawing, () =>
      drawText(drawing, words, {
        x: left,
        y: 806,
        size: 8.5,
        color: quiet,
        width,
        align: 'right',
        lineBreak: false,
      }),
    )
  }
}
