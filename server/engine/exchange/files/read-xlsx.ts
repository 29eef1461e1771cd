/** A workbook's sheet, read from its parts: values as they were last computed; macros, links and pictures are left alone. */

import { maxImportColumns, maxImportRows } from '#model/vocabulary.ts'
import type { ImportReading } from '#model/wire/jobs.ts'
import { type Cell, type RawRow, tooLarge, unreadable } from '../../ports/file-reader.ts'
import { type DateFormat, dateFormatOf, dateText } from './read-xlsx-dates.ts'
import { attribute, readXml } from './read-xml.ts'
import { type Parts, unpack } from './read-zip.ts'

interface ReadXlsx {
  readonly sheets: readonly string[]
  readonly sheet: string
  readonly rows: readonly RawRow[]
}

const wanted = /^(?:\[Content_Types\]\.xml|_rels\/\.rels|xl\/[^/]+\.xml|xl\/_rels\/[^/]+\.rels|xl\/worksheets\/[^/]+\.xml)$/i
const macros = /vbaProject|macrosheets/i

/** Throws `import.unreadable` for what is no workbook, or one with macros; `import.tooLarge` past a limit. */
export function readXlsx(bytes: Uint8Array, { sheet: asked }: ImportReading): ReadXlsx {
  const parts = unpack(bytes, (name) => {
    if (macros.test(name)) throw unreadable()
    return wanted.test(name)
  })
  refuseMacros(parts)
  const book = readBook(parts)
  const visible = book.sheets.filter(({ isHidden }) => !isHidden)
  const chosen = asked === undefined ? visible[0] : visible.find(({ name }) => name === asked)
  const pieces = chosen && parts.get(chosen.part)
  if (!chosen || !pieces) throw unreadable()
  const shared = readShared(parts)
  const formats = readFormats(parts)
  const rows = readGradeSheet(pieces, { shared, formats, is1904: book.is1904 })
  return { sheets: visible.map(({ name }) => name), sheet: chosen.name, rows }
}

/** A workbook with macros says so of its main part, whatever its name ends with. */
function refuseMacros(parts: Parts): void {
  readXml(parts.get('[Content_Types].xml') ?? [], {
    open(_, attributes) {
      if (/macroEnabled|vbaProject/i.test(attributes.ContentType ?? '')) throw unreadable()
    },
  })
}

interface Sheet {
  readonly name: string
  readonly part: string
  readonly isHidden: boolean
}

function readBook(parts: Parts): { readonly sheets: readonly Sheet[]; readonly is1904: boolean } {
  const pieces = parts.get('xl/workbook.xml')
  if (!pieces) throw unreadable()
  const targets = readTargets(parts)
  const sheets: Sheet[] = []
  let is1904 = false
  readXml(pieces, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
      if (name !== 'sheet') return
      const part = targets.get(attribute(attributes, 'id') ?? '')
      if (part) sheets.push({ name: attributes.name ?? '', part, isHidden: (attributes.state ?? 'visible') !== 'visible' })
    },
  })
  return { sheets, is1904 }
}

/** Where the workbook's relations lead, inside the file only. */
function readTargets(parts: Parts): ReadonlyMap<string, string> {
  const targets = new Map<string, string>()
  readXml(parts.get('xl/_rels/workbook.xml.rels') ?? [], {
    open(name, { Id, Target, TargetMode }) {
      if (name !== 'Relationship' || !Id || !Target || TargetMode === 'External') return
      targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
    },
  })
  return targets
}

/** The texts that cells name by number; without the reading aids of some scripts. */
function readShared(parts: Parts): readonly string[] {
  const texts: string[] = []
  let current = ''
  let isText = false
  let isAid = false
  readXml(parts.get('xl/sharedStrings.xml') ?? [], {
    open(name) {
      if (name === 'si') current = ''
      if (name === 'rPh') isAid = true
      isText = name === 't' && !isAid
    },
    text(text) {
      if (isText) current += text
    },
    close(name) {
      isText = false
      if (name === 'rPh') isAid = false
      if (name === 'si') texts.push(current)
    },
  })
  return texts
}

/** Date format that each style gives a number. */
function readFormats(parts: Parts): readonly DateFormat[] {
  const codes = new Map<number, string>()
  const formats: DateFormat[] = []
  let isCell = false
  readXml(parts.get('xl/styles.xml') ?? [], {
    open(name, { numFmtId, formatCode }) {
      if (name === 'numFmt') codes.set(Number(numFmtId), formatCode ?? '')
      if (name === 'cellXfs') isCell = true
      if (name === 'xf' && isCell) formats.push(dateFormatOf(Number(numFmtId ?? 0), codes.get(Number(numFmtId ?? 0))))
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
}

function readGradeSheet(pieces: readonly Uint8Array[], book: Book): RawRow[] {
  const rows: RawRow[] = []
  let position = 0
  let cells: Cell[] = []
  let column = -1
  let cell: { type: string; style: number } = { type: 'n', style: 0 }
  let value: string | null = null
  let isValue = false
  readXml(pieces, {
    open(name, attributes) {
      isValue = name === 'v' || name === 't'
      if (name === 'row') {
        position = Number(attributes.r ?? position + 1)
        cells = []
        column = -1
      }
      if (name !== 'c') return
      column = columnOf(attributes.r) ?? column + 1
      cell = { type: attributes.t ?? 'n', style: Number(attributes.s ?? 0) }
      value = null
    },
    text(text) {
      if (isValue) value = (value ?? '') + text
    },
    close(name) {
      isValue = false
      if (name === 'c' && value !== null) {
        const read = cellOf(value, cell, book)
        if (read === '') return
        if (column >= maxImportColumns) throw tooLarge()
        while (cells.length < column) cells.push('')
        cells[column] = read
      }
      if (name !== 'row' || cells.length === 0) return
      rows.push({ position, cells })
      if (rows.length > maxImportRows + 1) throw tooLarge()
    },
  })
  return rows
}

function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  return letters === undefined ? undefined : Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function cellOf(value: string, { type, style }: { type: string; style: number }, { shared, formats, is1904 }: Book): Cell {
  switch (type) {
    case 's':
      return shared[Number(value)] ?? ''
    case 'b':
      return value === '1' || value === 'true'
    case 'd':
      return value.replace('T', ' ').replace(/(?: 00:00:00(?:\.0+)?)?Z?$/, '')
    case 'n': {
      const number = Number(value)
      if (value.trim() === '') return ''
      if (!Number.isFinite(number)) return value
      const format = formats[style]
      return format && number >= 0 ? dateText(number, format, is1904) : number
    }
    default:
      return value
  }
}
