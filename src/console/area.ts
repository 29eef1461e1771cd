/** Parts of a role's area: the menu, the pages of its resources and the two pages that no menu lists. */
import { accountPath, homeOf, jobsPath, pagesOf, testPath } from '#model/paths.ts'
import type { AnyResource } from '#model/resource.ts'
import type { IconName, Role } from '#model/vocabulary.ts'
import { areaResources } from '#resources/area-pages.ts'
import { areas, type MenuGroup, offMenu } from '#resources/areas.ts'
import { resourceNamed } from '#resources/index.ts'

export { areaResources, mailsPath, type PageKind, pageKinds } from '#resources/area-pages.ts'

/** A page that a person can go to by name. `label` is a key with its namespace. */
export interface Place {
  readonly key: string
  readonly label: string
  readonly path: string
  readonly icon: IconName | 'account'
  /** Group of the menu that it stands in. */
  readonly heading?: MenuGroup['heading']
  /** Set where it is a resource's list. */
  readonly resource?: AnyResource
}

const listOf = (resource: AnyResource, role: Role): Place => ({
  key: resource.name,
  label: `resources:${resource.name}.many`,
  path: pagesOf(resource, role).list,
  icon: resource.icon,
  resource,
})

/** The role's menu as it is declared, in order; `useMenu` has what of it the person is offered. */
export const menuOf = (role: Role): Place[] =>
  areas[role].flatMap(({ heading, entries }) =>
    entries.map((entry): Place => {
      if ('resource' in entry) return { ...listOf(resourceNamed(entry.resource), role), heading }
      const path = entry.path === '' ? homeOf(role) : `${homeOf(role)}/${entry.path}`
      return { key: entry.page, label: `shell:menu.${entry.page}`, path, icon: entry.icon, heading }
    }),
  )

/** Places of the role's area that are no menu entries; `useOtherPlaces` has what of them the person is offered. */
export const otherPlaces = (role: Role): Place[] => [
  { key: 'account', label: 'shell:menu.account', path: accountPath(role), icon: 'account' },
  ...offMenu.map((name) => listOf(resourceNamed(name), role)),
  { key: 'jobs', label: 'bulk:jobs.title', path: jobsPath(role), icon: 'clock' },
  { key: 'test', label: 'shell:menu.test', path: testPath, icon: 'settings' },
]

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
