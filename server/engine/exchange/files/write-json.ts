import type { FileWriter } from './file-writer.ts'

/** Writes an array with one object per line. */
export function jsonWriter(): FileWriter {
  let isFirst = true
  return {
    begin: () => '[',
    rows: (rows) => {
      const text = rows.map(({ value }) => JSON.stringify(value)).join(',\n')
      if (text === '') return ''
      const before = isFirst ? '\n' : ',\n'
      isFirst = false
      return before + text
    },
    end: () => '\n]\n',
  }
}
