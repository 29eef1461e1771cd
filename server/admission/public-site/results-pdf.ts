/** The public results of a programme as a PDF, for notice boards. */

import { formatLongInstant } from '@matricola/schema/values/dates.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Context } from '@matricola/server/context.ts'
import {
  addStructure,
  createDocument,
  type Drawing,
  drawRule,
  finishDocument,
  type PdfFile,
  pageBox,
  pdfColors,
  type StructureElement,
  type TextStructure,
  writeText,
} from '@matricola/server/pdf/drawing.ts'
import { replaceMissingCharacters } from '@matricola/server/pdf/font-characters.ts'
import { pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import {
  type PublicResults,
  provisionalInWords,
  waitingReasonInWords,
} from '#resources/admission/admission-overview.ts'
import { drawCommand } from '#resources/admission/ranking.ts'
import { settings } from '#resources/settings.ts'

const settingsTable = table(settings)
const { left, top, bottom, width } = pageBox

type Kind = PublicResults['kinds'][number]
type Text = (key: string, params?: { readonly [name: string]: string | number }) => string

interface ResultsDrawing extends Drawing {
  readonly t: Text
  readonly average: (hundredths: number) => string
}

/** Returns the PDF in a language. The same results give the same bytes. */
export async function resultsPdf(
  { database, config, texts }: Context,
  results: PublicResults,
  language: Language,
): Promise<PdfFile> {
  const [office] = await runStatement(
    database,
    sql`select ${pick({ name: settingsTable.universityName, language: settingsTable.language })} from ${settingsTable}`,
  )
  if (!office) throw new Error('the settings record is missing')
  const t: Text = (key, params) => texts.text(language, key, params)
  const numbers = new Intl.NumberFormat(language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  const { session, round, notifiedAt, programme, code } = results
  const title = t('admission:results.title', { programme })
  const facts = {
    language,
    namesIn: office.language,
    title,
    university: office.name,
    at: new Date(notifiedAt),
    root: config.root,
  }
  const drawing: ResultsDrawing = {
    ...(await createDocument(facts)),
    t,
    average: (hundredths) => numbers.format(hundredths / 100),
  }
  const { doc } = drawing
  writeText(
    drawing,
    office.name,
    { as: 'P', isName: true },
    { x: left, y: top, size: 15, face: 'semibold', width },
  )
  drawRule(drawing, doc.y + 8)
  writeText(
    drawing,
    title,
    { as: 'H1' },
    { x: left, y: doc.y + 26, size: 20, face: 'semibold', width },
  )
  const description = t('admission:results.about', {
    session,
    round,
    date: formatLongInstant(notifiedAt, language),
  })
  writeText(
    drawing,
    description,
    { as: 'P' },
    { x: left, y: doc.y + 4, size: 10.5, color: pdfColors.quiet, width },
  )
  if (results.isProvisional)
    writeText(
      drawing,
      provisionalInWords(results, language, (key, params) => t(`admission:results.${key}`, params)),
      { as: 'P' },
      { x: left, y: doc.y + 4, size: 10.5, width },
    )
  for (const kind of results.kinds) drawKind(drawing, kind)
  const drawn = results.kinds
    .flatMap(({ waiting }) => waiting)
    .find(({ reason }) => reason === 'draw')
  if (drawn) writeDrawSteps(drawing, drawn.reference)
  return {
    name: `${t('admission:results.fileName')}-${code}.pdf`,
    bytes: await finishDocument(drawing),
  }
}

/** How anyone can repeat the draw, with a reference number that took part in it. */
function writeDrawSteps(drawing: ResultsDrawing, reference: string): void {
  const { doc, t } = drawing
  ensureSpace(drawing, 120)
  writeText(
    drawing,
    t('averages:repeat.title'),
    { as: 'H2' },
    { x: left, y: doc.y + 16, size: 14, face: 'semibold', width },
  )
  for (const text of [
    t('averages:repeat.number'),
    `${t('averages:repeat.command')} ${drawCommand(reference)}`,
    t('averages:repeat.order'),
  ])
    writeText(drawing, text, { as: 'P' }, { x: left, y: doc.y + 4, size: 10, width })
}

/** Starts a new page if less than `height` points are left on the current one. */
function ensureSpace({ doc }: Drawing, height: number): void {
  if (doc.y + height <= bottom) return
  doc.addPage()
  doc.y = top
}

function drawKind(
  drawing: ResultsDrawing,
  { kind, kindName, places, held, lastAverage, kept, admitted, waiting }: Kind,
): void {
  const { doc, t, average } = drawing
  ensureSpace(drawing, 90)
  const name = kindName ?? t(`admission:results.kinds.${kind}`)
  writeText(
    drawing,
    name,
    { as: 'H2', isName: kindName !== null },
    { x: left, y: doc.y + 16, size: 14, face: 'semibold', width },
  )
  const sum = t('admission:results.places', { count: places, admitted: admitted.length })
  const sentences = [
    sum,
    ...(held > 0 ? [t('admission:results.heldPlaces', { count: held })] : []),
    ...(lastAverage === null
      ? []
      : [t('admission:results.last', { average: average(lastAverage) })]),
  ]
  writeText(
    drawing,
    sentences.join(' '),
    { as: 'P' },
    { x: left, y: doc.y + 2, size: 10, color: pdfColors.quiet, width },
  )
  drawRows(drawing, {
    title: t('admission:results.kept'),
    note: t('admission:results.since'),
    rows: kept.map((one) => ({ ...one, note: one.round })),
  })
  drawRows(drawing, { title: t('admission:results.admitted'), rows: admitted })
  drawRows(drawing, {
    title: t('admission:results.waiting'),
    note: t('admission:results.decided'),
    rows: waiting.map((one) => ({
      ...one,
      number: one.waiting,
      note: waitingReasonInWords(one, (key, params) =>
        t(`admission:results.reasons.${key}`, params),
      ),
    })),
  })
}

const rowSize = 10.5
const columns = {
  number: left,
  reference: left + 60,
  average: left + 220,
  note: left + 320,
} as const
const widths = { number: 50, reference: 150, average: 90, note: width - 320 } as const

interface Row {
  readonly reference: string
  readonly average: number
  readonly number?: number
  readonly note?: string | null
}

interface Rows {
  readonly title: string
  /** Heading of the last column, which is left out if no row has a note. */
  readonly note?: string
  readonly rows: readonly Row[]
}

function drawRows(drawing: ResultsDrawing, { title, note = '', rows }: Rows): void {
  const { doc, t, average } = drawing
  if (rows.length === 0) return
  ensureSpace(drawing, 70)
  writeText(
    drawing,
    title,
    { as: 'P' },
    { x: left, y: doc.y + 10, size: 11, face: 'semibold', width },
  )
  const table = addStructure(drawing, 'Table')
  const head = { y: doc.y + 3, size: 9, color: pdfColors.quiet }
  const columnHead: TextStructure = {
    as: 'TH',
    in: addStructure(drawing, 'TR', table),
    scope: 'Column',
  }
  const hasNotes = rows.some((row) => row.note != null)
  const writeHead = (text: string, column: keyof typeof columns) =>
    writeText(drawing, text, columnHead, { ...head, x: columns[column], width: widths[column] })
  writeHead(t('admission:results.number'), 'number')
  writeHead(t('admission:results.reference'), 'reference')
  writeHead(t('admission:results.average'), 'average')
  if (hasNotes) writeHead(note, 'note')
  doc.y += 3
  for (const [index, row] of rows.entries())
    drawRow(drawing, table, {
      number: String(row.number ?? index + 1),
      reference: row.reference,
      average: average(row.average),
      ...(hasNotes && { note: row.note ?? '' }),
    })
}

function drawRow(
  drawing: ResultsDrawing,
  table: StructureElement,
  texts: { readonly [column in keyof typeof columns]?: string },
): void {
  const { doc } = drawing
  const height = Math.max(
    ...Object.entries(texts).map(([name, text]) =>
      doc
        .font('regular')
        .fontSize(rowSize)
        .heightOfString(replaceMissingCharacters(text), {
          width: widths[name as keyof typeof columns],
        }),
    ),
  )
  ensureSpace(drawing, height + 5)
  const y = doc.y
  const cell: TextStructure = { as: 'TD', in: addStructure(drawing, 'TR', table) }
  for (const [name, text] of Object.entries(texts)) {
    const column = name as keyof typeof columns
    writeText(drawing, text, cell, { x: columns[column], y, size: rowSize, width: widths[column] })
  }
  doc.y = y + Math.max(height + 3, 16)
}
