/** Columns of a list and their widths, as users arrange them. */

/** Widths other than that of the content. */
export const columnWidths = ['narrow', 'wide'] as const
export type ColumnWidth = (typeof columnWidths)[number]

export interface ListColumn {
  readonly name: string
  /** Null: the width of the content. */
  readonly width: ColumnWidth | null
}

/**
 * Parses a column of a URL or saved view, such as `name` or `name:wide`. An unknown width is
 * ignored.
 */
export function parseColumn(entry: string): ListColumn {
  const [name = '', width] = entry.split(':')
  return { name, width: columnWidths.find((one) => one === width) ?? null }
}

/** The inverse of `parseColumn`. */
export const formatColumn = ({ name, width }: ListColumn) => (width ? `${name}:${width}` : name)
