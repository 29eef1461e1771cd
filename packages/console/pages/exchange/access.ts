import type { AnyResource } from '@matricola/schema/resource.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { bulkFields } from '@matricola/schema/wire/bulk.ts'
import type { Can } from '../../app/use-permission.ts'

/** Whether the user can import a file. Importing new records also requires `create`. */
export const isImportAllowed = (resource: AnyResource, can: Can) =>
  !resource.singleton &&
  resource.import !== undefined &&
  can('import', resource) &&
  can('update', resource)

/** Whether a row that matches no record can create one. */
export const isCreateByFileAllowed = (resource: AnyResource, can: Can) =>
  resource.import?.allowsCreate !== false && can('create', resource)

export const isExportAllowed = (resource: AnyResource, can: Can) =>
  !resource.singleton && can('export', resource)

/** Whether the user can paste cells into the rows of a list. */
export const isPasteAllowed = (resource: AnyResource, role: Role, can: Can) =>
  !resource.singleton &&
  can('bulk', resource) &&
  can('update', resource) &&
  bulkFields(resource, role).length > 0
