/**
 * Reads a sheet of a workbook. Formulas are read as their last computed values; links and pictures
 * are ignored.
 */

import { maxImportColumns, maxImportRows } from '@matricola/schema/vocabulary.ts'
import type { ImportFileOptions } from '@matricola/schema/wire/jobs.ts'
import {
  fileTooLarge,
  type RawCell,
  type RawRow,
  textCell,
  unreadableFile,
  unreadCell,
} from '../../ports/file-reader.ts'
import { type DateFormat, findDateFormat, sheetDateText } from './read-xlsx-dates.ts'
import { attribute, readXml } from './read-xml.ts'
import { type ArchivePart, openArchive } from './read-zip.ts'
import { decodeSheetText } from './sheet-text.ts'
import { findWorkbookParts, type WorkbookParts } from './workbook-parts.ts'

interface ReadXlsx {
  readonly sheets: readonly string[]
  readonly sheet: string
  readonly rows: readonly RawRow[]
}

/**
 * Limits for the number of sheets and the length of a sheet name, above those of any spreadsheet
 * program.
 */
const maxSheets = 1000
const maxNameCharacters = 100
/** The last row number that spreadsheets support. */
const lastRow = 1_048_576

/**
 * Throws `import.unreadable` if the file is not a workbook or has macros, and `import.fileTooLarge`
 * above a limit.
 */
export function readXlsx(bytes: Uint8Array, { sheet: sheetIndex }: ImportFileOptions): ReadXlsx {
  const archive = openArchive(bytes)
  const parts = findWorkbookParts(archive)
  const workbook = readBook(archive.read([parts.workbook]).get(parts.workbook) ?? [], parts)
  const visible = workbook.sheets.filter(({ isHidden }) => !isHidden)
  const selectedSheet =
    sheetIndex === undefined ? visible[0] : visible.find(({ name }) => name === sheetIndex)
  if (!selectedSheet) throw unreadableFile('table.noSheet')
  const content = archive.read(
    [selectedSheet.part, parts.sharedTexts, parts.styles].filter((name) => name !== undefined),
  )
  const chunks = content.get(selectedSheet.part)
  if (!chunks) throw unreadableFile('table.noSheet')
  const shared = readShared(content.get(parts.sharedTexts ?? '') ?? [])
  const formats = readFormats(content.get(parts.styles ?? '') ?? [])
  const rows = readSheet(chunks, { ...workbook, shared, formats })
  return { sheets: visible.map(({ name }) => name), sheet: selectedSheet.name, rows }
}

interface Sheet {
  readonly name: string
  readonly part: string
  readonly isHidden: boolean
}

interface BookFacts {
  readonly sheets: readonly Sheet[]
  readonly is1904: boolean
  /**
   * Whether the program that wrote the file did not compute its formulas, so that stored values are
   * placeholders.
   */
  readonly isUncomputed: boolean
}

function readBook(chunks: ArchivePart, { byId }: WorkbookParts): BookFacts {
  const sheets: Sheet[] = []
  let is1904 = false
  let isUncomputed = false
  readXml(chunks, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = isTrue(attributes.date1904)
      if (name === 'calcPr') isUncomputed = isTrue(attributes.fullCalcOnLoad)
      if (name !== 'sheet') return
      if (sheets.length >= maxSheets) throw fileTooLarge('table.tooManySheets', { max: maxSheets })
      const part = byId.get(attribute(attributes, 'id') ?? '')
      const title = decodeSheetText(attributes.name ?? '').slice(0, maxNameCharacters)
      if (part)
        sheets.push({ name: title, part, isHidden: (attributes.state ?? 'visible') !== 'visible' })
    },
  })
  return { sheets, is1904, isUncomputed }
}

const isTrue = (value: string | undefined) => /^(?:1|true|on)$/.test(value ?? '')

/** Reads the shared strings, without phonetic guides. */
function readShared(chunks: ArchivePart): readonly string[] {
  const texts: string[] = []
  let current = ''
  let isText = false
  let isPhonetic = false
  readXml(chunks, {
    open(name) {
      if (name === 'si') current = ''
      if (name === 'rPh') isPhonetic = true
      isText = name === 't' && !isPhonetic
    },
    text(text) {
      if (isText) current += text
    },
    close(name) {
      isText = false
      if (name === 'rPh') isPhonetic = false
      if (name === 'si') texts.push(decodeSheetText(current))
    },
  })
  return texts
}

