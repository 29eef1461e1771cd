/**
 * Parses the clipboard format of spreadsheets: one line per row, tabs between cells, quotes around
 * cells that contain either.
 */

export function parseClipboardCells(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    rows.at(-1)?.push(cell)
    cell = ''
  }
  for (let position = 0; position < text.length; position++) {
    const character = text[position]
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text[position + 1] === '"') cell += text[position++]
      else isQuoted = false
    } else if (character === '"' && cell === '' && isClosed(text, position)) isQuoted = true
    else if (character === '\t') endCell()
    else if (character === '\n' || character === '\r') {
      if (character === '\r' && text[position + 1] === '\n') position++
      endCell()
      rows.push([])
    } else cell += character
  }
  endCell()
  // Spreadsheets also end the last row with a line break.
  const last = rows.at(-1)
  if (rows.length > 1 && last?.length === 1 && last[0] === '') rows.pop()
  return rows.length === 1 && rows[0]?.join('') === '' ? [] : rows
}

/**
 * Whether the quote at the start of a cell is closed at the end of a cell. Otherwise it is an
 * ordinary character.
 */
const isClosed = (text: string, position: number) =>
  /^"(?:[^"]|"")*"(?=[\t\r\n]|$)/.test(text.slice(position))

export const blockWidth = (cells: readonly (readonly string[])[]) =>
  Math.max(0, ...cells.map((row) => row.length))
