/** The columns of a list as a person arranges them. */

/** Other widths than that of the content. */
export const columnWidths = ['narrow', 'wide'] as const
export type ColumnWidth = (typeof columnWidths)[number]

export interface ListColumn {
  readonly name: string
  /** Null: as wide as the content. */
  readonly width: ColumnWidth | null
}

/** A column as addresses and saved views spell it, such as `name` or `name:wide`. A width that there is not counts as none. */
export function columnOf(entry: string): ListColumn {
  const [name = '', width] = entry.split(':')
  return { name, width: columnWidths.find((one) => one === width) ?? null }
}

/** The way back. */
export const columnEntry = ({ name, width }: ListColumn) => (width ? `${name}:${width}` : name)
