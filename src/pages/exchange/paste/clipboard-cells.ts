/** A block of cells as spreadsheets put it on the clipboard: rows by line, cells by tab, quotes around cells that hold either. */

export function clipboardCells(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    rows.at(-1)?.push(cell)
    cell = ''
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') cell += text[at++]
      else isQuoted = false
    } else if (sign === '"' && cell === '' && isClosed(text, at)) isQuoted = true
    else if (sign === '\t') endCell()
    else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && text[at + 1] === '\n') at++
      endCell()
      rows.push([])
    } else cell += sign
  }
  endCell()
  // Spreadsheets end the last row like the others.
  const last = rows.at(-1)
  if (rows.length > 1 && last?.length === 1 && last[0] === '') rows.pop()
  return rows.length === 1 && rows[0]?.join('') === '' ? [] : rows
}

/** Tells whether the quote that begins a cell is closed at the end of one; else it is a sign like any other. */
const isClosed = (text: string, at: number) => /^"(?:[^"]|"")*"(?=[\t\r\n]|$)/.test(text.slice(at))

/** Number of columns in the widest row. */
export const widthOf = (cells: readonly (readonly string[])[]) => Math.max(0, ...cells.map((row) => row.length))
