/** The public results of a programme as a PDF, for notice boards. */
import type { PublicResults } from '#model/admission/front-door.ts'
import { momentInWords } from '#model/values/dates.ts'
import type { Language } from '#model/vocabulary.ts'
import { settings } from '#resources/settings.ts'
import type { Context } from '#server/engine/context.ts'
import {
  bytesOf,
  colors,
  type Drawing,
  drawRule,
  type Element,
  openPaper,
  type Part,
  type PdfFile,
  sheet,
  within,
  write,
} from '#server/engine/papers/drawing.ts'
import { pick, run, sql, table } from '#server/engine/sql/typed.ts'

const rules = table(settings, 's')
const { left, top, bottom, width } = sheet

type Kind = PublicResults['kinds'][number]
type Text = (key: string, params?: { readonly [name: string]: string | number }) => string

interface Paper extends Drawing {
  readonly t: Text
  readonly average: (hundredths: number) => string
}

/** Returns the PDF in a language. The same results give the same bytes. */
export async function resultsPdf({ database, config, texts }: Context, results: PublicResults, language: Language): Promise<PdfFile> {
  const [office] = await run(database, sql`select ${pick({ name: rules.universityName, language: rules.language })} from ${rules}`)
  if (!office) throw new Error('the settings are missing')
  const t: Text = (key, params) => texts.text(language, key, params)
  const numbers = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const { round, notifiedAt, programme, code } = results
  const title = t('admission:results.title', { programme })
  const facts = { language, namesIn: office.language, title, university: office.name, at: new Date(notifiedAt), root: config.root }
  const paper: Paper = { ...(await openPaper(facts)), t, average: (hundredths) => numbers.format(hundredths / 100) }
  const { doc } = paper
  write(paper, office.name, { as: 'P', isName: true }, { x: left, y: top, size: 15, face: 'semibold', width })
  drawRule(paper, doc.y + 8)
  write(paper, title, { as: 'H1' }, { x: left, y: doc.y + 26, size: 20, face: 'semibold', width })
  const about = t('admission:results.about', { round, date: momentInWords(notifiedAt, language) })
  write(paper, about, { as: 'P' }, { x: left, y: doc.y + 4, size: 10.5, color: colors.quiet, width })
  for (const kind of results.kinds) drawKind(paper, kind)
  return { name: `${t('admission:results.fileName')}-${code}.pdf`, bytes: await bytesOf(paper) }
}

/** Starts a new page if less than `height` points are left on the current one. */
function needRoom({ doc }: Drawing, height: number): void {
  if (doc.y + height <= bottom) return
  doc.addPage()
  doc.y = top
}

function drawKind(paper: Paper, { kind, kindName, places, lastAverage, admitted, waiting }: Kind): void {
  const { doc, t, average } = paper
  needRoom(paper, 90)
  const name = kindName ?? t(`admission:results.kinds.${kind}`)
  write(paper, name, { as: 'H2', isName: kindName !== null }, { x: left, y: doc.y + 16, size: 14, face: 'semibold', width })
  const sum = t('admission:results.places', { count: places, admitted: admitted.length })
  const last = lastAverage === null ? '' : ` ${t('admission:results.last', { average: average(lastAverage) })}`
  write(paper, `${sum}${last}`, { as: 'P' }, { x: left, y: doc.y + 2, size: 10, color: colors.quiet, width })
  drawRows(paper, t('admission:results.admitted'), admitted)
  drawRows(
    paper,
    t('admission:results.waiting'),
    waiting.map((one) => ({ ...one, number: one.waiting })),
  )
}

const columns = { number: left, reference: left + 60, average: left + 220 } as const

interface Row {
  readonly reference: string
  readonly average: number
  readonly number?: number
}

function drawRows(paper: Paper, title: string, rows: readonly Row[]): void {
  const { doc, t, average } = paper
  if (rows.length === 0) return
  needRoom(paper, 70)
  write(paper, title, { as: 'P' }, { x: left, y: doc.y + 10, size: 11, face: 'semibold', width })
  const table = within(paper, 'Table')
  const head = { y: doc.y + 3, size: 9, color: colors.quiet }
  const columnHead: Part = { as: 'TH', in: within(paper, 'TR', table), scope: 'Column' }
  write(paper, t('admission:results.number'), columnHead, { ...head, x: columns.number, width: 50 })
  write(paper, t('admission:results.reference'), columnHead, { ...head, x: columns.reference, width: 150 })
  write(paper, t('admission:results.average'), columnHead, { ...head, x: columns.average, width: 150 })
  doc.y += 3
  for (const [index, { reference, average: hundredths, number = index + 1 }] of rows.entries())
    drawRow(paper, table, [String(number), reference, average(hundredths)])
}

function drawRow(paper: Paper, table: Element, [number, reference, average]: readonly [string, string, string]): void {
  const { doc } = paper
  needRoom(paper, 18)
  const y = doc.y
  const cell: Part = { as: 'TD', in: within(paper, 'TR', table) }
  write(paper, number, cell, { x: columns.number, y, size: 10.5, width: 50 })
  write(paper, reference, cell, { x: columns.reference, y, size: 10.5, width: 150 })
  write(paper, average, cell, { x: columns.average, y, size: 10.5, width: 150 })
  doc.y = y + 16
}
