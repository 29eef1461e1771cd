import { isGranted } from '#model/access.ts'
import { bulkFields } from '#model/bulk.ts'
import type { AnyResource } from '#model/resource.ts'
import type { Role } from '#model/vocabulary.ts'

export { mayImport } from '#resources/area-pages.ts'

/** Tells whether rows of unknown records can become new ones. */
export const mayCreateByFile = (resource: AnyResource, role: Role) =>
  resource.import?.creates !== false && isGranted(resource, role, 'create')

export const mayExport = (resource: AnyResource, role: Role) => !resource.single && isGranted(resource, role, 'export')

/** Tells whether a role may paste cells over a list's rows. */
export const mayPaste = (resource: AnyResource, role: Role) =>
  !resource.single && isGranted(resource, role, 'bulk') && isGranted(resource, role, 'update') && bulkFields(resource, role).length > 0
