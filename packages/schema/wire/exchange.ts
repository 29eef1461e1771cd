/** Fields of a resource in exported files. */
import { readableFields } from '../access.ts'
import { fieldTypeOf, isEncrypted } from '../field.ts'
import type { AnyResource } from '../resource.ts'
import { fieldOf } from '../resource-fields.ts'
import type { Role } from '../vocabulary.ts'

export const exportFormats = ['csv', 'xlsx', 'json'] as const

/**
 * `people`: titles and dates as shown on pages. `import`: keys and ISO dates, which an import reads
 * back unchanged.
 */
export const exportForms = ['import', 'people'] as const
export type ExportForm = (typeof exportForms)[number]
export type ExportFormat = (typeof exportFormats)[number]

/**
 * Fields that a role may export, in declaration order. For an upload field, the export only says
 * whether a file exists.
 */
export const exportFields = (resource: AnyResource, role: Role): string[] =>
  readableFields(resource, role).filter(
    (name) => fieldTypeOf(fieldOf(resource, name)).family !== 'none',
  )

/**
 * Default columns of an export: the import key and the columns of the list, without encrypted
 * fields.
 */
export function defaultExportFields(resource: AnyResource, role: Role): string[] {
  const names = [...new Set([...(resource.import?.key ?? []), ...resource.list.columns])]
  const possible = exportFields(resource, role)
  return names.filter((name) => possible.includes(name) && !isEncrypted(fieldOf(resource, name)))
}
