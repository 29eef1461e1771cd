import type { FieldSpec } from '@matricola/schema/field.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { ColumnShape, TableShape } from './snapshot.ts'

/** A table that is being changed from its current shape to the declared one. */
export interface TableChange {
  /** Name of the program, as the author of changes in the history. */
  readonly author: string
  readonly resource: AnyResource | undefined
  readonly before: TableShape
  /** The table's shape after the statements so far. */
  readonly table: TableShape
  readonly target: TableShape
  /** Former column names by current name. */
  readonly formerColumns: ReadonlyMap<string, string>
  readonly reportProblem: (field: string, problem: string) => void
  readonly addStatements: (...statements: readonly string[]) => void
}

/** A column with its field. A field's value column comes before the columns derived from it. */
export interface ColumnPart {
  readonly column: string
  readonly field: string
  readonly spec: FieldSpec | null
  readonly part: 'value' | 'key' | 'hash' | 'search' | 'base'
  readonly wanted: ColumnShape
}
