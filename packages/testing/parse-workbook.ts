/**
 * Reads a workbook independently of the program's own reader: the value and format of each cell on
 * the first sheet.
 */
import { strFromU8, unzipSync } from 'fflate'
import { SaxesParser } from 'saxes'

export interface WorkbookCell {
  readonly value: string
  readonly isNumber: boolean
  /** The number format of the cell's style. */
  readonly format: number
}
export interface ParsedWorkbook {
  readonly parts: readonly string[]
  readonly sheetName: string
  readonly isHeadingFrozen: boolean
  readonly widths: readonly number[]
  /** By row, then by column letter. */
  readonly rows: readonly { readonly [column: string]: WorkbookCell }[]
}

export function readWorkbook(bytes: Uint8Array): ParsedWorkbook {
  const parts = unzipSync(bytes)
  const part = (name: string) => strFromU8(parts[name] ?? new Uint8Array())
  const formats: number[] = []
  let isInCellXfs = false
  parse(part('xl/styles.xml'), {
    open: (name, attributes) => {
      if (name === 'cellXfs') isInCellXfs = true
      if (name === 'xf' && isInCellXfs) formats.push(Number(attributes.numFmtId))
    },
    close: (name) => {
      if (name === 'cellXfs') isInCellXfs = false
    },
  })
  let sheetName = ''
  parse(part('xl/workbook.xml'), {
    open: (name, attributes) => {
      if (name === 'sheet') sheetName = attributes.name ?? ''
    },
  })
  const rows: Record<string, WorkbookCell>[] = []
  const widths: number[] = []
  let isHeadingFrozen = false
  let at = ''
  let cell = { value: '', isNumber: true, format: 0 }
  parse(part('xl/worksheets/sheet1.xml'), {
    open: (name, attributes) => {
      if (name === 'pane')
        isHeadingFrozen = attributes.state === 'frozen' && attributes.ySplit === '1'
      if (name === 'col') widths.push(Number(attributes.width))
      if (name === 'row') rows.push({})
      if (name === 'c') {
        at = (attributes.r ?? '').replace(/\d+/g, '')
        cell = {
          value: '',
          isNumber: attributes.t === undefined,
          format: formats[Number(attributes.s ?? 0)] ?? -1,
        }
      }
    },
    text: (text) => {
      cell = { ...cell, value: cell.value + text }
    },
    close: (name) => {
      const row = rows.at(-1)
      if (name === 'c' && row) row[at] = cell
    },
  })
  return { parts: Object.keys(parts), sheetName, isHeadingFrozen, widths, rows }
}

interface Handlers {
  readonly open?: (name: string, attributes: { readonly [name: string]: string }) => void
  readonly text?: (text: string) => void
  readonly close?: (name: string) => void
}

function parse(xml: string, { open, text, close }: Handlers): void {
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => open?.(name, attributes))
  parser.on('text', (found) => text?.(found))
  parser.on('closetag', ({ name }) => close?.(name))
  parser.write(xml).close()
}
