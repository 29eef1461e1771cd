import type { AnyResource } from '#model/resource.ts'
import type { Role } from '#model/vocabulary.ts'
import { bulkFields } from '#model/wire/bulk.ts'
import type { May } from '#src/console/may.ts'

/** Whether the user can import a file. Importing new records also requires `create`. */
export const mayImport = (resource: AnyResource, may: May) =>
  !resource.single && resource.import !== undefined && may('import', resource) && may('update', resource)

/** Whether rows that match no record can create one. */
export const mayCreateByFile = (resource: AnyResource, may: May) => resource.import?.creates !== false && may('create', resource)

export const mayExport = (resource: AnyResource, may: May) => !resource.single && may('export', resource)

/** Whether the user can paste cells into the rows of a list. */
export const mayPaste = (resource: AnyResource, role: Role, may: May) =>
  !resource.single && may('bulk', resource) && may('update', resource) && bulkFields(resource, role).length > 0
