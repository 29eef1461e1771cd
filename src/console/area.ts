/** What a role finds in its area: the menu, the pages of its resources and the two pages that no menu lists. */
import { isGranted, writableFields } from '#model/access.ts'
import { accountPath, homeOf, jobsPath, pagesOf, testPath } from '#model/paths.ts'
import type { AnyResource } from '#model/resource.ts'
import type { IconName, Role } from '#model/vocabulary.ts'
import { areas, offMenu } from '#resources/areas.ts'
import { resourceNamed } from '#resources/index.ts'

/** A page that a person can go to by name. `label` is a key with its namespace. */
export interface Place {
  readonly key: string
  readonly label: string
  readonly path: string
  readonly icon: IconName | 'account'
}

export type PageKind = 'list' | 'show' | 'create' | 'edit'

/** Resources with pages in the role's area: those of its menu and those of the bar, as far as it may read them. */
export const areaResources = (role: Role): AnyResource[] =>
  [...areas[role].flatMap((entry) => ('resource' in entry ? [entry.resource] : [])), ...offMenu]
    .map(resourceNamed)
    .filter((resource) => isGranted(resource, role, 'read'))

/** The role's menu, in order. */
export const menuOf = (role: Role): Place[] =>
  areas[role].flatMap((entry): Place[] => {
    if ('page' in entry) {
      const path = entry.path === '' ? homeOf(role) : `${homeOf(role)}/${entry.path}`
      return [{ key: entry.page, label: `shell:menu.${entry.page}`, path, icon: entry.icon }]
    }
    const resource = resourceNamed(entry.resource)
    if (!isGranted(resource, role, 'read')) return []
    return [{ key: resource.name, label: `resources:${resource.name}.many`, path: pagesOf(resource, role).list, icon: resource.icon }]
  })

/** Places of the role's area that are no menu entries. */
export const otherPlaces = (role: Role): Place[] => [
  { key: 'account', label: 'shell:menu.account', path: accountPath(role), icon: 'account' },
  ...offMenu
    .map(resourceNamed)
    .filter((resource) => isGranted(resource, role, 'read'))
    .map(
      (resource): Place => ({
        key: resource.name,
        label: `resources:${resource.name}.many`,
        path: pagesOf(resource, role).list,
        icon: resource.icon,
      }),
    ),
  ...(handlesMany(role) ? [{ key: 'jobs', label: 'bulk:jobs.title', path: jobsPath(role), icon: 'clock' } as const] : []),
  ...(role === 'admin' ? [{ key: 'test', label: 'shell:menu.test', path: testPath, icon: 'settings' } as const] : []),
]

/** Whether a role has anything to do with jobs. */
export const handlesMany = (role: Role): boolean =>
  areaResources(role).some((resource) => (['bulk', 'import', 'export'] as const).some((grant) => isGranted(resource, role, grant)))

/** Where administrators read the mails that no server has sent; under the settings, which lead there. */
export const mailsPath = `${pagesOf(resourceNamed('settings'), 'admin').list}/mails`

/** Which kinds of page the role has for a resource. */
export function pageKinds(resource: AnyResource, role: Role): PageKind[] {
  if (resource.single) return ['list']
  const kinds: PageKind[] = ['list', 'show']
  if (isGranted(resource, role, 'create')) kinds.push('create')
  if (isGranted(resource, role, 'update') && writableFields(resource, role, 'update').length > 0) kinds.push('edit')
  return kinds
}

/** Path of a record's page, or null where the role has no such page. */
export function recordPath(name: string, id: string, role: Role): string | null {
  const resource = areaResources(role).find((candidate) => candidate.name === name)
  if (!resource || resource.single) return null
  return pagesOf(resource, role).show.replace(':id', encodeURIComponent(id))
}

/** The place that a path belongs to: itself, or the list above it. */
export function placeOf(path: string, role: Role): Place | undefined {
  const trimmed = path.length > 1 ? path.replace(/\/$/, '') : path
  const places = [...menuOf(role), ...otherPlaces(role)]
  return (
    places.find((place) => place.path === trimmed) ??
    places.find((place) => place.path !== homeOf(role) && trimmed.startsWith(`${place.path}/`))
  )
}
