import type { AnyResource } from '@matricola/schema/resource.ts'

/** Query parameter of a record's URL that holds the query of the list from which the user came. */
export const listParam = 'list'

/** The last record opened per resource. The list focuses it when the user comes back. */
const lastOpen = new Map<string, string>()

export const setLastOpen = (resource: AnyResource, id: string) => lastOpen.set(resource.name, id)
/**
 * Returns the id of the record from which the user has returned, until `forgetLastOpen` is called.
 */
export const findLastOpen = (resource: AnyResource): string | undefined =>
  lastOpen.get(resource.name)
export const forgetLastOpen = (resource: AnyResource) => lastOpen.delete(resource.name)
