/**
 * Builds workbooks byte by byte, so that the tests of the reader do not depend on the project's own
 * writer.
 */
import { strToU8, zipSync } from 'fflate'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export interface WorkbookContent {
  /** XML of the rows, by sheet name. */
  readonly sheets: { readonly [name: string]: string }
  readonly shared?: readonly string[]
  /** Ids and codes of number formats. Each adds one style after the default. */
  readonly formats?: readonly (readonly [id: number, code?: string])[]
  readonly is1904?: boolean
  readonly contentType?: string
  /** Parts to add or to replace. */
  readonly parts?: { readonly [path: string]: string | Uint8Array }
}

export function workbookFiles({
  sheets,
  shared = [],
  formats = [],
  is1904 = false,
  contentType,
  parts = {},
}: WorkbookContent): {
  [path: string]: Uint8Array
} {
  const names = Object.keys(sheets)
  const type =
    contentType ?? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'
  const files: { [path: string]: string | Uint8Array } = {
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}"/></Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${names.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names.map((_, i) => `<Relationship Id="rId${i + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`).join('')}</Relationships>`,
    'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><numFmts>${formats.map(([id, code]) => (code ? `<numFmt numFmtId="${id}" formatCode="${code}"/>` : '')).join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats.map(([id]) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${head}<sst xmlns="${main}">${shared.map((text) => `<si>${text.startsWith('<') ? text : `<t>${text}</t>`}</si>`).join('')}</sst>`,
  }
  for (const [i, rows] of Object.values(sheets).entries())
    files[`xl/worksheets/sheet${i + 1}.xml`] =
      `${head}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`
  return Object.fromEntries(
    Object.entries({ ...files, ...parts }).map(([path, part]) => [
      path,
      typeof part === 'string' ? strToU8(part) : part,
    ]),
  )
}

export const buildWorkbook = (book: WorkbookContent): Uint8Array => zipSync(workbookFiles(book))

/** A row with inline strings and numbers. */
export const rowXml = (position: number, cells: readonly (string | number)[]): string =>
  `<row r="${position}">${cells
    .map((cell, i) => {
      const reference = `${String.fromCharCode(65 + i)}${position}`
      if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`
      return cell === ''
        ? ''
        : `<c r="${reference}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`
    })
    .join('')}</row>`

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/** A workbook with one sheet of these rows. */
export const buildWorkbookOfRows = (rows: readonly (readonly (string | number)[])[]): Uint8Array =>
  buildWorkbook({ sheets: { Foaie1: rows.map((cells, i) => rowXml(i + 1, cells)).join('') } })

const letters1250 = new Map<string, number>([
  ...Array.from({ length: 128 }, (_, code): [string, number] => [String.fromCharCode(code), code]),
  ...Array.from({ length: 128 }, (_, i): [string, number] => [
    new TextDecoder('windows-1250').decode(Uint8Array.of(128 + i)),
    128 + i,
  ]),
])

/**
 * Encodes a text as Excel with Romanian settings does: Windows-1250, which has ş and ţ only with a
 * cedilla.
 */
export function encodeWindows1250(text: string): Uint8Array {
  const old = text.replace(
    /[șțȘȚ]/g,
    (letter) => ({ ș: 'ş', ț: 'ţ', Ș: 'Ş', Ț: 'Ţ' })[letter] ?? letter,
  )
  return Uint8Array.from(old, (letter) => {
    const code = letters1250.get(letter)
    if (code === undefined) throw new Error(`${letter} is not in Windows-1250`)
    return code
  })
}
