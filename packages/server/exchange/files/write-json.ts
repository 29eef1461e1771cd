import type { FileWriter } from './file-writer.ts'

/** Writes an array with one object per line. */
export function jsonWriter(): FileWriter {
  let isFirst = true
  return {
    begin: () => '[',
    rows: (rows) => {
      const text = rows.map(({ value }) => JSON.stringify(value)).join(',\n')
      if (text === '') return ''
      const separator = isFirst ? '\n' : ',\n'
      isFirst = false
      return separator + text
    },
    end: () => '\n]\n',
  }
}
