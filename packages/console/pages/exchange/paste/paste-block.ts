/** Builds the request body of a paste from the cells and the place where they go. */
import { isWritable } from '@matricola/schema/access.ts'
import { hasTrait, isEncrypted } from '@matricola/schema/field.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { storedEntries } from '@matricola/schema/resource-fields.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import type { PasteBlock } from '@matricola/schema/wire/jobs.ts'

/**
 * Returns the fields that a paste can fill, which are those the role can change: columns of the
 * list first, in their order.
 */
export function pasteFields(
  resource: AnyResource,
  role: Role,
  visibleColumns: readonly string[],
): string[] {
  const possible = storedEntries(resource)
    .filter(
      ([name, spec]) =>
        isWritable(resource, role, name, 'update') &&
        hasTrait(spec, 'restorable') &&
        !isEncrypted(spec),
    )
    .map(([name]) => name)
  return [
    ...visibleColumns.filter((name) => possible.includes(name)),
    ...possible.filter((name) => !visibleColumns.includes(name)),
  ]
}

/**
 * Returns one field per column of the block, starting at `first`; null where no fields are left.
 */
export const consecutiveFields = (
  fields: readonly string[],
  first: string,
  width: number,
): (string | null)[] => {
  const start = Math.max(0, fields.indexOf(first))
  return Array.from({ length: width }, (_, column) => fields[start + column] ?? null)
}

/**
 * `columnFields` holds the field of each column, or null to leave the column out. Rows beyond `ids`
 * are left out.
 */
export function createPasteBlock(
  cells: readonly (readonly string[])[],
  columnFields: readonly (string | null)[],
  ids: readonly string[],
): PasteBlock {
  const used = columnFields.flatMap((field, column) => (field === null ? [] : [{ field, column }]))
  return {
    fields: used.map(({ field }) => field),
    rows: ids
      .slice(0, cells.length)
      .map((id, row) => ({ id, cells: used.map(({ column }) => cells[row]?.[column] ?? '') })),
  }
}
