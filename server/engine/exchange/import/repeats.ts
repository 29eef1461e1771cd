/** Rows of one file that cannot all be true: they name the same record, or the same value that must be unique. */

import { isEncrypted } from '#model/field.ts'
import { type AnyResource, fieldOf } from '#model/resource.ts'
import { sortKey } from '#model/values/folding.ts'
import { uniqueGroups } from '#server/engine/database/keys.ts'
import { type Cell, isUnread } from '../../ports/file-reader.ts'
import { isEmptyCell, keyTextOf } from '../cells.ts'

/** The field that is marked, and the row that was first. */
export interface Repeat {
  readonly field: string
  readonly row: number
}
/** By position, as a key of JSON. */
export type Repeats = { readonly [position: string]: Repeat }

interface Group {
  readonly columns: readonly { readonly index: number; readonly mayBeEmpty: boolean }[]
  /** The field that is marked. */
  readonly field: string
  readonly isMaskable: boolean
  readonly seen: Map<string, number>
}

/** Takes row after row, in their order, and answers the later of those that collide. */
export function repeatsIn(resource: AnyResource, mapping: readonly (string | null)[]) {
  const repeats: Record<string, Repeat> = {}
  const { key = [], beside = [] } = resource.import ?? {}
  const isOptional = (name: string) => fieldOf(resource, name).options.optional === true
  const groupOf = (names: readonly string[], field = names.at(-1), mayBeEmpty = (_name: string) => false): Group[] => {
    const columns = names.map((name) => ({ index: mapping.indexOf(name), mayBeEmpty: mayBeEmpty(name) }))
    if (field === undefined || columns.some(({ index }) => index < 0)) return []
    return [{ columns, field, isMaskable: isEncrypted(fieldOf(resource, field)), seen: new Map() }]
  }
  const groups = [key, ...uniqueGroups(resource)].flatMap((names) => groupOf(names))
  // A row without a part of its key is told from others by what stands beside it.
  if (key.some(isOptional)) groups.push(...groupOf([...key, ...beside.filter((name) => mapping.includes(name))], key.at(-1), isOptional))
  return {
    repeats: repeats as Repeats,
    take(position: number, cells: readonly Cell[]) {
      for (const { columns, field, isMaskable, seen } of groups) {
        const parts = columns.map(({ index }) => cells[index] ?? '')
        // What such a cell says is not known.
        if (parts.some(isUnread)) continue
        if (columns.some(({ mayBeEmpty }, i) => !mayBeEmpty && isEmptyCell(parts[i] ?? ''))) continue
        const text = parts.map((part) => sortKey(keyTextOf(part))).join('\n')
        // Numbers that are masked look alike and are not.
        if (isMaskable && text.includes('•')) continue
        const first = seen.get(text)
        if (first === undefined) seen.set(text, position)
        else repeats[position] ??= { field, row: first }
      }
    },
    /** Tells whether a change of these columns can make or mend a repeat. */
    concerns: (changed: readonly number[]) => groups.some(({ columns }) => columns.some(({ index }) => changed.includes(index))),
  }
}
