/** Parses the clipboard format of spreadsheets: one line per row, tabs between cells, quotes around cells that contain either. */

export function parseClipboardCells(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    rows.at(-1)?.push(cell)
    cell = ''
  }
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text[at + 1] === '"') cell += text[at++]
      else isQuoted = false
    } else if (character === '"' && cell === '' && isClosed(text, at)) isQuoted = true
    else if (character === '\t') endCell()
    else if (character === '\n' || character === '\r') {
      if (character === '\r' && text[at + 1] === '\n') at++
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

/** Whether the quote at the start of a cell is closed at the end of a cell. Otherwise it is an ordinary character. */
const isClosed = (text: string, at: number) => /^"(?:[^"]|"")*"(?=[\t\r\n]|$)/.test(text.slice(at))

export const blockWidth = (cells: readonly (readonly string[])[]) => Math.max(0, ...cells.map((row) => row.length))
