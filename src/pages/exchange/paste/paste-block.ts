/** From cells and the place that they are put at to the block that the server takes. */
import { isWritable } from '#model/access.ts'
import { hasTrait, isEncrypted } from '#model/field.ts'
import { type AnyResource, storedEntries } from '#model/resource.ts'
import type { Role } from '#model/vocabulary.ts'
import type { PasteBlock } from '#model/wire/jobs.ts'

/** Fields that cells can be put into: those that the role may change, the shown ones first and in the order shown. */
export function pasteFields(resource: AnyResource, role: Role, shown: readonly string[]): string[] {
  const possible = storedEntries(resource)
    .filter(([name, spec]) => isWritable(resource, role, name, 'update') && hasTrait(spec, 'whole') && !isEncrypted(spec))
    .map(([name]) => name)
  return [...shown.filter((name) => possible.includes(name)), ...possible.filter((name) => !shown.includes(name))]
}

/** The fields from one on, one for each column of the block; null where there are no more. */
export const fieldsFrom = (fields: readonly string[], first: string, width: number): (string | null)[] => {
  const start = Math.max(0, fields.indexOf(first))
  return Array.from({ length: width }, (_, column) => fields[start + column] ?? null)
}

/** `meant` gives each column its field, or null where it is left out; rows beyond `ids` are left out. */
export function pasteBlock(cells: readonly (readonly string[])[], meant: readonly (string | null)[], ids: readonly string[]): PasteBlock {
  const used = meant.flatMap((field, column) => (field === null ? [] : [{ field, column }]))
  return {
    fields: used.map(({ field }) => field),
    rows: ids.slice(0, cells.length).map((id, row) => ({ id, cells: used.map(({ column }) => cells[row]?.[column] ?? '') })),
  }
}
