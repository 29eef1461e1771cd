import type { FieldSpec } from '#model/field.ts'
import type { AnyResource } from '#model/resource.ts'
import type { ColumnShape, TableShape } from './snapshot.ts'

/** A table under way from what it was to what is declared. */
export interface TableChange {
  readonly resource: AnyResource | undefined
  readonly before: TableShape
  /** Table as far as the change has come. */
  readonly table: TableShape
  readonly target: TableShape
  /** Former columns, by today's. */
  readonly renamed: ReadonlyMap<string, string>
  readonly refuse: (field: string, problem: string) => void
  readonly add: (...statements: readonly string[]) => void
}

/** A column with what the declaration says of it: the field's own comes before those that are made of it. */
export interface Part {
  readonly column: string
  readonly field: string
  readonly spec: FieldSpec | null
  readonly part: 'value' | 'key' | 'hash' | 'search' | 'base'
  readonly wanted: ColumnShape
}
