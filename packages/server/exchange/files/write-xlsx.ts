/**
 * Writes a workbook (ECMA-376) with one sheet, and a second one if there are notes. It is
 * compressed while it is written. Texts are stored inline in their cells, so no table of strings is
 * kept in memory. Numbers and dates are typed cells, and the heading row is frozen.
 */
import { strToU8, Zip, ZipDeflate } from 'fflate'
import type { ExchangeCell } from '../cell-formats.ts'
import { serialOfLocal } from '../spreadsheet-dates.ts'
import { deflatedPart } from './deflated-part.ts'
import type { FileColumn, FileRow, FileSheet, FileWriter } from './file-writer.ts'
import { encodeSheetText } from './sheet-text.ts'

/** Indexes of the styles in `cellXfs` below. */
const styles = { number: 0, heading: 1, text: 2, money: 3, day: 4, moment: 5 } as const
/** Ids of built-in number formats, which spreadsheets show in the user's locale. */
const formats = { number: 0, heading: 49, text: 49, money: 4, day: 14, moment: 22 } as const

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export function xlsxWriter({ title, columns, notes }: FileSheet): FileWriter {
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  const takeBytes = () => Buffer.concat(chunks.splice(0))
  const addPart = (name: string, text: string) => {
    const part = new ZipDeflate(name, { level: 1 })
    zip.add(part)
    part.push(strToU8(declaration + text), true)
  }
  const sheet = deflatedPart('xl/worksheets/sheet1.xml')
  const letters = columns.map((_, i) => columnLetters(i))
  let line = 0
  let sheetStart = ''

  function rowXml(cells: readonly ExchangeCell[], styleOf: (i: number) => number): string {
    line++
    let xml = `<row r="${line}">`
    for (let i = 0; i < cells.length; i++)
      xml += cellXml(cells[i] ?? null, `${letters[i]}${line}`, styleOf(i))
    return `${xml}</row>`
  }
  const styleFor = (i: number) => styles[columns[i]?.format ?? 'text']

  return {
    begin: () => {
      for (const [name, text] of Object.entries(partsOf(notes ? [title, notes.title] : [title])))
        addPart(name, text)
      if (notes) addPart('xl/worksheets/sheet2.xml', notesXml(notes.rows))
      zip.add(sheet.part)
      const headings = rowXml(
        columns.map(({ heading }) => heading),
        () => styles.heading,
      )
      sheetStart = `${declaration}${sheetStartXml(columns)}${headings}`
      return takeBytes()
    },
    rows: async (rows: readonly FileRow[]) => {
      await sheet.write(sheetStart + rows.map(({ cells }) => rowXml(cells, styleFor)).join(''))
      sheetStart = ''
      return takeBytes()
    },
    end: async () => {
      await sheet.end(`${sheetStart}</sheetData></worksheet>`)
      zip.end()
      return takeBytes()
    },
    close: () => sheet.close(),
  }
}

function cellXml(cell: ExchangeCell, reference: string, style: number): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number') return `<c r="${reference}" s="${style}"><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c r="${reference}" t="b"><v>${cell ? 1 : 0}</v></c>`
  if (typeof cell === 'object') {
    const local = 'day' in cell ? cell.day : cell.moment
    const serial = serialOfLocal(local)
    return serial === null
      ? textXml(local, reference, styles.text)
      : `<c r="${reference}" s="${style}"><v>${serial}</v></c>`
  }
  return textXml(cell, reference, style === styles.heading ? style : styles.text)
}

const textXml = (text: string, reference: string, style: number) =>
  `<c r="${reference}" s="${style}" t="inlineStr"><is><t${/^\s|\s$|\n| {2}/.test(text) ? ' xml:space="preserve"' : ''}>${escaped(text)}</t></is></c>`

const special: { readonly [sign: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const needsEscape = /[&<>\uFFFE\uFFFF]|(?![\t\n])\p{Cc}|\p{Cs}|_x[0-9A-Fa-f]{4}_/u

function escaped(text: string): string {
  if (!needsEscape.test(text)) return text
  return encodeSheetText(text).replace(/[&<>]/g, (sign) => special[sign] ?? sign)
}
const quoted = (text: string) => escaped(text).replaceAll('"', '&quot;')

/** Returns `A` for 0, `Z` for 25, `AA` for 26. */
const columnLetters = (i: number): string =>
  (i < 26 ? '' : columnLetters(Math.floor(i / 26) - 1)) + String.fromCharCode(65 + (i % 26))

const sheetStartXml = (columns: readonly FileColumn[]) =>
  `<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
  `<cols>${columns.map(({ format, width }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" style="${styles[format]}" customWidth="1"/>`).join('')}</cols><sheetData>`

function notesXml(rows: readonly (readonly string[])[]): string {
  const xml = rows.map((cells, y) => {
    const line = cells.map((text, x) =>
      cellXml(text, `${columnLetters(x)}${y + 1}`, y === 0 ? styles.heading : styles.text),
    )
    return `<row r="${y + 1}">${line.join('')}</row>`
  })
  return `<worksheet xmlns="${main}"><cols><col min="1" max="50" width="28" customWidth="1"/></cols><sheetData>${xml.join('')}</sheetData></worksheet>`
}

/** Sheet names have at most 31 characters and must not contain these. */
const sheetName = (title: string) => title.replace(/[[\]:*?/\\']/g, ' ').slice(0, 31)

const partsOf = (titles: readonly string[]): { readonly [path: string]: string } => ({
  '[Content_Types].xml':
    `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>` +
    `${titles.map((_, i) => `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="${type}.worksheet+xml"/>`).join('')}</Types>`,
  '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${titles.map((title, i) => `<sheet name="${quoted(sheetName(title))}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`,
  'xl/_rels/workbook.xml.rels':
    `<Relationships xmlns="${packages}/relationships">${titles.map((_, i) => `<Relationship Id="rId${i + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`).join('')}` +
    `<Relationship Id="rId${titles.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml':
    `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${Object.keys(styles).length}">${Object.keys(styles).map(xfXml).join('')}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
})

const xfXml = (style: string) =>
  // Called with the keys of `styles`, in order.
  `<xf numFmtId="${formats[style as keyof typeof styles]}" fontId="${style === 'heading' ? 1 : 0}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`
