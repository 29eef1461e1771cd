import type { AnyResource } from '#model/resource.ts'
import type { Role } from '#model/vocabulary.ts'
import { bulkFields } from '#model/wire/bulk.ts'
import type { May } from '#src/console/may.ts'

/** Tells whether a file of rows may be taken in; new records need `create` too. */
export const mayImport = (resource: AnyResource, may: May) =>
  !resource.single && resource.import !== undefined && may('import', resource) && may('update', resource)

/** Tells whether rows of unknown records can become new ones. */
export const mayCreateByFile = (resource: AnyResource, may: May) => resource.import?.creates !== false && may('create', resource)

export const mayExport = (resource: AnyResource, may: May) => !resource.single && may('export', resource)

/** Tells whether a role may paste cells over a list's rows. */
export const mayPaste = (resource: AnyResource, role: Role, may: May) =>
  !resource.single && may('bulk', resource) && may('update', resource) && bulkFields(resource, role).length > 0
