/**
 * Finds conflicting rows of a file. Two rows conflict if they name the same record or have the same
 * value in a unique field.
 */

import { isEncrypted } from '@matricola/schema/field.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { sortKey } from '@matricola/schema/values/folding.ts'
import { uniqueGroups } from '../../database/keys.ts'
import { isUnreadCell, type RawCell } from '../../ports/file-reader.ts'
import { keyTextOf } from '../cell-formats.ts'
import { isEmptyCell } from '../cells.ts'

/** The field to report, and the first row with the value. */
export interface RowConflict {
  readonly field: string
  readonly row: number
}
/** Conflicts by the position of the later row. Positions are strings, because JSON keys are. */
export type RowConflicts = { readonly [position: string]: RowConflict }

interface Group {
  readonly columns: readonly { readonly index: number; readonly canBeEmpty: boolean }[]
  /** The field to report in a conflict. */
  readonly field: string
  readonly isMaskable: boolean
  readonly positions: Map<string, number>
}

/** Takes the rows in order. Of the rows that conflict, it records all but the first. */
export function createConflictFinder(resource: AnyResource, mapping: readonly (string | null)[]) {
  const repeats: Record<string, RowConflict> = {}
  const { key = [], fallbackKey = [] } = resource.import ?? {}
  const isOptional = (name: string) => fieldOf(resource, name).options.optional === true
  const groupOf = (
    names: readonly string[],
    field = names.at(-1),
    canBeEmpty = (_name: string) => false,
  ): Group[] => {
    const columns = names.map((name) => ({
      index: mapping.indexOf(name),
      canBeEmpty: canBeEmpty(name),
    }))
    if (field === undefined || columns.some(({ index }) => index < 0)) return []
    return [
      { columns, field, isMaskable: isEncrypted(fieldOf(resource, field)), positions: new Map() },
    ]
  }
  const groups = [key, ...uniqueGroups(resource)].flatMap((names) => groupOf(names))
  // If a part of the key is empty, the fields of `import.fallbackKey` identify the row.
  if (key.some(isOptional))
    groups.push(
      ...groupOf(
        [...key, ...fallbackKey.filter((name) => mapping.includes(name))],
        key.at(-1),
        isOptional,
      ),
    )
  return {
    repeats: repeats as RowConflicts,
    take(position: number, cells: readonly RawCell[]) {
      for (const { columns, field, isMaskable, positions } of groups) {
        const parts = columns.map(({ index }) => cells[index] ?? '')
        // The values of unreadable cells are unknown.
        if (parts.some(isUnreadCell)) continue
        if (columns.some(({ canBeEmpty }, i) => !canBeEmpty && isEmptyCell(parts[i] ?? '')))
          continue
        const text = parts.map((part) => sortKey(keyTextOf(part))).join('\n')
        // Different numbers look the same when masked.
        if (isMaskable && text.includes('•')) continue
        const first = positions.get(text)
        if (first === undefined) positions.set(text, position)
        else repeats[position] ??= { field, row: first }
      }
    },
    /** Whether a change of these columns can create or resolve a conflict. */
    isAffectedBy: (changed: readonly number[]) =>
      groups.some(({ columns }) => columns.some(({ index }) => changed.includes(index))),
  }
}
