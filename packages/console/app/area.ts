/** Pages of a role's area: menu entries, pages of resources, and pages that are not in the menu. */

import { menuOf } from '@matricola/schema/areas.ts'
import type { MenuSection } from '@matricola/schema/menu.ts'
import { accountPath, homePath, jobsPath, pagePaths, testPath } from '@matricola/schema/paths.ts'
import type { Registry } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { IconName, Role } from '@matricola/schema/vocabulary.ts'

/** A page that the user can open by name. `label` is a text key with its namespace. */
export interface ConsolePage {
  readonly key: string
  readonly label: string
  readonly path: string
  readonly icon: IconName | 'account'
  /** The menu section that contains the page. */
  readonly heading?: MenuSection['heading']
  /** Set if the page is the list of a resource. */
  readonly resource?: AnyResource
}

const listPageOf = (resource: AnyResource, role: Role): ConsolePage => ({
  key: resource.name,
  label: `resources:${resource.name}.many`,
  path: pagePaths(resource, role).list,
  icon: resource.icon,
  resource,
})

/** The role's menu as declared, in order. `useMenu` returns the entries that the user may open. */
export const menuPages = (registry: Registry, role: Role): ConsolePage[] =>
  menuOf(registry, role).flatMap(({ heading, entries }) =>
    entries.map((entry): ConsolePage => {
      if ('resource' in entry) return { ...listPageOf(registry.get(entry.resource), role), heading }
      const path = entry.path === '' ? homePath(role) : `${homePath(role)}/${entry.path}`
      return { key: entry.page, label: `shell:menu.${entry.page}`, path, icon: entry.icon, heading }
    }),
  )

/**
 * Pages of the role's area that are not in the menu. `usePagesOutsideMenu` returns those that the
 * user may open.
 */
export const pagesOutsideMenu = (registry: Registry, role: Role): ConsolePage[] => [
  { key: 'account', label: 'shell:menu.account', path: accountPath(role), icon: 'account' },
  ...registry.areas.resourcesOutsideMenu.map((name) => listPageOf(registry.get(name), role)),
  { key: 'jobs', label: 'bulk:jobs.title', path: jobsPath(role), icon: 'clock' },
  { key: 'test', label: 'shell:menu.test', path: testPath, icon: 'settings' },
]

/** Returns the page for a path, or the list that the path belongs to. */
export function findConsolePage(
  registry: Registry,
  path: string,
  role: Role,
): ConsolePage | undefined {
  const trimmed = path.length > 1 ? path.replace(/\/$/, '') : path
  const pages = [...menuPages(registry, role), ...pagesOutsideMenu(registry, role)]
  return (
    pages.find((page) => page.path === trimmed) ??
    pages.find((page) => page.path !== homePath(role) && trimmed.startsWith(`${page.path}/`))
  )
}
