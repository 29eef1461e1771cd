/** Pages of a role's area: menu entries, pages of resources, and pages that are not in the menu. */
import { accountPath, homeOf, jobsPath, pagesOf, testPath } from '#model/paths.ts'
import type { AnyResource } from '#model/resource.ts'
import type { IconName, Role } from '#model/vocabulary.ts'
import { areaResources } from '#resources/area-pages.ts'
import { areas, type MenuGroup, offMenu } from '#resources/areas.ts'
import { resourceNamed } from '#resources/index.ts'

export { areaResources, mailsPath, type PageKind, pageKinds } from '#resources/area-pages.ts'

/** A page that the user can open by name. `label` is a text key with its namespace. */
export interface Place {
  readonly key: string
  readonly label: string
  readonly path: string
  readonly icon: IconName | 'account'
  /** Its menu section. */
  readonly heading?: MenuGroup['heading']
  /** Set if the page is the list of a resource. */
  readonly resource?: AnyResource
}

const listOf = (resource: AnyResource, role: Role): Place => ({
  key: resource.name,
  label: `resources:${resource.name}.many`,
  path: pagesOf(resource, role).list,
  icon: resource.icon,
  resource,
})

/** The role's menu as declared, in order. `useMenu` returns the entries that the user may open. */
export const menuOf = (role: Role): Place[] =>
  areas[role].flatMap(({ heading, entries }) =>
    entries.map((entry): Place => {
      if ('resource' in entry) return { ...listOf(resourceNamed(entry.resource), role), heading }
      const path = entry.path === '' ? homeOf(role) : `${homeOf(role)}/${entry.path}`
      return { key: entry.page, label: `shell:menu.${entry.page}`, path, icon: entry.icon, heading }
    }),
  )

/** Pages of the role's area that are not in the menu. `useOtherPlaces` returns those that the user may open. */
export const otherPlaces = (role: Role): Place[] => [
  { key: 'account', label: 'shell:menu.account', path: accountPath(role), icon: 'account' },
  ...offMenu.map((name) => listOf(resourceNamed(name), role)),
  { key: 'jobs', label: 'bulk:jobs.title', path: jobsPath(role), icon: 'clock' },
  { key: 'test', label: 'shell:menu.test', path: testPath, icon: 'settings' },
]

/** Returns the path of a record's page; null if the role has no such page. */
export function recordPath(name: string, id: string, role: Role): string | null {
  const resource = areaResources(role).find((candidate) => candidate.name === name)
  if (!resource || resource.single) return null
  return pagesOf(resource, role).show.replace(':id', encodeURIComponent(id))
}

/** Returns the page for a path, or the list that the path belongs to. */
export function placeOf(path: string, role: Role): Place | undefined {
  const trimmed = path.length > 1 ? path.replace(/\/$/, '') : path
  const places = [...menuOf(role), ...otherPlaces(role)]
  return (
    places.find((place) => place.path === trimmed) ??
    places.find((place) => place.path !== homeOf(role) && trimmed.startsWith(`${place.path}/`))
  )
}
