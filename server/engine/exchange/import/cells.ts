/** Rows of cells read as values of fields, what they refer to looked up for all of them at once. */
import { type AnyResource, fieldOf, isKind } from '#model/resource.ts'
import type { Language } from '#model/vocabulary.ts'
import { resourceNamed } from '#resources/index.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { Permit } from '#server/engine/policy/permit.ts'
import type { Cell } from '../../ports/file-reader.ts'
import { type CellRead, cellReader, isEmptyCell, keyTextOf, linkedTexts } from '../cells.ts'
import { exampleKey, referenceIds } from '../reference-keys.ts'
import { booleanLabel, type Wording } from '../words.ts'

/** A cell, and what it means as the field's value. */
export interface FieldCell {
  readonly cell: Cell
  readonly isEmpty: boolean
  readonly read: CellRead
}
export type RowCells = ReadonlyMap<string, FieldCell>

interface Reading {
  readonly permit: Permit
  /** The field of each column. */
  readonly mapping: readonly (string | null)[]
  readonly wording: Wording
}

/** Texts that spreadsheets show in place of a value that they could not compute. */
const broken = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!)$/i

/** Each row's cells by the name of their field. */
export async function readCells(
  queries: Queries,
  { permit, mapping, wording }: Reading,
  rows: readonly (readonly Cell[])[],
): Promise<RowCells[]> {
  const { resource } = permit
  const columns = mapping.flatMap((name, index) => (name === null ? [] : [{ name, index }]))
  const ids = new Map<string, ReadonlyMap<string, string>>()
  const examples = new Map<string, string>()
  for (const [to, texts] of textsByTarget(resource, columns, rows)) {
    const known = await referenceIds(queries, permit, resourceNamed(to), [...texts])
    ids.set(to, known)
    const example = known.size < texts.size ? await exampleKey(queries, permit, resourceNamed(to)) : null
    if (example !== null) examples.set(to, example)
  }
  const readers = columns.map(({ name }) => cellReader(resource, name, { ...wording, ids, examples }))
  return rows.map(
    (cells) =>
      new Map(
        columns.map(({ name, index }, i): [string, FieldCell] => {
          const cell = cells[index] ?? ''
          const read = typeof cell === 'string' && broken.test(cell.trim()) ? { issues: [{ code: 'cell.broken' }] } : readers[i]?.(cell)
          return [name, { cell, isEmpty: isEmptyCell(cell), read: read ?? { value: null } }]
        }),
      ),
  )
}

function textsByTarget(
  resource: AnyResource,
  columns: readonly { readonly name: string; readonly index: number }[],
  rows: readonly (readonly Cell[])[],
): Map<string, Set<string>> {
  const wanted = new Map<string, Set<string>>()
  for (const { name, index } of columns) {
    const spec = fieldOf(resource, name)
    if (!isKind(spec, 'reference') && !isKind(spec, 'links')) continue
    const textsOf = isKind(spec, 'links') ? linkedTexts : (cell: Cell) => [keyTextOf(cell)]
    const texts = wanted.get(spec.to) ?? new Set()
    for (const cells of rows) if (!isEmptyCell(cells[index] ?? '')) for (const text of textsOf(cells[index] ?? '')) texts.add(text)
    wanted.set(spec.to, texts)
  }
  return wanted
}

/** A cell as a person reads and writes it: numbers with the language's own decimal sign. */
export function cellText(cell: Cell, wording: Wording): string {
  if (typeof cell === 'string') return cell
  if (typeof cell === 'boolean') return booleanLabel(cell, wording)
  const text = String(cell)
  return usesComma(wording.language) ? text.replace('.', ',') : text
}
const usesComma = (language: Language) => language !== 'en'
