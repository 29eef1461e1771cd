/** Fields of a resource that stand in files of rows. */
import { readableFields } from '../access.ts'
import { isEncrypted, kindOf } from '../field.ts'
import { type AnyResource, fieldOf } from '../resource.ts'
import type { Role } from '../vocabulary.ts'

export const exportFormats = ['csv', 'xlsx', 'json'] as const

/** `people`: names and dates as the pages show them. `import`: keys and ISO dates, which an import reads back as the same values. */
export const exportForms = ['import', 'people'] as const
export type ExportForm = (typeof exportForms)[number]
export type ExportFormat = (typeof exportFormats)[number]

/** Fields that a role may have in a file, in the order of the declaration. Of an upload a file tells that there is one. */
export const exportFields = (resource: AnyResource, role: Role): string[] =>
  readableFields(resource, role).filter((name) => kindOf(fieldOf(resource, name)).family !== 'none')

/** The columns of a file where nobody chose: what names the record, then the list's, without numbers of identity documents. */
export function defaultExportFields(resource: AnyResource, role: Role): string[] {
  const names = [...new Set([...(resource.import?.key ?? []), ...resource.list.columns])]
  const possible = exportFields(resource, role)
  return names.filter((name) => possible.includes(name) && !isEncrypted(fieldOf(resource, name)))
}