/** Returns the date format of each cell style. */
function readFormats(chunks: ArchivePart): readonly DateFormat[] {
  const codes = new Map<number, string>()
  const formats: DateFormat[] = []
  let isCell = false
  readXml(chunks, {
    open(name, { numFmtId, formatCode }) {
      if (name === 'numFmt') codes.set(Number(numFmtId), formatCode ?? '')
      if (name === 'cellXfs') isCell = true
      if (name === 'xf' && isCell)
        formats.push(findDateFormat(Number(numFmtId ?? 0), codes.get(Number(numFmtId ?? 0))))
    },
    close(name) {
      if (name === 'cellXfs') isCell = false
    },
  })
  return formats
}

interface Book {
  readonly shared: readonly string[]
  readonly formats: readonly DateFormat[]
  readonly is1904: boolean
  readonly isUncomputed: boolean
}

/** A cell as stored in XML; a value or formula is null if its element is absent. */
interface StoredCell {
  readonly type: string
  readonly style: number
  value: string | null
  formula: string | null
}

function readSheet(chunks: ArchivePart, workbook: Book): RawRow[] {
  const rows: RawRow[] = []
  let position = 0
  let cells: RawCell[] = []
  let column = -1
  let cell: StoredCell | null = null
  let reading: 'value' | 'formula' | null = null
  let isPhonetic = false
  readXml(chunks, {
    open(name, attributes) {
      if (name === 'row') {
        const next = Number(attributes.r ?? position + 1)
        if (!Number.isInteger(next) || next <= position || next > lastRow) throw unreadableFile()
        position = next
        cells = []
        column = -1
      } else if (name === 'c') {
        const next = columnOf(attributes.r) ?? column + 1
        if (next <= column) throw unreadableFile()
        column = next
        cell = {
          type: attributes.t ?? 'n',
          style: Number(attributes.s ?? 0),
          value: null,
          formula: null,
        }
      } else if (name === 'rPh') isPhonetic = true
      else if (cell && (name === 'v' || (name === 't' && !isPhonetic))) {
        reading = 'value'
        cell.value ??= ''
      } else if (cell && name === 'f') {
        reading = 'formula'
        cell.formula ??= ''
      }
    },
    text(text) {
      if (cell && reading !== null) cell[reading] += text
    },
    close(name) {
      reading = null
      if (name === 'rPh') isPhonetic = false
      if (name === 'c' && cell) {
        const read = cellOf(cell, workbook)
        cell = null
        if (read === '') return
        if (column >= maxImportColumns)
          throw fileTooLarge('table.tooManyColumns', { max: maxImportColumns })
        while (cells.length < column) cells.push('')
        cells[column] = read
      }
      if (name !== 'row' || cells.length === 0) return
      rows.push({ position, cells })
      // Allow for rows above the headings, which have not been found yet.
      if (rows.length > 2 * maxImportRows)
        throw fileTooLarge('table.tooManyRows', { max: maxImportRows })
    },
  })
  return rows
}

function columnOf(reference: string | undefined): number | undefined {
  const columnLetters = /^[A-Z]{1,3}/i.exec(reference ?? '')?.[0].toUpperCase()
  return columnLetters === undefined
    ? undefined
    : Array.from(columnLetters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** Returns the content of a cell; an empty string only if the cell is empty. */
function cellOf(
  { type, style, value, formula }: StoredCell,
  { shared, formats, is1904, isUncomputed }: Book,
): RawCell {
  if (type === 'e') return unreadCell('error', value || '#')
  if (formula !== null) {
    // The result of a formula may be an empty text, but not an empty number.
    const isComputed = value !== null && (value.trim() !== '' || type === 'str') && !isUncomputed
    if (!isComputed) return unreadCell('formula', `=${formula}`)
  }
  if (value === null) return ''
  switch (type) {
    case 's': {
      const text = /^\s*\d+\s*$/.test(value) ? shared[Number(value)] : undefined
      return text === undefined ? unreadCell('textMissing', '\uFFFD') : textCell(text)
    }
    case 'b': {
      const text = value.trim()
      if (text === '') return ''
      return /^(?:0|1|true|false)$/.test(text)
        ? text === '1' || text === 'true'
        : unreadCell('error', value)
    }
    case 'd':
      return textCell(value.replace('T', ' ').replace(/(?: 00:00:00(?:\.0+)?)?Z?$/, ''))
    case 'n': {
      const number = Number(value)
      if (value.trim() === '') return ''
      if (!Number.isFinite(number)) return textCell(value)
      const format = formats[style]
      return format && number >= 0 ? sheetDateText(number, format, is1904) : number
    }
    default:
      return textCell(decodeSheetText(value))
  }
}
